import { stringifyJson, type Value } from '../../contracts/language/index.ts';
import type { Judgement, Mismatch } from '../../reports/index.ts';

const sentenceCharacters = 300;
const shownCharacters = 4_000;
const shownMismatches = 100;

/** A text within a sentence. */
export function cut(text: string): string {
  return text.length <= sentenceCharacters ? text : `${text.slice(0, sentenceCharacters)}…`;
}

/** A value for the report: long ones keep their beginning. */
export function shorten(value: Value): Value {
  const text = stringifyJson(value);
  if (text.length <= shownCharacters) return value;
  return `${text.slice(0, shownCharacters)}… (${String(text.length)} characters in all)`;
}

/** A judgement for the report: a 5 MB body that differs, or 10,000 rows that do, must not make it unreadable. What decides stays as it is. */
export function shortenJudgement(judgement: Judgement): Judgement {
  if (judgement.kind !== 'violated') return judgement;
  const [first, ...rest] = judgement.mismatches;
  const shown = rest.slice(0, shownMismatches - 1).map(shortenMismatch);
  const left = rest.length - shown.length;
  const more = left === 0 ? [] : [{ path: '', message: `and ${String(left)} more differences` }];
  return { ...judgement, mismatches: [shortenMismatch(first), ...shown, ...more] };
}

function shortenMismatch(mismatch: Mismatch): Mismatch {
  const { expected, actual, ...rest } = mismatch;
  return {
    ...rest,
    ...(expected === undefined ? {} : { expected: shorten(expected as Value) }),
    ...(actual === undefined ? {} : { actual: shorten(actual as Value) }),
  };
}
