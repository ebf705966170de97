import type { PlanStep, Save } from '../plan.ts';
import type { Verb } from '../probe.ts';
import { validateNode } from '../schema/validate.ts';
import { verbSchemas } from '../schema/verbs.ts';
import { nameHint, quote } from '../wording.ts';
import { entriesOf, field, textOf, type Node } from '../yaml/node.ts';
import { wantsAbsence } from './absence.ts';
import { apiVerbs } from './api.ts';
import { browserActs } from './browser-acts.ts';
import { browserLooks } from './browser-looks.ts';
import { done, type BuiltStep, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { databaseVerbs } from './database.ts';
import { durationMs } from './duration.ts';
import { checkSection } from './sections.ts';

const standardWithinMs = 5_000;
const longWithinMs = 30_000;

const restart: VerbCompiler = (step, context) => {
  const node = field(step.parameters, 'service') ?? step.parameters;
  const service = textOf(node);
  if (service === undefined) return undefined;
  if (!context.system.apps.includes(service) && context.system.known) {
    const isDatabase = context.system.databases.includes(service);
    context.problems.error({
      code: 'unknown-service',
      message: isDatabase
        ? `${quote(service)} is a database; only an application can be restarted`
        : `there is no service ${quote(service)}`,
      span: node.span,
      hint: nameHint(service, context.system.apps),
    });
    return undefined;
  }
  const probe = { verb: 'system.restart', service } as const;
  return {
    probe,
    kind: 'act',
    stated: false,
    expectation: done,
    words: `restart of ${service}`,
    standardWithinMs: context.system.readyMs,
  };
};

const compilers: Readonly<Record<Verb, VerbCompiler>> = {
  ...browserActs,
  ...browserLooks,
  ...apiVerbs,
  ...databaseVerbs,
  'system.restart': restart,
};

/** Compiles one written-out step. Undefined when it is not usable, which was said; what it saves is known all the same. */
export function compileStep(step: WrittenStep, outer: StepContext, id: string): PlanStep | undefined {
  const context = { ...outer, problems: step.problems };
  const built = buildStep(step, context);
  const save = compileSaves(step, context);
  const withinMs = withinOf(step, built, context);
  if (built === undefined) return undefined;
  const { words, probe, expectation, stated, kind } = built;
  requireExpectation(step, built, context);
  return {
    id,
    section: context.section,
    words,
    origin: { written: step.verbSpan.at, via: step.via },
    probe,
    expectation,
    stated,
    kind,
    absence: kind === 'look' && stated && wantsAbsence(expectation),
    save,
    withinMs,
  };
}

function buildStep(step: WrittenStep, context: StepContext): BuiltStep | undefined {
  const inPlace = checkSection(step, context);
  const violations = validateNode(step.parameters, verbSchemas[step.verb], {
    what: step.verb,
    problems: context.problems,
  });
  if (!inPlace || violations.size > 0) return undefined;
  return compilers[step.verb](step, context);
}

function requireExpectation(step: WrittenStep, built: BuiltStep, context: StepContext): void {
  if (context.section !== 'then' || built.kind === 'act' || built.stated) return;
  context.problems.error({
    code: 'no-expectation',
    message: `${step.verb} in “then” expects nothing`,
    span: step.verbSpan,
    hint: step.verb === 'db.query' ? 'say expect: { rows: … }' : 'say expect: { status: …, json: … }',
  });
}

function withinOf(step: WrittenStep, built: BuiltStep | undefined, context: StepContext): number {
  const node = ownWithin(step);
  const withinMs = durationMs(textOf(node));
  if (node !== undefined && withinMs !== undefined && withinMs > longWithinMs) {
    context.problems.warning({
      code: 'long-wait',
      message: 'waiting for more than 30s',
      span: node.span,
      hint: 'people do not wait that long',
    });
  }
  if (node !== undefined && withinMs === undefined && step.verb === 'db.delta') {
    context.problems.error({
      code: 'wrong-value',
      message: '“within” must be a duration such as 5s, 200ms or 1m',
      span: node.span,
    });
  }
  return withinMs ?? built?.standardWithinMs ?? standardWithinMs;
}

// A table of a delta may be called “within”; then it is a mapping.
function ownWithin(step: WrittenStep): Node | undefined {
  const node = field(step.parameters, 'within');
  return node?.kind === 'scalar' ? node : undefined;
}

function compileSaves(step: WrittenStep, context: StepContext): Save[] {
  if (step.verb !== 'api.request' && step.verb !== 'db.query') return [];
  return entriesOf(field(step.parameters, 'save')).map(({ key, keySpan, value }) => {
    const known = context.names.find(key);
    if (known !== undefined) {
      const again = known.kind === 'save';
      context.problems.error({
        code: again ? 'duplicate-save' : 'name-taken',
        message: again ? `${quote(key)} is saved twice in one criterion` : `the name ${quote(key)} is taken`,
        span: keySpan,
        related: known.at === undefined ? [] : [{ message: again ? 'first saved here' : 'it is this', at: known.at }],
      });
    } else {
      context.names.define(key, { kind: 'save', at: keySpan.at });
    }
    return { name: key, pointer: textOf(value) ?? '', at: keySpan.at };
  });
}
