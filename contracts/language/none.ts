import { accepts } from './acceptance.ts';
import type { Matcher } from './matcher.ts';
import type { Value } from './value.ts';

/** This, or nothing at all: kinds of change without rows, and tables without changes, are not observed. */
export function orNone<V>(matcher: Matcher<V>): Matcher<V> {
  return { is: 'oneOf', options: [matcher, { is: 'absent' }] };
}

/** Whether a matcher holds where nothing at all is there. */
export function isNoneAllowed<V>(matcher: Matcher<V>): boolean {
  return matcher.is === 'absent' || (matcher.is === 'oneOf' && matcher.options.some(isNoneAllowed));
}

/** What is demanded of what is there, where nothing may be there as well. */
export function noneOr<V>(matcher: Matcher<V>): Matcher<V> {
  if (matcher.is !== 'oneOf') return matcher;
  const [first, second, ...others] = matcher.options;
  return first !== undefined && second?.is === 'absent' && others.length === 0 ? first : matcher;
}

/**
 * A table's changes with all values known: what was to be none or some rows, as long as a reference had no value, is now only what
 * its count accepts.
 */
export function withKnownCounts(table: Matcher<Value>): Matcher<Value> {
  const changes = noneOr(table);
  if (changes.is !== 'object') return table;
  const entries = Object.entries(changes.entries).map(([kind, rows]) => [kind, withKnownCount(rows)] as const);
  const known: Matcher<Value> = { ...changes, entries: Object.fromEntries(entries) };
  return entries.every(([, rows]) => isNoneAllowed(rows)) ? orNone(known) : known;
}

function withKnownCount(rows: Matcher<Value>): Matcher<Value> {
  const some = noneOr(rows);
  if (some.is !== 'length') return rows;
  return accepts(some.length, 0, (value) => value) === true ? orNone(some) : some;
}
