import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';

type Compiled = Matcher<Expression>;

/**
 * Whether an expectation is, at some place, that something is not there: nothing, no items, none that match, zero.
 * A page or a table that has not caught up yet would satisfy it too early.
 */
export function wantsAbsence(matcher: Compiled): boolean {
  switch (matcher.is) {
    case 'absent':
      return true;
    case 'equal':
      return isZero(matcher.value);
    case 'object':
      return (
        (matcher.exactly && Object.keys(matcher.entries).length === 0) ||
        Object.values(matcher.entries).some(wantsAbsence)
      );
    case 'array':
    case 'unordered':
      return matcher.items.length === 0 || matcher.items.some(wantsAbsence);
    case 'contains':
      return matcher.items.some(wantsAbsence);
    case 'oneOf':
      return matcher.options.some(wantsAbsence);
    case 'all':
      return matcher.matchers.some(wantsAbsence);
    case 'each':
      return wantsAbsence(matcher.item);
    case 'length':
      return wantsAbsence(matcher.length);
    // An upper bound holds already before anything came.
    case 'lte':
      return true;
    case 'not':
      return matcher.matcher.is === 'contains';
    default:
      return false;
  }
}

function isZero(expression: Expression): boolean {
  return expression.kind === 'literal' && (expression.value === 0 || isEmptyList(expression.value));
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
