import type { Mismatch } from '../../schema/verification.ts';
import { changesWords } from './changes-text.ts';
import { keysOf, placeOfPointer } from './mismatch-place.ts';
import type { ToldStep } from './mismatch-place.ts';
import { formatValue } from './value-text.ts';
import { displayWidth } from './width.ts';

/** Whether the mismatch has values to show beside each other. */
export function hasValues(mismatch: Mismatch): boolean {
  return 'expected' in mismatch || 'actual' in mismatch;
}

/** What was expected and what was seen, where words say it better than the values do. */
export interface BothSides {
  readonly expected: string;
  readonly seen: string;
}

const NOTHING_THERE = 'nothing is there; expected ';

const OUTCOMES: Readonly<Record<string, string>> = {
  'not-found': 'it was not found',
  ambiguous: 'more than one element fits',
  'not-possible': 'it could not be done',
  unreachable: 'it could not be reached',
};

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  const text = (value as Readonly<Record<string, unknown>>)[key];
  return typeof text === 'string' ? text : undefined;
}

/** Why there is nothing: the request or the look itself failed. */
function failureOf({ observed }: ToldStep): string | undefined {
  return textOf(observed, 'failed') === undefined ? undefined : textOf(observed, 'detail');
}

function outcomeSides({ observed }: ToldStep, actual: unknown): BothSides | undefined {
  const words = typeof actual === 'string' ? OUTCOMES[actual] : undefined;
  if (words === undefined) return undefined;
  const detail = textOf(observed, 'detail');
  return { expected: 'done', seen: detail === undefined ? words : `${words}: ${detail}` };
}

/** Words for both sides; undefined where the values themselves, or the mismatch’s own words, say it best. */
export function sidesOf(step: ToldStep, mismatch: Mismatch): BothSides | undefined {
  const { path, message, expected, actual } = mismatch;
  if (step.verb === 'db.delta') return changesWords(keysOf(path), mismatch);
  if (path === '/outcome' && expected === 'done') return outcomeSides(step, actual);
  if (message.startsWith(NOTHING_THERE)) {
    return { expected: message.slice(NOTHING_THERE.length), seen: failureOf(step) ?? 'nothing' };
  }
  return noneOf(step, mismatch);
}

/** Where a number of things was expected, and there are none. */
function noneOf({ verb }: ToldStep, { path, message, actual }: Mismatch): BothSides | undefined {
  const [, words = ''] = /^expected (.+), found 0(?:: \[\])?$/u.exec(message) ?? [];
  const isCount = path === '/count' && actual === 0;
  if (words === '' || !(isCount || /^\d+ elements?$/u.test(words))) return undefined;
  return { expected: verb === 'db.query' ? words.replace('element', 'row') : words, seen: 'none' };
}

function cut(text: string, most: number): string {
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

function sentence({ expected, seen }: BothSides, room: number): string {
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

function whatDiffers(step: ToldStep, mismatch: Mismatch, room: number): string {
  const { path, message, actual } = mismatch;
  const sides = sidesOf(step, mismatch);
  if (sides !== undefined) return path === '/outcome' ? sides.seen : tellSides(step, sides, room);
  const saysAll = !hasValues(mismatch) || path === '/failed';
  if (saysAll || (message.startsWith('expected ') && message.length <= room)) return message;
  const seen = formatValue(actual);
  if (!('expected' in mismatch)) return `${message}; saw ${cut(seen, Math.floor(room / 2))}`;
  return sentence({ expected: expectedText(mismatch, formatValue), seen }, room);
}

/**
 * A mismatch as people say it, in about `room` columns: `the 1st of 3 buttons “Favorite”: pressed expected true, found
 * false`. Where that is too long, the place is told in short and values are cut.
 */
export function mismatchText(step: ToldStep, mismatch: Mismatch, room: number): string {
  const { where, short } = placeOfPointer(step, mismatch.path);
  const told = (place: string): string =>
    place === ''
      ? whatDiffers(step, mismatch, room)
      : `${place} ${whatDiffers(step, mismatch, room - place.length - 1)}`;
  const whole = told(where);
  return where === short || displayWidth(whole) <= room ? whole : told(short);
}
