import type { PlanStep, Save } from '../plan.ts';
import { validateNode } from '../schema/validate.ts';
import { verbSchemas, type WrittenVerb } from '../schema/verbs.ts';
import { quote } from '../wording.ts';
import { entriesOf, field, textOf } from '../yaml/node.ts';
import { wantsAbsence } from './absence.ts';
import { valueVerbs } from './agree.ts';
import { apiVerbs } from './api.ts';
import { browserActs } from './browser-acts.ts';
import { browserLooks } from './browser-looks.ts';
import type { BuiltStep, VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { databaseVerbs } from './database.ts';
import { checkSection } from './sections.ts';
import { systemVerbs } from './system-verbs.ts';
import { compileTogether } from './together.ts';
import { compileWaits } from './waits.ts';

const compilers: Readonly<Record<Exclude<WrittenVerb, 'together'>, VerbCompiler>> = {
  ...browserActs,
  ...browserLooks,
  ...apiVerbs,
  ...databaseVerbs,
  ...systemVerbs,
  ...valueVerbs,
};

/** Compiles one written-out step. Undefined when it is not usable, which was said; what it saves is known all the same. */
export function compileStep(step: WrittenStep, outer: StepContext, id: string): PlanStep | undefined {
  const context = { ...outer, problems: step.problems };
  const built = buildStep(step, context, id);
  const save = compileSaves(step, context);
  const { words, ...waits } = compileWaits(step, built, context);
  if (built === undefined) return undefined;
  const { probe, expectation, stated, kind, failIf } = built;
  requireExpectation(step, built, context);
  return {
    id,
    section: context.section,
    words: `${built.words}${words}`,
    origin: { written: step.verbSpan.at, via: step.via },
    probe,
    expectation,
    stated,
    kind,
    absence: kind === 'look' && stated && wantsAbsence(expectation),
    save,
    ...waits,
    ...(failIf === undefined ? {} : { failIf }),
  };
}

function buildStep(step: WrittenStep, context: StepContext, id: string): BuiltStep | undefined {
  const inPlace = checkSection(step, context);
  const violations = validateNode(step.parameters, verbSchemas[step.verb], {
    what: step.verb,
    problems: context.problems,
  });
  if (!inPlace || violations.size > 0) return undefined;
  if (step.verb !== 'together') return compilers[step.verb](step, context);
  return compileTogether(step, context, (inner, innerContext, index) =>
    compileStep(inner, innerContext, `${id}.${String(index + 1)}`),
  );
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
        hint: 'save it under another name',
        related: known.at === undefined ? [] : [{ message: again ? 'first saved here' : 'it is this', at: known.at }],
      });
    } else {
      context.names.define(key, { kind: 'save', at: keySpan.at });
    }
    return { name: key, pointer: textOf(value) ?? '', at: keySpan.at };
  });
}
