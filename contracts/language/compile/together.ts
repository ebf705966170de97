import type { PlanStep } from '../plan.ts';
import { isBrowserProbe } from '../probe.ts';
import { quote } from '../wording.ts';
import { entriesOf, entry, type Node } from '../yaml/node.ts';
import { compileAnswers } from './api.ts';
import { having, parameter, type BuiltStep, type Compiled } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { expectedWords } from './words.ts';

/** Compiles one of the steps that begin together. */
export type InnerCompiler = (step: WrittenStep, context: StepContext, index: number) => PlanStep | undefined;

/** Steps at the same moment; each must come to what it expects, and all of them to `answers`. */
export function compileTogether(
  step: WrittenStep,
  context: StepContext,
  compileInner: InnerCompiler,
): BuiltStep | undefined {
  const inner = step.inner ?? [];
  for (const each of inner) refuseSaves(each);
  const compiled = inner.map((each, index) => compileInner(each, { ...context, inTogether: true }, index));
  const answersNode = parameter(step, 'answers');
  const answers = answersNode === undefined ? undefined : compileAnswers(answersNode, context);
  if (!isSeveral(step, context)) return undefined;
  const steps = compiled.flatMap((each) => each ?? []);
  refuseSameBrowser(steps, inner);
  if (steps.length < inner.length) return undefined;
  return {
    probe: { verb: 'together', steps: answers === undefined ? steps : steps.map(withoutImplied) },
    kind: 'act',
    stated: answers !== undefined || steps.some(({ stated }) => stated),
    expectation: expectAll(answers === undefined ? steps : steps.map(withoutImplied), answers),
    words: togetherWords(steps, answers),
    standardWithinMs: Math.max(...steps.map(({ withinMs }) => withinMs)),
  };
}

// Where the author says what all are answered, nothing is implied of the answer to one request.
function withoutImplied(step: PlanStep): PlanStep {
  return step.probe.verb === 'api.request' && !step.stated ? { ...step, expectation: { is: 'anything' } } : step;
}

function expectAll(steps: readonly PlanStep[], answers: Compiled | undefined): Compiled {
  const own: Compiled = { is: 'array', items: steps.map(({ expectation }) => expectation) };
  return having({ answers: answers === undefined ? own : { is: 'all', matchers: [own, answers] } });
}

function togetherWords(steps: readonly PlanStep[], answers: Compiled | undefined): string {
  const said = answers === undefined ? '' : ` (answers ${expectedWords(answers)})`;
  return `together: ${steps.map(({ words }) => words).join('; ')}${said}`;
}

function isSeveral(step: WrittenStep, context: StepContext): boolean {
  const { length } = step.inner ?? [];
  const written = parameter(step, 'steps');
  if (length >= 2) return true;
  // A named step that could not be written out was said.
  if (isWrittenOut(written, length)) {
    context.problems.error({
      code: 'too-few-steps',
      message: '“together” needs at least two steps',
      span: step.verbSpan,
      hint: 'say times: 2 for a click that is done twice',
    });
  }
  return false;
}

function isWrittenOut(steps: Node | undefined, length: number): boolean {
  return steps?.kind === 'list' && steps.items.length <= length;
}

function refuseSaves({ parameters, problems, verb }: WrittenStep): void {
  const save = entry(parameters, 'save');
  if (save === undefined || entriesOf(save.value).length === 0 || verb !== 'api.request') return;
  problems.error({
    code: 'save-in-together',
    message: '“save” does not go with “together”',
    span: save.keySpan,
    hint: 'read it in a step of its own',
  });
}

function refuseSameBrowser(steps: readonly PlanStep[], written: readonly WrittenStep[]): void {
  const taken = new Set<string>();
  for (const { probe, origin } of steps) {
    if (!isBrowserProbe(probe)) continue;
    const step = written.find(({ verbSpan }) => verbSpan.at === origin.written);
    if (taken.has(probe.actor)) {
      step?.problems.error({
        code: 'same-browser',
        message: `the browser of ${quote(probe.actor)} does one thing at a time`,
        span: step.verbSpan,
        hint: 'let another actor do it; a double click is a click with times: 2',
      });
    }
    taken.add(probe.actor);
  }
}
