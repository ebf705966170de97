import {
  entryOf,
  equalValues,
  isList,
  isMap,
  type Matcher,
  type Value,
  type ValueMap,
} from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { checkAgreeing } from './agreement.ts';
import { checkArray, checkContains, checkEach, checkUnordered } from './collections.ts';
import {
  AllFindings,
  AnyFinding,
  below,
  expectedOf,
  tell,
  tellUnexpected,
  type Check,
  type Kind,
  type Place,
} from './findings.ts';
import { JudgeError } from './judge-error.ts';
import { judgeInTime } from './time-limit.ts';
import { checkBound, checkLength, checkPattern, checkSchema, checkType } from './scalars.ts';
import { describeMatcher, describeValue } from './words.ts';

/**
 * Every way in which `actual` differs from what the matcher demands; empty when it holds.
 *
 * Typed and without coercion: `"1"` is not `1`. `undefined` stands for nothing being there, which only `absent` (and what is
 * built of it) accepts; `not` speaks of something that is there, unless what it negates speaks of absence itself.
 * Takes time linear in the size of `actual`, but for several non-literal items of `unordered` and `contains`. Patterns are tried
 * for a bounded time.
 *
 * @param path JSON Pointer of `actual` in the observation
 * @throws JudgeError when the expectation itself is broken: an invalid schema or pattern, or one that comes to no end
 */
export function mismatches(matcher: Matcher<Value>, actual: Value | undefined, path = ''): Mismatch[] {
  const findings = new AllFindings();
  judgeInTime(matcher, () => {
    check(matcher, actual, { path, findings });
  });
  return findings.mismatches;
}

/** Whether the matcher holds; stops at the first mismatch. */
export function holds(matcher: Matcher<Value>, actual: Value | undefined): boolean {
  const findings = new AnyFinding();
  judgeInTime(matcher, () => {
    check(matcher, actual, { path: '', findings });
  });
  return !findings.enough;
}

function check(matcher: Matcher<Value>, actual: Value | undefined, place: Place): void {
  if (place.findings.enough) return;
  if (actual === undefined) checkNothing(matcher, place);
  else checkSomething(matcher, actual, place);
}

function checkNothing(matcher: Matcher<Value>, place: Place): void {
  if (holdsOnNothing(matcher)) return;
  tell(place, () => ({
    message: `nothing is there; expected ${describeMatcher(matcher)}`,
    expected: expectedOf(matcher),
  }));
}

function holdsOnNothing(matcher: Matcher<Value>): boolean {
  if (matcher.is === 'absent') return true;
  if (matcher.is === 'not') return speaksOfAbsence(matcher.matcher) && !holdsOnNothing(matcher.matcher);
  if (matcher.is === 'oneOf') return matcher.options.some(holdsOnNothing);
  return matcher.is === 'all' && matcher.matchers.length > 0 && matcher.matchers.every(holdsOnNothing);
}

function speaksOfAbsence(matcher: Matcher<Value>): boolean {
  if (matcher.is === 'absent') return true;
  if (matcher.is === 'not') return speaksOfAbsence(matcher.matcher);
  if (matcher.is === 'oneOf') return matcher.options.some(speaksOfAbsence);
  return matcher.is === 'all' && matcher.matchers.some(speaksOfAbsence);
}

type Checks = {
  readonly [K in Matcher<Value>['is']]: (matcher: Kind<K>, actual: Value, place: Place) => void;
};

const checks: Checks = {
  equal: (matcher, actual, place) => {
    checkEqual(matcher.value, actual, place);
  },
  object: checkObject,
  array: (matcher, actual, place) => {
    checkArray(matcher, { actual, place, check });
  },
  unordered: (matcher, actual, place) => {
    checkUnordered(matcher, { actual, place, check });
  },
  contains: (matcher, actual, place) => {
    checkContains(matcher, { actual, place, check });
  },
  each: (matcher, actual, place) => {
    checkEach(matcher, { actual, place, check });
  },
  all: ({ matchers }, actual, place) => {
    for (const matcher of matchers) check(matcher, actual, place);
  },
  oneOf: (matcher, actual, place) => {
    if (!matcher.options.some((option) => holds(option, actual))) tellUnexpected(matcher, actual, place);
  },
  not: (matcher, actual, place) => {
    if (holds(matcher.matcher, actual)) tellUnexpected(matcher, actual, place);
  },
  length: (matcher, actual, place) => {
    checkLength(matcher, { actual, place, check });
  },
  agreeing: checkAgreeing,
  absent: tellUnexpected,
  anything: () => undefined,
  matches: checkPattern,
  type: checkType,
  gte: checkBound,
  lte: checkBound,
  schema: checkSchema,
};

function checkSomething(matcher: Matcher<Value>, actual: Value, place: Place): void {
  if (!Object.hasOwn(checks, matcher.is)) throw new JudgeError(`there is no matcher “${matcher.is}”`);
  // Each entry takes the matcher of its own kind: the type above says so, but can't be followed here.
  (checks[matcher.is] as Check)(matcher, actual, place);
}

function checkEqual(expected: Value, actual: Value, place: Place): void {
  if (place.findings.enough || equalValues(expected, actual)) return;
  if (isMap(expected) && isMap(actual)) checkEqualMaps(expected, actual, place);
  else if (isList(expected) && isList(actual)) {
    checkArray({ is: 'array', items: expected.map((value) => ({ is: 'equal', value })) }, { actual, place, check });
  } else tellUnexpected({ is: 'equal', value: expected }, actual, place);
}

function checkEqualMaps(expected: ValueMap, actual: Value, place: Place): void {
  const entries = Object.entries(expected).map(([key, value]) => [key, { is: 'equal', value }] as const);
  checkObject({ is: 'object', entries: Object.fromEntries(entries), exactly: true }, actual, place);
}

function checkObject(matcher: Kind<'object'>, actual: Value, place: Place): void {
  if (!isMap(actual)) {
    tellUnexpected(matcher, actual, place);
    return;
  }
  for (const [key, inner] of Object.entries(matcher.entries)) check(inner, entryOf(actual, key), below(place, key));
  if (!matcher.exactly) return;
  for (const [key, value] of Object.entries(actual)) {
    if (Object.hasOwn(matcher.entries, key)) continue;
    tell(below(place, key), () => ({
      message: `nothing else was expected, found ${describeValue(value)}`,
      expected: 'nothing',
      actual: value,
    }));
  }
}
