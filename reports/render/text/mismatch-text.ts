import type { Mismatch } from '../../schema/verification.ts';
import { formatValue } from './value-text.ts';

/** Whether the mismatch has values to show beside each other. */
export function hasValues(mismatch: Mismatch): boolean {
  return 'expected' in mismatch || 'actual' in mismatch;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).replace(/[\ud800-\udbff]$/u, '')}…`;
}

/** Both in `room` code units: a short one leaves its room to the other. */
function shareRoom(one: string, other: string, room: number): readonly [string, string] {
  const half = Math.floor(room / 2);
  return [cut(one, Math.max(half, room - other.length)), cut(other, Math.max(half, room - one.length))];
}

/**
 * `expected 1, saw 0` in about `room` code units, both values cut where they are too long. The mismatch's own words
 * where they say that and fit, or are all there is.
 */
export function mismatchText(mismatch: Mismatch, room: number): string {
  const { message } = mismatch;
  if (!hasValues(mismatch) || (message.startsWith('expected ') && message.length <= room)) return message;
  const frame = 'expected , saw '.length;
  const seen = formatValue(mismatch.actual);
  if (!('expected' in mismatch)) return `${message}; saw ${cut(seen, Math.floor(room / 2))}`;
  const [expected, saw] = shareRoom(formatValue(mismatch.expected), seen, room - frame);
  return `expected ${expected}, saw ${saw}`;
}
