import type { Expression } from '../expression.ts';
import type { Value } from '../value.ts';
import type { Matcher } from '../matcher.ts';

type Compiled = Matcher<Expression>;

/**
 * Whether an expectation is, at some place, that something is not there: nothing, no items, none that match, zero, at most.
 * A page or a table that has not caught up yet would satisfy it too early.
 */
export function wantsAbsence(matcher: Compiled): boolean {
  switch (matcher.is) {
    case 'absent':
    case 'lte':
      return true;
    case 'equal':
      return isZero(matcher.value);
    case 'not':
      return matcher.matcher.is === 'contains';
    case 'each':
      return wantsAbsence(matcher.item);
    case 'length':
      return wantsAbsence(matcher.length);
    case 'gte':
    case 'matches':
    case 'type':
    case 'schema':
    case 'anything':
      return false;
    case 'object':
    case 'array':
    case 'unordered':
    case 'contains':
    case 'oneOf':
    case 'all':
      return severalWantAbsence(matcher);
  }
}

type Several = Extract<Compiled, { readonly is: 'object' | 'array' | 'unordered' | 'contains' | 'oneOf' | 'all' }>;

function severalWantAbsence(matcher: Several): boolean {
  switch (matcher.is) {
    case 'object': {
      const entries = Object.values(matcher.entries);
      return entries.length === 0 ? matcher.exactly : entries.some(wantsAbsence);
    }
    case 'array':
    case 'unordered':
      return matcher.items.length === 0 || matcher.items.some(wantsAbsence);
    case 'contains':
      return matcher.items.some(wantsAbsence);
    case 'oneOf':
      return matcher.options.some(wantsAbsence);
    case 'all':
      return matcher.matchers.some(wantsAbsence);
  }
}

function isZero(expression: Expression): boolean {
  return expression.kind === 'literal' && (expression.value === 0 || isEmptyList(expression.value));
}

function isEmptyList(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}
