import { isLosslessNumber } from 'lossless-json';
import {
  compareNumbers,
  isInteger,
  isList,
  isNumeric,
  valueType,
  wordsOfError,
  type Value,
} from '../../contracts/language/index.ts';
import { tell, tellUnexpected, type Check, type Kind, type Place } from './findings.ts';
import { JudgeError } from './judge-error.ts';
import { schemaFindings } from './schemas.ts';
import { describeTyped } from './words.ts';

const patterns = new Map<string, RegExp>();
const PATTERNS_KEPT = 1_000;

/** @throws JudgeError when the pattern is no valid regular expression */
export function checkPattern(matcher: Kind<'matches'>, actual: Value, place: Place): void {
  const pattern = compilePattern(matcher.pattern);
  if (typeof actual !== 'string' || !pattern.test(actual)) tellUnexpected(matcher, actual, place);
}

function compilePattern(source: Value): RegExp {
  if (typeof source !== 'string') throw new JudgeError(`a pattern must be text, not ${describeTyped(source)}`);
  const known = patterns.get(source);
  if (known !== undefined) return known;
  try {
    const pattern = new RegExp(source, 'u');
    if (patterns.size >= PATTERNS_KEPT) patterns.clear();
    patterns.set(source, pattern);
    return pattern;
  } catch (error) {
    throw new JudgeError(`the pattern is invalid: ${wordsOfError(error)}`);
  }
}

export function checkType(matcher: Kind<'type'>, actual: Value, place: Place): void {
  const holds = matcher.type === 'integer' ? isWhole(actual) : valueType(actual) === matcher.type;
  if (!holds) tellUnexpected(matcher, actual, place);
}

/** `1e2000` is kept as text, in its normal form, and has no fraction either. */
function isWhole(actual: Value): boolean {
  return isInteger(actual) || (isLosslessNumber(actual) && /e\d/u.test(actual.value));
}

/** Numbers by their value, texts (such as ISO dates) by their code units; nothing else has an order. */
export function checkBound(matcher: Kind<'gte' | 'lte'>, actual: Value, place: Place): void {
  const order = compare(actual, matcher.bound);
  const holds = order !== undefined && (matcher.is === 'gte' ? order >= 0 : order <= 0);
  if (!holds) tellUnexpected(matcher, actual, place);
}

function compare(a: Value, b: Value): number | undefined {
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  if (typeof a !== 'string' || typeof b !== 'string') return undefined;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Of a list, or of a text in code points. */
export function checkLength(matcher: Kind<'length'>, looking: { actual: Value; place: Place; check: Check }): void {
  const { actual, place, check } = looking;
  const length = lengthOf(actual);
  if (length === undefined) {
    tellUnexpected(matcher, actual, place);
    return;
  }
  const { findings } = place;
  check(matcher.length, length, {
    path: place.path,
    findings: {
      get enough() {
        return findings.enough;
      },
      add: (make) => {
        findings.add(() => {
          const found = make();
          return { ...found, message: `length: ${found.message}` };
        });
      },
    },
  });
}

function lengthOf(actual: Value): number | undefined {
  if (isList(actual)) return actual.length;
  if (typeof actual !== 'string') return undefined;
  const surrogatePairs = actual.match(/[\u{10000}-\u{10FFFF}]/gu)?.length ?? 0;
  return actual.length - surrogatePairs;
}

export function checkSchema(matcher: Kind<'schema'>, actual: Value, place: Place): void {
  for (const found of schemaFindings(matcher.schema, actual)) {
    tell({ ...place, path: place.path + found.path }, () => found.mismatch);
  }
}
