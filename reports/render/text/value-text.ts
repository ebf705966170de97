import { stringify } from 'lossless-json';

/**
 * A value as JSON on one line, with all digits of big numbers. `undefined`, which JSON does not have, is `nothing`.
 * Longer than `most` code units: cut, with the number of those left out.
 */
export function formatValue(value: unknown, most = Number.POSITIVE_INFINITY): string {
  const text = value === undefined ? 'nothing' : (stringify(value) ?? 'nothing');
  if (text.length <= most) return text;
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/u, '');
  return `${kept}… (${String(text.length - kept.length)} more)`;
}

/** A value as indented JSON, with all digits of big numbers. */
export function formatValueIndented(value: unknown): string {
  return value === undefined ? 'nothing' : (stringify(value, undefined, 2) ?? 'nothing');
}
