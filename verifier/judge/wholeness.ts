import { entryOf, isMap, type Matcher, type Value } from '../../contracts/language/index.ts';
import { holds } from './matchers.ts';

/** Why an answer is not whole. `by: us` is our own limit: its rest is there and unknown; `by: application`, what came until the deadline, is all there was. */
export interface Cut {
  readonly by: 'us' | 'application';
  readonly why: string;
}

/** Whether one answer of an API is only the beginning of what the application sent, or was sending. */
export function cutOfAnswer(answer: Value): Cut | undefined {
  if (!isMap(answer)) return undefined;
  const [truncated, unfinished] = [entryOf(answer, 'truncated'), entryOf(answer, 'unfinished')];
  if (typeof truncated === 'string') return { by: 'us', why: truncated };
  return typeof unfinished === 'string' ? { by: 'application', why: unfinished } : undefined;
}

/** Whether a difference at this place of an answer might not be there in the whole of it. */
export function liesInBody(path: string): boolean {
  return /^\/(text|json|bytes|sha256)(\/|$)/u.test(path);
}

/**
 * Whether what holds of the beginning of an answer might not hold of the whole: “does not contain” is true of too short
 * a text. Speaks of what is read from the body only; status and headers are never cut.
 */
export function needsTheWhole(expectation: Matcher<Value>): boolean {
  if (expectation.is === 'all') return expectation.matchers.some(needsTheWhole);
  if (expectation.is === 'anything') return false;
  if (expectation.is !== 'object') return true;
  return Object.entries(expectation.entries).some(([key, matcher]) => liesInBody(`/${key}`) && !survivesMore(matcher));
}

/** Whether the matcher, once it holds of a text or a size, holds of every longer text that begins with it, and of every greater size. */
function survivesMore(matcher: Matcher<Value>): boolean {
  if (matcher.is === 'all') return matcher.matchers.every(survivesMore);
  if (matcher.is === 'oneOf') return matcher.options.every(survivesMore);
  if (matcher.is === 'matches') return typeof matcher.pattern === 'string' && !/[$!]|\\b/iu.test(matcher.pattern);
  return ['contains', 'anything', 'type', 'gte'].includes(matcher.is);
}

/** What a record of which not all was kept (of lines, calls, errors) says of their number: they are at least those that were found. */
export function judgeCountOfMore(expectation: Matcher<Value>, found: Value): 'holds' | 'fails' | 'open' {
  const count = countOf(expectation);
  if (count === undefined) return 'open';
  if (failsForMore(count, found)) return 'fails';
  return survivesMore(count) && holds(count, found) ? 'holds' : 'open';
}

function countOf(expectation: Matcher<Value>): Matcher<Value> | undefined {
  return expectation.is === 'object' ? expectation.entries['count'] : undefined;
}

/** Whether a number that is too great stays so when it grows. */
function failsForMore(matcher: Matcher<Value>, found: Value): boolean {
  if (matcher.is === 'all') return matcher.matchers.some((each) => failsForMore(each, found));
  const most = matcher.is === 'lte' ? matcher.bound : matcher.is === 'equal' ? matcher.value : undefined;
  return typeof most === 'number' && typeof found === 'number' && found > most;
}
