import { LosslessNumber } from 'lossless-json';
import { needlesOf } from './needles.ts';
import { placesOf } from './secret-places.ts';

export { shortestSecret } from './needles.ts';

/** Takes secrets out of a text. Every text on its way to the disk goes through it exactly once. */
export type Redact = (text: string) => string;

/** For runs without secrets. */
export const redactNothing: Redact = (text) => text;

/**
 * Takes secrets out of a text in every form in which a page, an address, a header or a log carries them (see `needlesOf`), under any mixture of the
 * escapes of addresses, JSON and HTML, and what is left of them where a text was cut. In its place stands `‹secret NAME›`.
 */
export function redactSecrets(secrets: Readonly<Record<string, string>>): Redact {
  const needles = needlesOf(secrets);
  if (needles.length === 0) return redactNothing;
  return (text) => {
    let clean = '';
    let read = 0;
    for (const { name, from, until } of placesOf(text, needles)) {
      clean += `${text.slice(read, from)}‹secret ${name}›`;
      read = until;
    }
    return clean + text.slice(read);
  };
}

/** The same value with every text in it redacted, keys of objects included. Names of content and moments stay: they hold a short secret by chance at most. */
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redactText(value, redact);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;
const DIGEST_IN_PATH = /^evidence\/[0-9a-f]{2}\/([0-9a-f]{40,64})\.\w+$/u;

function redactText(text: string, redact: Redact): string {
  if (MOMENT.test(text)) return text;
  const digest = DIGEST_IN_PATH.exec(text)?.[1];
  return digest !== undefined && redact(digest) === digest ? text : redact(text);
}
