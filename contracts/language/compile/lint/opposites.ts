import { createHash } from 'node:crypto';
import { accepts } from '../../acceptance.ts';
import type { Expression } from '../../expression.ts';
import type { Matcher } from '../../matcher.ts';
import { isNoneAllowed } from '../../none.ts';
import type { CriterionPlan, PlanStep } from '../../plan.ts';
import { equalValues, isList, isMap } from '../../value.ts';
import { quote } from '../../wording.ts';
import type { Problems } from '../../yaml/problems.ts';
import { literalOf } from '../expression.ts';
import { placeOf, type Subject } from './subject.ts';

type Compiled = Matcher<Expression>;

/** A look, and who demands it. */
interface Demand {
  readonly id: string;
  readonly step: PlanStep;
}

/** Two criteria that demand opposites in the same state can't both be satisfied: nothing that anybody builds will do. */
export function reportOpposites(subjects: readonly Subject[], problems: Problems): void {
  for (const plans of inSameState(subjects)) {
    const demands = new Map<string, Demand>();
    for (const plan of plans) addDemands(plan, demands, problems);
  }
}

/** Those that have the scene and the action of another, as far as words tell: most have their own, and need no closer look. */
function inSameState(subjects: readonly Subject[]): CriterionPlan[][] {
  const groups = new Map<string, CriterionPlan[]>();
  for (const { plan } of subjects) {
    const words = [...plan.given, ...plan.when].map((step) => step.words).join('\n');
    const group = groups.get(words);
    if (group === undefined) groups.set(words, [plan]);
    else group.push(plan);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

function addDemands(plan: CriterionPlan, demands: Map<string, Demand>, problems: Problems): void {
  const hash = createHash('sha256');
  hash.update(canonical([plan.values, plan.given.map(essence), plan.when.map(essence)]));
  for (const step of plan.then) {
    if (step.kind === 'act') {
      hash.update(canonical(essence(step)));
      continue;
    }
    const key = hash
      .copy()
      .update(canonical(subjectOf(step)))
      .digest('hex');
    const first = demands.get(key);
    if (first === undefined) demands.set(key, { id: plan.id, step });
    else if (first.id !== plan.id && isOpposite(first.step, step)) report(first, { id: plan.id, step }, problems);
  }
}

function report(first: Demand, second: Demand, problems: Problems): void {
  const place = placeOf(second.step);
  problems.error({
    code: 'opposite-demands',
    message: `${quote(second.id)} demands the opposite of ${quote(first.id)} in the same state`,
    span: place.span,
    hint: 'one of them is wrong, or their scenes differ: then say so in “given”',
    related: [
      { message: `${first.id} demands: ${first.step.words}`, at: first.step.origin.written },
      ...(place.related ?? []),
    ],
  });
}

function essence({ probe, expectation, stated }: PlanStep): unknown {
  return [probe, stated ? expectation : undefined];
}

/** What a look is about; presence and absence of an element are about the same. */
function subjectOf({ probe }: PlanStep): unknown {
  return probe.verb === 'browser.see' || probe.verb === 'browser.notSee' ? [probe.actor, probe.locator] : probe;
}

// Where a reference is written makes no difference.
function canonical(part: unknown): string {
  return JSON.stringify(part, (key, value: unknown) => {
    if (key === 'at' || key === 'origin' || key === 'words') return undefined;
    return typeof value === 'bigint' ? value.toString() : value;
  });
}

function isOpposite(first: PlanStep, second: PlanStep): boolean {
  if (first.probe.verb !== second.probe.verb) return !allowsNone(first) && !allowsNone(second);
  return contradicts(first.expectation, second.expectation) || elementsContradict(first, second);
}

// `see` with a count that 0 meets, or may meet, agrees with `notSee`.
function allowsNone({ probe, expectation }: PlanStep): boolean {
  if (probe.verb !== 'browser.see' || expectation.is !== 'object') return false;
  const count = expectation.entries['count'];
  return count !== undefined && accepts(count, 0, literalOf) !== false;
}

/** What is demanded of each element contradicts where one must be there. */
function elementsContradict(first: PlanStep, second: PlanStep): boolean {
  if (first.probe.verb !== 'browser.see' || (allowsNone(first) && allowsNone(second))) return false;
  const [one, other] = [eachElement(first), eachElement(second)];
  return one !== undefined && other !== undefined && contradicts(one, other);
}

function eachElement({ expectation }: PlanStep): Compiled | undefined {
  const elements = expectation.is === 'object' ? expectation.entries['elements'] : undefined;
  return elements?.is === 'each' ? elements.item : undefined;
}

/** Whether nothing can meet both, as far as literal values tell. */
function contradicts(first: Compiled, second: Compiled): boolean {
  if (first.is === 'object') return second.is === 'object' && objectsContradict(first, second);
  if (first.is === 'array') return second.is === 'array' && listsContradict(first.items, second.items);
  if (first.is === 'equal') return second.is === 'equal' && literalsDiffer(first.value, second.value);
  // Two `$each` agree: an empty list meets both.
  return first.is === 'length' && second.is === 'length' && contradicts(first.length, second.length);
}

function listsContradict(first: readonly Compiled[], second: readonly Compiled[]): boolean {
  if (first.length !== second.length) return true;
  return first.some((item, index) => second[index] !== undefined && contradicts(item, second[index]));
}

type ObjectMatcher = Extract<Compiled, { readonly is: 'object' }>;

function objectsContradict(first: ObjectMatcher, second: ObjectMatcher): boolean {
  if (lacks(first, second) || lacks(second, first)) return true;
  return Object.entries(first.entries).some(([key, matcher]) => {
    const other = Object.hasOwn(second.entries, key) ? second.entries[key] : undefined;
    return other !== undefined && contradicts(matcher, other);
  });
}

/** Whether one allows no other entries than its own, and the other demands one. */
function lacks(closed: ObjectMatcher, other: ObjectMatcher): boolean {
  return (
    closed.exactly &&
    Object.entries(other.entries).some(
      ([key, matcher]) => !isNoneAllowed(matcher) && !Object.hasOwn(closed.entries, key),
    )
  );
}

function literalsDiffer(first: Expression, second: Expression): boolean {
  if (first.kind !== 'literal' || second.kind !== 'literal') return false;
  const scalars = [first.value, second.value].every((value) => !isList(value) && !isMap(value));
  return scalars && !equalValues(first.value, second.value);
}
