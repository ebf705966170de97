import { html } from './markup.ts';
import type { Markup } from './markup.ts';

/** A text in three parts; two texts differ in `middle` alone. */
interface Parts {
  readonly before: string;
  readonly middle: string;
  readonly after: string;
}

/** Longer texts are not compared, so that a page of a megabyte costs nothing. */
const MOST_COMPARED = 4_000;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function signsOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function commonLength(a: readonly string[], b: readonly string[], most: number): number {
  let length = 0;
  while (length < most && a[length] === b[length]) length += 1;
  return length;
}

function cut(signs: readonly string[], start: number, end: number): Parts {
  return {
    before: signs.slice(0, start).join(''),
    middle: signs.slice(start, signs.length - end).join(''),
    after: signs.slice(signs.length - end).join(''),
  };
}

/** Where two texts differ: everything between their common beginning and their common end, in signs as people see them. */
export function differ(one: string, other: string): readonly [Parts, Parts] {
  const a = signsOf(one);
  const b = signsOf(other);
  const shorter = Math.min(a.length, b.length);
  const start = commonLength(a, b, shorter);
  const end = commonLength(a.toReversed(), b.toReversed(), shorter - start);
  return [cut(a, start, end), cut(b, start, end)];
}

/** Two texts in quotes have their quotes in common; to mark all the rest would say nothing. */
const LEAST_COMMON = 3;

/** Both texts with what differs marked: in one `del`, in the other `ins`. Nothing is marked when nearly all of it differs. */
export function markDifference(expected: string, seen: string): readonly [Markup, Markup] {
  if (Math.max(expected.length, seen.length) > MOST_COMPARED) return [html`${expected}`, html`${seen}`];
  const [left, right] = differ(expected, seen);
  if (left.before.length + left.after.length < LEAST_COMMON) return [html`${expected}`, html`${seen}`];
  return [
    html`${left.before}<del>${left.middle}</del>${left.after}`,
    html`${right.before}<ins>${right.middle}</ins>${right.after}`,
  ];
}
