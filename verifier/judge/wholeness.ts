import type { Matcher, Value } from '../../contracts/language/index.ts';

/**
 * Whether what holds of the beginning of an answer might not hold of the whole: “does not contain” is true of too short
 * a text. Speaks of the observation's `text` and `json` only; status and headers are never cut.
 */
export function needsTheWhole(expectation: Matcher<Value>): boolean {
  if (expectation.is === 'all') return expectation.matchers.some(needsTheWhole);
  if (expectation.is === 'anything') return false;
  if (expectation.is !== 'object') return true;
  return Object.entries(expectation.entries).some(
    ([key, matcher]) => (key === 'text' || key === 'json') && !survivesMore(matcher),
  );
}

/** Whether the matcher, once it holds of a text, holds of every longer text that begins with it. */
function survivesMore(matcher: Matcher<Value>): boolean {
  if (matcher.is === 'all') return matcher.matchers.every(survivesMore);
  if (matcher.is === 'oneOf') return matcher.options.every(survivesMore);
  if (matcher.is === 'matches') return typeof matcher.pattern === 'string' && !/[$!]/u.test(matcher.pattern);
  return matcher.is === 'contains' || matcher.is === 'anything' || matcher.is === 'type';
}
