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
type Describe<V> = (matcher: Matcher<V>) => string;

/** The same for any kind of leaf. */
export function describeWith<V>(matcher: Matcher<V>, show: Show<V>): string {
  const inner: Describe<V> = (nested) => describeWith(nested, show);
  if (matcher.is === 'array' || matcher.is === 'unordered' || matcher.is === 'contains')
    return describeItems(matcher, inner);
  if (matcher.is === 'object') return describeObject(matcher, inner);
  if (matcher.is === 'oneOf') return listWords(matcher.options.map(inner), 'or');
  if (matcher.is === 'all') return describeAll(matcher.matchers, inner);
  if (matcher.is === 'each' || matcher.is === 'not' || matcher.is === 'length') return describeNested(matcher, inner);
  return describeOne(matcher, show);
}

function describeItems<V>(matcher: Extract<Matcher<V>, { readonly items: unknown }>, inner: Describe<V>): string {
  const items = matcher.items.map(inner);
  if (matcher.is === 'contains') {
    const parts = items.map((item) => (item.startsWith('containing ') ? `one ${item}` : item));
    return `containing ${listWords(parts, 'and')}`;
  }
  const list = items.length === 0 ? '[]' : `[ ${items.join(', ')} ]`;
  return matcher.is === 'unordered' ? `in any order ${list}` : list;
}

function describeObject<V>(matcher: Extract<Matcher<V>, { readonly is: 'object' }>, inner: Describe<V>): string {
  const entries = Object.entries(matcher.entries);
  const exactly = matcher.exactly ? 'exactly ' : '';
  if (entries.length === 0) return `${exactly}{}`;
  return `${exactly}{ ${entries.map(([key, nested]) => `${key}: ${inner(nested)}`).join(', ')} }`;
}

function describeAll<V>(matchers: readonly Matcher<V>[], inner: Describe<V>): string {
  const words = matchers.map(inner);
  // `2xx` is kept as a range.
  const statusClass = /^at least ([1-5])00 at most \1(?:99)$/u.exec(words.join(' '))?.[1];
  return statusClass === undefined ? listWords(words, 'and') : `${statusClass}xx`;
}

function describeNested<V>(matcher: Nested<V>, inner: Describe<V>): string {
  if (matcher.is === 'each') return `each ${inner(matcher.item)}`;
  if (matcher.is === 'not') return `not ${inner(matcher.matcher)}`;
  return `of length ${inner(matcher.length)}`;
}

type Nested<V> = Extract<Matcher<V>, { readonly is: 'each' | 'not' | 'length' }>;

type One<V> = Extract<Matcher<V>, { readonly is: 'equal' | 'matches' | 'gte' | 'lte' }> | Plain;

function describeOne<V>(matcher: One<V>, show: Show<V>): string {
  if (matcher.is === 'equal') return show(matcher.value);
  if (matcher.is === 'matches') return `matching ${show(matcher.pattern)}`;
  if ('bound' in matcher) return `at ${matcher.is === 'gte' ? 'least' : 'most'} ${show(matcher.bound)}`;
  return describePlain(matcher);
}

type Plain = Extract<Matcher<unknown>, { readonly is: 'type' | 'schema' | 'agreeing' | 'absent' | 'anything' }>;

function describePlain(matcher: Plain): string {
  switch (matcher.is) {
    case 'type':
      return `of type ${matcher.type}`;
    case 'schema':
      return 'valid against a schema';
    case 'agreeing':
      return `the same in ${listWords(matcher.names, 'and')}`;
    case 'absent':
    case 'anything':
      return matcher.is;
  }
}
