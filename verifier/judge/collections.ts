import { isList, isMap, isNumeric, type Matcher, type Value } from '../../contracts/language/index.ts';
import { AnyFinding, below, expectedOf, tell, tellUnexpected, type Check, type Kind, type Place } from './findings.ts';
import { assign } from './matching.ts';
import { describeMatcher, describeValue } from './words.ts';

/** What is looked at, where, and how to look into it. */
export interface Looking {
  readonly actual: Value;
  readonly place: Place;
  readonly check: Check;
}

/** Same length, same order; elements of the common part are compared even when the lengths differ. */
export function checkArray(matcher: Kind<'array'>, looking: Looking): void {
  const { actual, place, check } = looking;
  if (!isList(actual)) {
    tellUnexpected(matcher, looking.actual, looking.place);
    return;
  }
  if (actual.length !== matcher.items.length) tellLength(matcher.items.length, actual, place);
  for (let index = 0; index < Math.min(actual.length, matcher.items.length); index++) {
    if (place.findings.enough) return;
    check(at(matcher.items, index), actual[index], below(place, index));
  }
}

/** Every element; an empty list has none that could differ. */
export function checkEach(matcher: Kind<'each'>, looking: Looking): void {
  const { actual, place, check } = looking;
  if (!isList(actual)) {
    tellUnexpected(matcher, looking.actual, looking.place);
    return;
  }
  for (const [index, element] of actual.entries()) {
    if (place.findings.enough) return;
    check(matcher.item, element, below(place, index));
  }
}

/** Same length, and each item has an element of its own. */
export function checkUnordered(matcher: Kind<'unordered'>, looking: Looking): void {
  const { actual, place } = looking;
  if (!isList(actual)) {
    tellUnexpected(matcher, looking.actual, looking.place);
    return;
  }
  if (actual.length !== matcher.items.length) {
    tellLength(matcher.items.length, actual, place);
    if (place.findings.enough) return;
  }
  const left = pair(matcher.items, actual, looking);
  const [item] = left.items;
  const [index] = left.elements;
  if (item !== undefined && index !== undefined && left.items.length === 1 && left.elements.length === 1) {
    looking.check(item, actual[index], below(place, index));
    return;
  }
  tellMissing(left.items, looking);
  for (const extra of left.elements) {
    const element = at(actual, extra);
    tell(below(place, extra), () => ({
      message: `nothing in the expected list fits ${describeValue(element)}`,
      actual: element,
    }));
  }
}

/** A text has each part; a list has an element for each item, each its own. */
export function checkContains(matcher: Kind<'contains'>, looking: Looking): void {
  const { actual, place } = looking;
  if (typeof actual === 'string') {
    tellMissing(
      matcher.items.filter((item) => !isPart(item, actual)),
      looking,
    );
  } else if (isList(actual)) tellMissing(pair(matcher.items, actual, looking).items, looking);
  else tellUnexpected(matcher, actual, place);
}

function isPart(item: Matcher<Value>, text: string): boolean {
  return item.is === 'equal' && typeof item.value === 'string' && text.includes(item.value);
}

/** What has no partner: items, and the indices of elements. */
interface Unpaired {
  readonly items: readonly Matcher<Value>[];
  readonly elements: readonly number[];
}

/**
 * Pairs items with elements, as many as can be. Scalars first: such an item fits equal elements only, and those are as good
 * as each other for every other item, so this loses no pair and makes long literal lists linear.
 */
function pair(items: readonly Matcher<Value>[], elements: readonly Value[], looking: Looking): Unpaired {
  const free = indexScalars(elements);
  const taken = new Set<number>();
  const unpaired: Matcher<Value>[] = [];
  const others: Matcher<Value>[] = [];
  for (const item of items) {
    const key = item.is === 'equal' ? scalarKey(item.value) : undefined;
    const index = key === undefined ? undefined : free.get(key)?.pop();
    if (key === undefined) others.push(item);
    else if (index === undefined) unpaired.push(item);
    else taken.add(index);
  }
  const candidates = [...elements.keys()].filter((index) => !taken.has(index));
  const partners = others.map((item) =>
    lazily(() => candidates.filter((index) => fits(item, elements[index], looking))),
  );
  const partnerOf = assign(others.length, (i) => at(partners, i)());
  for (const [i, item] of others.entries()) {
    const partner = partnerOf[i];
    if (partner === undefined) unpaired.push(item);
    else taken.add(partner);
  }
  return { items: unpaired, elements: candidates.filter((index) => !taken.has(index)) };
}

/** Indices by scalar, the last first, so that the first is taken first. */
function indexScalars(elements: readonly Value[]): Map<string, number[]> {
  const free = new Map<string, number[]>();
  for (let index = elements.length - 1; index >= 0; index--) {
    const key = scalarKey(at(elements, index));
    if (key === undefined) continue;
    const indices = free.get(key);
    if (indices === undefined) free.set(key, [index]);
    else indices.push(index);
  }
  return free;
}

/** Equal for equal scalars only; lists and objects have none. */
function scalarKey(value: Value): string | undefined {
  if (typeof value === 'string') return `text ${value}`;
  if (isList(value) || isMap(value)) return undefined;
  return isNumeric(value) ? `number ${value.toString()}` : `literal ${String(value)}`;
}

function fits(item: Matcher<Value>, element: Value | undefined, { check, place }: Looking): boolean {
  const findings = new AnyFinding();
  check(item, element, { path: place.path, findings });
  return !findings.enough;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function tellMissing(items: readonly Matcher<Value>[], { actual, place }: Looking): void {
  for (const item of items) {
    tell(place, () => ({
      message: `${describeMatcher(item)} is not in ${describeValue(actual)}`,
      expected: expectedOf(item),
      actual,
    }));
  }
}

function tellLength(expected: number, actual: readonly Value[], place: Place): void {
  tell(place, () => ({
    message: `expected ${plural(expected)}, found ${String(actual.length)}: ${describeValue(actual)}`,
    expected: plural(expected),
    actual,
  }));
}

function plural(count: number): string {
  return count === 1 ? '1 element' : `${String(count)} elements`;
}

/** An index that is known to exist. */
function at<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}
