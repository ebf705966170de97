import type { Claim, CriterionPlan, NamedValue, PlanStep, Section } from '../plan.ts';
import { claims } from '../schema/contract.ts';
import { nameHint, quote } from '../wording.ts';
import { booleanOf, entry, field, textOf, type Node, type Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { carriesClaim, strongestClaim, waysToClaim, withStrengths } from './claim.ts';
import type { StepContext, SystemNames } from './context.ts';
import { durationMs } from './duration.ts';
import { compileExpression } from './expression.ts';
import { Names } from './names.ts';
import { checkPages } from './pages.ts';
import { compileStep } from './step.ts';
import { compileLet, namesIn } from './values.ts';
import { expandSteps, type Vocabulary } from './vocabulary.ts';

const standardDeadlineMs = 60_000;
const manySteps = 12;

/** What the criteria of one contract share. */
export interface CriterionContext {
  readonly problems: Problems;
  readonly system: SystemNames;
  /** Puts actors, and those that they depend on, into the order of their making. */
  readonly inMakingOrder: (actors: ReadonlySet<string>) => string[];
  readonly vocabulary: Vocabulary;
  readonly names: Names;
  /** The contract's `let`. */
  readonly values: readonly NamedValue[];
}

/** A criterion's plan, and the names that it defined. */
export interface CompiledCriterion {
  readonly plan: CriterionPlan;
  readonly names: Names;
}

const sections = ['given', 'when', 'then'] as const;

/** Compiles one criterion, as far as it goes: what is wrong is in `problems`, and then the plan is not used. */
export function compileCriterion(node: Node, context: CriterionContext): CompiledCriterion {
  const { problems } = context;
  const names = new Names(context.names);
  const actor = defaultActor(node, context, names);
  const own = compileLet(field(node, 'let'), { names, problems });
  const title = field(node, 'title');
  const titleExpression =
    title === undefined ? ({ kind: 'literal', value: '' } as const) : compileExpression(title, { names, problems });
  const before = problems.errorCount;
  const steps = compileSections(node, { names, problems, system: context.system, actor }, context.vocabulary);
  const claim = claims.find((known) => known === textOf(field(node, 'claim')));
  if (problems.errorCount === before && context.system.known)
    checkCriterion(node, { steps, claim, problems }, context.system);
  const values = [...usedValues(context.values, names, own), ...own];
  const plan: CriterionPlan = {
    id: textOf(field(node, 'id')) ?? '',
    title: titleExpression,
    claim: claim ?? 'shown',
    required: booleanOf(field(node, 'required')) ?? true,
    position: node.span.at,
    actors: context.inMakingOrder(names.involved()),
    values,
    given: steps.filter(({ section }) => section === 'given'),
    when: steps.filter(({ section }) => section === 'when'),
    then: steps.filter(({ section }) => section === 'then'),
    deadlineMs: durationMs(textOf(field(node, 'deadline'))) ?? standardDeadlineMs,
  };
  return { plan, names };
}

function defaultActor(node: Node, { system, problems }: CriterionContext, names: Names): string | undefined {
  const as = entry(node, 'as');
  const actor = textOf(as?.value);
  if (as === undefined || actor === undefined) return undefined;
  if (actor === 'guest' || system.actors.has(actor) || !system.known) {
    names.involve(actor);
    return actor;
  }
  problems.error({
    code: 'unknown-actor',
    message: `there is no actor ${quote(actor)}`,
    span: as.value.span,
    hint: nameHint(actor, [...system.actors.keys(), 'guest']),
  });
  // Its steps are compiled as if it were there: one error is enough.
  return actor;
}

type SectionContext = Omit<StepContext, 'section'>;

function compileSections(node: Node, context: SectionContext, vocabulary: Vocabulary): PlanStep[] {
  const expansions = sections.map((section) => ({
    section,
    ...expandSteps(field(node, section), vocabulary, context.problems),
  }));
  const steps = expansions.flatMap(({ section, steps: written }) =>
    written.flatMap((step, index) => compileStep(step, { ...context, section }, stepId(section, index)) ?? []),
  );
  // A step that is missing may have been the one that saves the value.
  if (expansions.every(({ complete }) => complete)) context.names.reportUnresolved();
  return withStrengths(steps, context.system);
}

function stepId(section: Section, index: number): string {
  return `${section}.${String(index + 1)}`;
}

interface Compiled {
  readonly steps: readonly PlanStep[];
  readonly claim: Claim | undefined;
  readonly problems: Problems;
}

/** Lint: what no schema can say of a criterion. Asked only when its steps are in order. */
function checkCriterion(node: Node, compiled: Compiled, system: SystemNames): void {
  if (!hasAction(node, compiled.problems) || !hasExpectation(node, compiled)) return;
  checkPages(compiled.steps, system, compiled.problems);
  checkClaim(node, compiled);
  const { steps, problems } = compiled;
  if (steps.length <= manySteps) return;
  problems.warning({
    code: 'many-steps',
    message: `${String(steps.length)} steps: more than ${String(manySteps)} are hard to read`,
    span: idSpan(node),
  });
}

function idSpan(node: Node): Span {
  return field(node, 'id')?.span ?? node.span;
}

function hasAction(node: Node, problems: Problems): boolean {
  const when = entry(node, 'when');
  if (when?.value.kind !== 'list' || when.value.items.length > 0) return true;
  problems.error({
    code: 'empty-when',
    message: '“when” is empty: nothing is done',
    span: when.keySpan,
    hint: 'a read-only feature’s action is the read',
  });
  return false;
}

function hasExpectation(node: Node, { steps, problems }: Compiled): boolean {
  if (steps.some(({ section, stated }) => stated && section !== 'given')) return true;
  problems.error({
    code: 'no-expectation',
    message: 'nothing is expected: there is no look in “then” and no expectation in “when”',
    span: entry(node, 'then')?.keySpan ?? idSpan(node),
  });
  return false;
}

function checkClaim(node: Node, { steps, claim, problems }: Compiled): void {
  const claimNode = field(node, 'claim');
  if (claim === undefined || claimNode === undefined) return;
  const reached = strongestClaim(steps.flatMap(({ strength }) => strength ?? []));
  if (carriesClaim(reached, claim)) return;
  const most =
    reached === undefined ? 'no judged step carries any claim' : `the judged steps reach ${quote(reached)} at most`;
  problems.error({
    code: 'claim-out-of-reach',
    message: `the claim ${quote(claim)} is out of reach: ${most}`,
    span: claimNode.span,
    hint: `to reach it, ${waysToClaim[claim]}`,
  });
}

// Only what the criterion needs is made: values of the contract that it uses, and those that these use.
function usedValues(contract: readonly NamedValue[], names: Names, own: readonly NamedValue[]): NamedValue[] {
  const needed = new Set([...names.referenced(), ...own.flatMap((value) => [...namesIn(value.from)])]);
  const used: NamedValue[] = [];
  for (const value of [...contract].reverse()) {
    if (!needed.has(value.name)) continue;
    used.unshift(value);
    for (const name of namesIn(value.from)) needed.add(name);
  }
  return used;
}
