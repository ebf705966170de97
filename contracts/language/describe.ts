import { stringifyJson } from './json.ts';
import type { Matcher } from './matcher.ts';
import { isList, isMap, type Value } from './value.ts';
import { listWords, shorten } from './wording.ts';

const longestValue = 120;

/** An expectation in words, short: `status 201 and json { articles: [ { slug: "x" } ] }`. */
export function describeMatcher(matcher: Matcher<Value>): string {
  if (matcher.is !== 'object') return describeWith(matcher, showValue);
  const entries = Object.entries(matcher.entries);
  if (entries.length === 0) return matcher.exactly ? 'nothing' : 'an object';
  const words = listWords(
    entries.map(([key, inner]) => `${key} ${describeWith(inner, showValue)}`),
    'and',
  );
  return matcher.exactly ? `${words}, and nothing else` : words;
}

/** A value as contracts write it, without quotes around keys; long ones are cut. */
export function showValue(value: Value): string {
  return shorten(writeValue(value), longestValue);
}

function writeValue(value: Value): string {
  if (isList(value)) return value.length === 0 ? '[]' : `[ ${value.map(writeValue).join(', ')} ]`;
  if (!isMap(value)) return stringifyJson(value);
  const entries = Object.entries(value);
  return entries.length === 0
    ? '{}'
    : `{ ${entries.map(([key, inner]) => `${key}: ${writeValue(inner)}`).join(', ')} }`;
}

type Show<V> = (value: V) => string;

/** The same for any kind of leaf. */
export function describeWith<V>(matcher: Matcher<V>, show: Show<V>): string {
  const inner = (nested: Matcher<V>): string => describeWith(nested, show);
  const list = (items: readonly Matcher<V>[]): string =>
    items.length === 0 ? '[]' : `[ ${items.map(inner).join(', ')} ]`;
  switch (matcher.is) {
    case 'equal':
      return show(matcher.value);
    case 'object':
      return describeObject(matcher, inner);
    case 'array':
      return list(matcher.items);
    case 'unordered':
      return `in any order ${list(matcher.items)}`;
    case 'contains':
      return `containing ${listWords(matcher.items.map(inner), 'and')}`;
    case 'oneOf':
      return listWords(matcher.options.map(inner), 'or');
    case 'all':
      return describeAll(matcher.matchers, inner);
    default:
      return describeRest(matcher, inner, show);
  }
}

function describeObject<V>(
  matcher: Extract<Matcher<V>, { readonly is: 'object' }>,
  inner: (nested: Matcher<V>) => string,
): string {
  const entries = Object.entries(matcher.entries);
  const exactly = matcher.exactly ? 'exactly ' : '';
  if (entries.length === 0) return `${exactly}{}`;
  return `${exactly}{ ${entries.map(([key, nested]) => `${key}: ${inner(nested)}`).join(', ')} }`;
}

function describeAll<V>(matchers: readonly Matcher<V>[], inner: (nested: Matcher<V>) => string): string {
  const [low, high] = matchers;
  // 2xx is kept as a range.
  if (matchers.length === 2 && low?.is === 'gte' && high?.is === 'lte') {
    const bounds = /^at least ([1-5])00 and at most \1(?:99)$/u.exec(`${inner(low)} and ${inner(high)}`);
    if (bounds?.[1] !== undefined) return `${bounds[1]}xx`;
  }
  return listWords(matchers.map(inner), 'and');
}

type Rest<V> = Extract<
  Matcher<V>,
  { readonly is: 'each' | 'not' | 'matches' | 'type' | 'gte' | 'lte' | 'length' | 'absent' | 'schema' | 'anything' }
>;

function describeRest<V>(matcher: Rest<V>, inner: (nested: Matcher<V>) => string, show: Show<V>): string {
  switch (matcher.is) {
    case 'each':
      return `each ${inner(matcher.item)}`;
    case 'not':
      return `not ${inner(matcher.matcher)}`;
    case 'matches':
      return `matching ${show(matcher.pattern)}`;
    case 'type':
      return `of type ${matcher.type}`;
    case 'gte':
      return `at least ${show(matcher.bound)}`;
    case 'lte':
      return `at most ${show(matcher.bound)}`;
    case 'length':
      return `of length ${inner(matcher.length)}`;
    case 'absent':
      return 'absent';
    case 'schema':
      return 'valid against a schema';
    case 'anything':
      return 'anything';
  }
}
