import type { Mismatch } from '../../schema/verification.ts';
import { changesWords } from './changes-text.ts';
import { happeningSides } from './happenings-text.ts';
import { textPartOf } from './observed.ts';
import { keysOf } from './told-step.ts';
import type { BothSides, ToldStep } from './told-step.ts';
import { formatValue } from './value-text.ts';

/** Whether the mismatch has values to show beside each other. */
export function hasValues(mismatch: Mismatch): boolean {
  return 'expected' in mismatch || 'actual' in mismatch;
}

const NOTHING_THERE = 'nothing is there; expected ';

const OUTCOMES: Readonly<Record<string, string>> = {
  'not-found': 'it was not found',
  ambiguous: 'more than one element fits',
  'not-possible': 'it could not be done',
  unreachable: 'it could not be reached',
};

/** Why there is nothing: the request or the look itself failed. */
function failureOf({ observed }: ToldStep): string | undefined {
  return textPartOf(observed, 'failed') === undefined ? undefined : textPartOf(observed, 'detail');
}

function outcomeSides({ observed }: ToldStep, actual: unknown): BothSides | undefined {
  const words = typeof actual === 'string' ? OUTCOMES[actual] : undefined;
  if (words === undefined) return undefined;
  const detail = textPartOf(observed, 'detail');
  return { expected: 'done', seen: detail === undefined ? words : `${words}: ${detail}` };
}

/** Words for both sides; undefined where the values themselves, or the mismatch’s own words, say it best. */
export function sidesOf(step: ToldStep, mismatch: Mismatch): BothSides | undefined {
  const { path, message, expected, actual } = mismatch;
  if (step.verb === 'db.delta') return changesWords(keysOf(path), mismatch);
  if (path === '/outcome' && expected === 'done') return outcomeSides(step, actual);
  if (message.startsWith(NOTHING_THERE)) {
    const wanted = step.verb === 'browser.seeAny' ? 'one of them' : message.slice(NOTHING_THERE.length);
    return { expected: wanted, seen: failureOf(step) ?? 'nothing' };
  }
  return happeningSides(step, mismatch) ?? noneOf(step, mismatch);
}

/** Where a number of things was expected, and there are none. */
function noneOf({ verb }: ToldStep, { path, message, actual }: Mismatch): BothSides | undefined {
  const [, words = ''] = /^expected (.+), found 0(?:: \[\])?$/u.exec(message) ?? [];
  const isCount = path === '/count' && actual === 0;
  if (words === '' || !(isCount || /^\d+ elements?$/u.test(words))) return undefined;
  return { expected: verb === 'db.query' ? words.replace('element', 'row') : words, seen: 'none' };
}

/** The text, or as much of its beginning as `most` code units hold. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).replace(/[\ud800-\udbff]$/u, '')}…`;
}

/** Both in `room` code units: a short one leaves its room to the other. */
function shareRoom(one: string, other: string, room: number): readonly [string, string] {
  const half = Math.floor(room / 2);
  return [cut(one, Math.max(half, room - other.length)), cut(other, Math.max(half, room - one.length))];
}

/** What was expected: a value, or the words that the mismatch's own sentence says of it. */
export function expectedText({ expected, message }: Mismatch, format: (value: unknown) => string): string {
  return typeof expected === 'string' && message.includes(`expected ${expected}`) ? expected : format(expected);
}

/** `expected 1, found 2`, in `room` code units. */
export function sentence({ expected, seen }: BothSides, room: number): string {
  const [left, right] = shareRoom(expected, seen, room - 'expected , found '.length);
  return `expected ${left}, found ${right}`;
}

function tellSides(step: ToldStep, sides: BothSides, room: number): string {
  const { expected, seen } = sides;
  if (step.verb === 'db.delta' && /^\d/u.test(expected)) {
    return `${expected} expected, ${seen === 'no change' || seen === 'none' ? 'none was' : `found ${seen}`}`;
  }
  return seen === failureOf(step) ? `expected ${expected}, but ${seen}` : sentence(sides, room);
}

/** The mismatch without its place. */
export function whatDiffers(step: ToldStep, mismatch: Mismatch, room: number): string {
  const { path, message, actual } = mismatch;
  const sides = sidesOf(step, mismatch);
  if (sides !== undefined) return path === '/outcome' ? sides.seen : tellSides(step, sides, room);
  const saysAll = !hasValues(mismatch) || path === '/failed';
  if (saysAll || (message.startsWith('expected ') && message.length <= room)) return message;
  const seen = formatValue(actual);
  if (!('expected' in mismatch)) return `${message}; saw ${cut(seen, Math.floor(room / 2))}`;
  return sentence({ expected: expectedText(mismatch, formatValue), seen }, room);
}
