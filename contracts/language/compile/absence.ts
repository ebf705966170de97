import { accepts } from '../acceptance.ts';
import type { Expression } from '../expression.ts';
import type { Value } from '../value.ts';
import type { Matcher } from '../matcher.ts';
import { literalOf } from './expression.ts';

type Compiled = Matcher<Expression>;

/**
 * Whether an expectation is, at some place, that something is not there: nothing, no items, none that match, zero, at most.
 * A page or a table that has not caught up yet would satisfy it too early.
 */
export function wantsAbsence(matcher: Compiled): boolean {
  if (matcher.is === 'not') return matcher.matcher.is === 'contains';
  return isAbsence(matcher) || nested(matcher).some(wantsAbsence);
}

function isAbsence(matcher: Compiled): boolean {
  if (matcher.is === 'absent' || matcher.is === 'lte') return true;
  // A number of items that is not known yet may be none.
  if (matcher.is === 'length') return accepts(matcher.length, 0, literalOf) !== false;
  if (matcher.is === 'equal') return isZero(matcher.value);
  if (matcher.is === 'object') return matcher.exactly && Object.keys(matcher.entries).length === 0;
  return (matcher.is === 'array' || matcher.is === 'unordered') && matcher.items.length === 0;
}

function nested(matcher: Compiled): readonly Compiled[] {
  if ('items' in matcher) return matcher.items;
  if ('entries' in matcher) return Object.values(matcher.entries);
  if ('options' in matcher) return matcher.options;
  if ('matchers' in matcher) return matcher.matchers;
  if ('item' in matcher) return [matcher.item];
  return 'length' in matcher ? [matcher.length] : [];
}

function isZero(expression: Expression): boolean {
  return expression.kind === 'literal' && (expression.value === 0 || isEmptyList(expression.value));
}

function isEmptyList(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}
