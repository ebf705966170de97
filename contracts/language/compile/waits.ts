import type { PlanStep } from '../plan.ts';
import { quote } from '../wording.ts';
import { entriesOf, entry, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import type { BuiltStep, Compiled } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { durationMs } from './duration.ts';
import { expectedWords } from './words.ts';

const standardWithinMs = 5_000;
const longWithinMs = 30_000;

/** How long a step waits, what ends its waiting, and all that in words. */
export type Waits = Pick<PlanStep, 'withinMs' | 'staysMs' | 'reloads'> & { readonly words: string };

/** Compiles how a step waits. A delta's keys are names of tables; only its `within` is its own. */
export function compileWaits(step: WrittenStep, built: BuiltStep | undefined, context: StepContext): Waits {
  const { withinMs, reloads } = withinAndReloads(step, context);
  const stays = step.verb === 'db.delta' ? undefined : textOf(field(step.parameters, 'stays'));
  const staysMs = durationMs(stays);
  return {
    withinMs: withinMs ?? built?.standardWithinMs ?? standardWithinMs,
    ...(staysMs === undefined ? {} : { staysMs }),
    ...(reloads ? { reloads } : {}),
    words: `${reloads ? ', reloading between looks' : ''}${stays === undefined ? '' : `, for ${stays}`}${failIfWords(built)}`,
  };
}

function failIfWords(built: BuiltStep | undefined): string {
  return built?.failIf === undefined ? '' : `; fails at once when ${built.failIfWords ?? expectedWords(built.failIf)}`;
}

function withinAndReloads(
  step: WrittenStep,
  context: StepContext,
): { readonly withinMs: number | undefined; readonly reloads: boolean } {
  const isDelta = step.verb === 'db.delta';
  const eventually = isDelta ? undefined : entry(step.parameters, 'eventually');
  const own = withinOf(ownWithin(step), isDelta, context);
  if (eventually === undefined) return { withinMs: own, reloads: false };
  refuseBoth(entry(step.parameters, 'within'), context);
  return { withinMs: withinOf(field(eventually.value, 'within'), false, context), reloads: true };
}

function withinOf(node: Node | undefined, isDelta: boolean, context: StepContext): number | undefined {
  const withinMs = durationMs(textOf(node));
  if (node === undefined) return undefined;
  if (withinMs !== undefined && withinMs > longWithinMs) {
    context.problems.warning({
      code: 'long-wait',
      message: 'waiting for more than 30s',
      span: node.span,
      hint: 'people do not wait that long',
    });
  }
  if (withinMs === undefined && isDelta) {
    context.problems.error({
      code: 'wrong-value',
      message: '“within” must be a duration such as 5s, 200ms or 1m',
      span: node.span,
    });
  }
  return withinMs;
}

// A table of a delta may be called “within”; then it is a mapping.
function ownWithin(step: WrittenStep): Node | undefined {
  const node = field(step.parameters, 'within');
  return node?.kind === 'scalar' ? node : undefined;
}

function refuseBoth(within: Entry | undefined, context: StepContext): void {
  if (within === undefined) return;
  context.problems.error({
    code: 'two-waits',
    message: '“eventually” has its own “within”',
    span: within.keySpan,
    hint: 'say it once, inside eventually: { … }',
  });
}

/** What ends a wait early, in the form of what the look expects; `compile` gives nothing when nothing is said. */
export function compileFailIf(
  step: WrittenStep,
  context: StepContext,
  compile: (node: Node) => Compiled | undefined,
): Pick<BuiltStep, 'failIf'> {
  const written = entry(step.parameters, 'failIf');
  if (written === undefined) return {};
  const failIf = entriesOf(written.value).length === 0 ? undefined : compile(written.value);
  if (failIf === undefined)
    context.problems.error({
      code: 'no-expectation',
      message: '“failIf” is empty',
      span: written.keySpan,
      hint: 'say what ends the wait',
    });
  return failIf === undefined ? {} : { failIf };
}

/** Says that something that is done once does not wait. */
export function refuseWaits(step: WrittenStep, what: string, context: StepContext): void {
  for (const key of ['failIf', 'stays', 'eventually']) {
    const written = entry(step.parameters, key);
    if (written === undefined) continue;
    context.problems.error({
      code: 'no-wait',
      message: `${quote(key)} is about waiting; ${what}`,
      span: written.keySpan,
      hint: 'look at what it brought in a step of its own',
    });
  }
}
