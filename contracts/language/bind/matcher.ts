import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import { normaliseText } from '../wording.ts';
import { evaluateInto, type Evaluation, type TextEncoding } from './evaluate.ts';
import type { Value } from '../value.ts';

/** How a matcher's expressions become values: everything but patterns, and patterns. */
export interface LeafMapping<From, To> {
  readonly value: (expression: From) => To;
  readonly pattern: (expression: From) => To;
}

type One<V> = Extract<Matcher<V>, { readonly is: 'each' | 'not' | 'length' }>;
type Several<V> = Extract<Matcher<V>, { readonly is: 'object' | 'array' | 'unordered' | 'contains' | 'oneOf' | 'all' }>;
type Leaf<V> = Exclude<Matcher<V>, One<V> | Several<V>>;

const kindsOfOne: readonly string[] = ['each', 'not', 'length'] satisfies One<unknown>['is'][];
const kindsOfSeveral: readonly string[] = [
  'object',
  'array',
  'unordered',
  'contains',
  'oneOf',
  'all',
] satisfies Several<unknown>['is'][];

function isOne<V>(matcher: Matcher<V>): matcher is One<V> {
  return kindsOfOne.includes(matcher.is);
}

function isSeveral<V>(matcher: Matcher<V>): matcher is Several<V> {
  return kindsOfSeveral.includes(matcher.is);
}

/** The same matcher with other leaves. Only leaves change, so bound data is never read as a matcher. */
export function mapMatcher<From, To>(matcher: Matcher<From>, leaves: LeafMapping<From, To>): Matcher<To> {
  const inner = (nested: Matcher<From>): Matcher<To> => mapMatcher(nested, leaves);
  if (isOne(matcher)) return mapOne(matcher, inner);
  return isSeveral(matcher) ? mapSeveral(matcher, inner) : mapLeaf(matcher, leaves);
}

function mapLeaf<From, To>(matcher: Leaf<From>, leaves: LeafMapping<From, To>): Matcher<To> {
  switch (matcher.is) {
    case 'equal':
      return { is: 'equal', value: leaves.value(matcher.value) };
    case 'gte':
    case 'lte':
      return { is: matcher.is, bound: leaves.value(matcher.bound) };
    case 'matches':
      return { is: 'matches', pattern: leaves.pattern(matcher.pattern) };
    case 'schema':
      return { is: 'schema', schema: leaves.value(matcher.schema) };
    case 'type':
    case 'agreeing':
    case 'absent':
    case 'anything':
      return matcher;
  }
}

function mapOne<From, To>(matcher: One<From>, inner: (nested: Matcher<From>) => Matcher<To>): Matcher<To> {
  switch (matcher.is) {
    case 'each':
      return { is: 'each', item: inner(matcher.item) };
    case 'not':
      return { is: 'not', matcher: inner(matcher.matcher) };
    case 'length':
      return { is: 'length', length: inner(matcher.length) };
  }
}

function mapSeveral<From, To>(matcher: Several<From>, inner: (nested: Matcher<From>) => Matcher<To>): Matcher<To> {
  switch (matcher.is) {
    case 'object':
      return { is: 'object', entries: mapEntries(matcher.entries, inner), exactly: matcher.exactly };
    case 'array':
    case 'unordered':
    case 'contains':
      return { is: matcher.is, items: matcher.items.map(inner) };
    case 'oneOf':
      return { is: 'oneOf', options: matcher.options.map(inner) };
    case 'all':
      return { is: 'all', matchers: matcher.matchers.map(inner) };
  }
}

/** An object's entries, each mapped; every name stays an own entry. */
export function mapEntries<From, To>(
  entries: Readonly<Record<string, From>>,
  change: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(entries).map(([key, value]) => [key, change(value)]));
}

/** Binds a matcher's references; `encode` is applied to those inside texts and patterns, before a pattern escapes them. */
export function bindMatcher(matcher: Matcher<Expression>, evaluation: Evaluation): Matcher<Value> {
  const inPattern: TextEncoding = (text) =>
    escapePattern(evaluation.encode === undefined ? text : evaluation.encode(text));
  return mapMatcher(matcher, {
    value: (expression) => evaluateInto(expression, evaluation),
    pattern: (expression) => evaluateInto(expression, { ...evaluation, encode: inPattern }),
  });
}

/** A text as a regular expression (flag `u`) that matches just it. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');
}

/** Texts that are compared whole, as a page's texts are read: white-space runs are one, private-use signs dropped. */
export function normaliseTexts(matcher: Matcher<Value>): Matcher<Value> {
  const keep = (value: Value): Value => value;
  return mapMatcher(matcher, {
    value: (value) => (typeof value === 'string' ? normaliseText(value) : value),
    pattern: keep,
  });
}
