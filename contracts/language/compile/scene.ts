import type { Expression } from '../expression.ts';
import type { NamedValue, PlanStep, Section } from '../plan.ts';
import { nameHint, quote } from '../wording.ts';
import { entry, field, textOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { withStrengths } from './claim.ts';
import type { StepContext, SystemNames } from './context.ts';
import { compileExpression } from './expression.ts';
import { Names } from './names.ts';
import { compileStep } from './step.ts';
import { compileLet, compileOverrides, mergeValues, namesIn, type Override } from './values.ts';
import { expandSteps, type Vocabulary } from './vocabulary.ts';

/** What the criteria of one contract share. */
export interface SceneContext {
  readonly problems: Problems;
  readonly system: SystemNames;
  readonly vocabulary: Vocabulary;
  readonly names: Names;
  /** The contract's `let`. */
  readonly values: readonly NamedValue[];
}

/** A criterion's steps with the values that they need. */
export interface Scene {
  readonly title: Expression;
  readonly values: readonly NamedValue[];
  readonly steps: readonly PlanStep[];
  readonly names: Names;
  /** Whether the steps are in order, so that more can be said of them. */
  readonly usable: boolean;
}

/** What is not as the criterion itself says. */
export interface Variation {
  /** Values that win over those of `let`. */
  readonly overrides: readonly Override[];
  /** Another `given`. */
  readonly given?: Node;
}

/** Compiles the values and steps of a criterion, as far as they go. */
export function compileScene(node: Node, variation: Variation, context: SceneContext): Scene {
  const { problems } = context;
  const names = new Names(context.names);
  const { overrides } = variation;
  const inNames = { names, problems };
  const actor = defaultActor(node, context, names);
  const over = compileOverrides(overrides, inNames);
  const own = compileLet(field(node, 'let'), inNames, overrides);
  const title = field(node, 'title');
  const titleExpression =
    title === undefined ? ({ kind: 'literal', value: '' } as const) : compileExpression(title, inNames);
  const before = problems.errorCount;
  const steps = compileSections(node, variation.given, {
    context: { ...inNames, system: context.system, actor },
    vocabulary: context.vocabulary,
  });
  const outer = usedValues(context.values, names, [...own, ...over]);
  // A value of the contract may refer to a name that a row has taken over.
  for (const name of outer.flatMap(({ from }) => [...namesIn(from)])) {
    const known = names.findOwn(name);
    if (known !== undefined) known.used = true;
  }
  const entries = overrides.map(({ entry: overriding }) => overriding);
  const values = overrides.length === 0 ? [...outer, ...own] : mergeValues([outer, own, over], entries, inNames);
  return { title: titleExpression, values, steps, names, usable: problems.errorCount === before };
}

function defaultActor(node: Node, { system, problems }: SceneContext, names: Names): string | undefined {
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

const sections = ['given', 'when', 'then'] as const;

interface Sections {
  readonly context: Omit<StepContext, 'section'>;
  readonly vocabulary: Vocabulary;
}

function compileSections(node: Node, given: Node | undefined, { context, vocabulary }: Sections): PlanStep[] {
  const expansions = sections.map((section) => ({
    section,
    ...expandSteps(
      section === 'given' && given !== undefined ? given : field(node, section),
      vocabulary,
      context.problems,
    ),
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

// Only what the criterion needs is made: values of the contract that it uses, and those that these use.
function usedValues(contract: readonly NamedValue[], names: Names, own: readonly NamedValue[]): NamedValue[] {
  const hidden = new Set(own.map(({ name }) => name));
  const needed = new Set([...names.referenced(), ...own.flatMap((value) => [...namesIn(value.from)])]);
  const used: NamedValue[] = [];
  for (const value of [...contract].reverse()) {
    if (!needed.has(value.name) || hidden.has(value.name)) continue;
    used.unshift(value);
    for (const name of namesIn(value.from)) needed.add(name);
  }
  return used;
}
