import type { Mismatch } from '../../schema/verification.ts';
import { formatValue } from './value-text.ts';

/** Whether the mismatch has values to show beside each other. */
export function hasValues(mismatch: Mismatch): boolean {
  return 'expected' in mismatch || 'actual' in mismatch;
}

/** `expected 1, saw 0`; values longer than `most` code units are cut. The mismatch's own words where they fit, or are all there is. */
export function mismatchText(mismatch: Mismatch, most: number): string {
  const saysIt = mismatch.message.startsWith('expected ') && mismatch.message.length <= 2 * most;
  if (saysIt || !hasValues(mismatch)) return mismatch.message;
  const saw = `saw ${formatValue(mismatch.actual, most)}`;
  return 'expected' in mismatch
    ? `expected ${formatValue(mismatch.expected, most)}, ${saw}`
    : `${mismatch.message}; ${saw}`;
}
