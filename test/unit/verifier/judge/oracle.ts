import { LosslessNumber } from 'lossless-json';
import { compareNumbers, type Matcher, type Value } from '../../../../contracts/language/index.ts';

/**
 * What the matchers mean, said a second time as plainly as possible and without a thought for speed or messages:
 * lists are tried in every order. Schemas are left out (`undefined`: no opinion).
 */
export function meaning(matcher: Matcher<Value>, actual: Value | undefined): boolean | undefined {
  if (mentionsSchema(matcher)) return undefined;
  return means(matcher, actual);
}

function mentionsSchema(matcher: Matcher<Value>): boolean {
  return JSON.stringify(matcher, (_, one: unknown) => (typeof one === 'bigint' ? 0 : one)).includes('"is":"schema"');
}

function means(matcher: Matcher<Value>, actual: Value | undefined): boolean {
  if (matcher.is === 'absent') return actual === undefined;
  if (matcher.is === 'not')
    return (actual !== undefined || aboutAbsence(matcher.matcher)) && !means(matcher.matcher, actual);
  if (matcher.is === 'oneOf') return matcher.options.some((one) => means(one, actual));
  if (matcher.is === 'all' && matcher.matchers.length > 0) return matcher.matchers.every((one) => means(one, actual));
  return actual !== undefined && meansOfSomething(matcher, actual);
}

function aboutAbsence(matcher: Matcher<Value>): boolean {
  if (matcher.is === 'not') return aboutAbsence(matcher.matcher);
  if (matcher.is === 'oneOf') return matcher.options.some(aboutAbsence);
  if (matcher.is === 'all') return matcher.matchers.some(aboutAbsence);
  return matcher.is === 'absent';
}

type Meanings = {
  readonly [K in Matcher<Value>['is']]?: (
    matcher: Extract<Matcher<Value>, { readonly is: K }>,
    actual: Value,
  ) => boolean;
};

const meanings: Meanings = {
  equal: (matcher, actual) => same(matcher.value, actual),
  object: (matcher, actual) => {
    const map = mapOf(actual);
    if (map === undefined) return false;
    const fits = Object.entries(matcher.entries).every(([key, one]) => means(one, map.get(key)));
    return fits && (!matcher.exactly || [...map.keys()].every((key) => Object.hasOwn(matcher.entries, key)));
  },
  agreeing: ({ names }, actual) => {
    const read = names.map((name) => mapOf(actual)?.get(name));
    return read.every((one) => one !== undefined && read.every((other) => other !== undefined && same(one, other)));
  },
  array: ({ items }, actual) =>
    listOf(actual)?.length === items.length && items.every((item, index) => means(item, listOf(actual)?.[index])),
  unordered: ({ items }, actual) =>
    listOf(actual)?.length === items.length && eachHasItsOwn(items, listOf(actual) ?? []),
  contains: ({ items }, actual) => {
    if (typeof actual === 'string') return items.every((item) => isTextIn(item, actual));
    return listOf(actual) !== undefined && eachHasItsOwn(items, listOf(actual) ?? []);
  },
  each: ({ item }, actual) => listOf(actual)?.every((element) => means(item, element)) ?? false,
  matches: ({ pattern }, actual) => typeof actual === 'string' && new RegExp(pattern as string, 'u').test(actual),
  type: ({ type }, actual) => (type === 'integer' ? isWhole(actual) : kindOf(actual) === type),
  gte: ({ bound }, actual) => order(actual, bound) >= 0,
  lte: ({ bound }, actual) => order(actual, bound) <= 0,
  length: ({ length }, actual) => {
    if (typeof actual === 'string') return means(length, Array.from(actual).length);
    return listOf(actual) !== undefined && means(length, listOf(actual)?.length);
  },
  anything: () => true,
  all: () => true,
};

function meansOfSomething(matcher: Matcher<Value>, actual: Value): boolean {
  const meaningOf = meanings[matcher.is] as ((matcher: Matcher<Value>, actual: Value) => boolean) | undefined;
  if (meaningOf === undefined) throw new Error(`no meaning for ${matcher.is}`);
  return meaningOf(matcher, actual);
}

function isTextIn(item: Matcher<Value>, text: string): boolean {
  return item.is === 'equal' && typeof item.value === 'string' && text.includes(item.value);
}

function isWhole(actual: Value): boolean {
  if (actual instanceof LosslessNumber) return actual.value === '1e2000';
  return typeof actual === 'bigint' || Number.isInteger(actual);
}

function listOf(actual: Value): readonly Value[] | undefined {
  return Array.isArray(actual) ? (actual as readonly Value[]) : undefined;
}

function mapOf(actual: Value): ReadonlyMap<string, Value> | undefined {
  return kindOf(actual) === 'object' ? new Map(Object.entries(actual as Readonly<Record<string, Value>>)) : undefined;
}

/** Tries every element for the first item, and so on. */
function eachHasItsOwn([first, ...others]: readonly Matcher<Value>[], elements: readonly Value[]): boolean {
  if (first === undefined) return true;
  return elements.some((one, index) => means(first, one) && eachHasItsOwn(others, elements.toSpliced(index, 1)));
}

function kindOf(actual: Value): string {
  if (actual === null) return 'null';
  if (typeof actual === 'bigint' || actual instanceof LosslessNumber) return 'number';
  return Array.isArray(actual) ? 'array' : typeof actual;
}

function order(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (kindOf(a) !== 'number' || kindOf(b) !== 'number') return Number.NaN;
  return compareNumbers(a as number, b as number);
}

function same(a: Value, b: Value): boolean {
  const normal = (one: Value): string =>
    JSON.stringify(one, (_, inner: Value) => {
      if (kindOf(inner) === 'number') return `#${(inner as number).toString()}`;
      if (typeof inner === 'string') return `"${inner}`;
      if (kindOf(inner) !== 'object') return inner;
      // Wrapped, so that {} is no empty list.
      const entries = Object.entries(inner as Readonly<Record<string, Value>>);
      return { entries: entries.toSorted(([x], [y]) => (x < y ? -1 : 1)) };
    });
  return kindOf(a) === kindOf(b) && normal(a) === normal(b);
}
