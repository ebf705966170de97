import { LosslessNumber } from 'lossless-json';

/** Takes secrets out of a text. Every text on its way to the disk goes through it exactly once. */
export type Redact = (text: string) => string;

/** For runs without secrets. */
export const redactNothing: Redact = (text) => text;

/** The same value with every text in it redacted, keys of objects included. */
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}
