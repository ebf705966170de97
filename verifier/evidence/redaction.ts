import { LosslessNumber } from 'lossless-json';
import { escapePattern } from '../../contracts/language/index.ts';

/** Takes secrets out of a text. Every text on its way to the disk goes through it exactly once. */
export type Redact = (text: string) => string;

/** For runs without secrets. */
export const redactNothing: Redact = (text) => text;

/** What is shorter than this stands in any text by chance, and can't be taken out without spoiling it. */
export const shortestSecret = 4;

/**
 * Takes secrets out of a text in every form in which a page, an address, a header or a log carries them: plain, percent-encoded
 * (also as forms do, and twice), base64 (also base64url, wherever it begins in the three bytes of a group), hexadecimal, escaped for JSON, for
 * HTML, and for JSON in HTML. In its place stands `‹secret NAME›`.
 */
export function redactSecrets(secrets: Readonly<Record<string, string>>): Redact {
  const marks = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets)) {
    for (const form of formsOf(value)) if (form.length >= shortestSecret) marks.set(form, `‹secret ${name}›`);
  }
  if (marks.size === 0) return redactNothing;
  // The longest first: a form may be the beginning of another one.
  const forms = [...marks.keys()].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(forms.map(escapePattern).join('|'), 'gu');
  return (text) => text.replace(pattern, (form) => marks.get(form) ?? '‹secret›');
}

function formsOf(value: string): ReadonlySet<string> {
  const json = JSON.stringify(value).slice(1, -1);
  const once = [encodeURIComponent(value), encodeURI(value), new URLSearchParams([['', value]]).toString().slice(1)];
  // An address inside an address.
  const percent = [...once, ...once.map(encodeURIComponent)];
  const hex = Buffer.from(value, 'utf8').toString('hex');
  return new Set([
    value,
    // UTF-8 in a header, which is read byte by byte.
    Buffer.from(value, 'utf8').toString('latin1'),
    ...percent,
    ...percent.map((text) => text.replace(/%[0-9A-F]{2}/gu, (code) => code.toLowerCase())),
    json,
    json.replaceAll('/', '\\/'),
    ...[value, json].flatMap(htmlForms),
    ...base64Forms(value),
    hex,
    hex.toUpperCase(),
  ]);
}

function htmlForms(text: string): readonly string[] {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = escaped.replaceAll('"', '&quot;');
  return [escaped, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&apos;')];
}

/** The characters that stand for the value alone, at each of the three places where it may begin in a group. */
function base64Forms(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    // Characters that carry bits of a neighbour too differ with it.
    const from = Math.ceil((offset * 8) / 6);
    const until = Math.floor(((offset + bytes.length) * 8) / 6);
    const own = whole.slice(from, until);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The same value with every text in it redacted, keys of objects included. Names of content and moments stay: they hold a short secret by chance at most. */
export function redactTexts(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redactText(value, redact);
  if (Array.isArray(value)) return value.map((item) => redactTexts(item, redact));
  if (typeof value !== 'object' || value === null || value instanceof LosslessNumber) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [redact(key), redactTexts(item, redact)]));
}

const CONTENT_OR_MOMENT = /^(evidence\/[0-9a-f]{2}\/)?[0-9a-f]{40,64}(\.\w+)?$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/u;
/** So many characters of a digest are those of a secret by chance in one of 2^64 digests. */
const NO_CHANCE = 16;

function redactText(text: string, redact: Redact): string {
  const redacted = redact(text);
  return CONTENT_OR_MOMENT.test(text) && takenFrom(text, redacted) < NO_CHANCE ? text : redacted;
}

/** How many characters in the middle of a text have others in their place. */
function takenFrom(text: string, redacted: string): number {
  const most = Math.min(text.length, redacted.length);
  let before = 0;
  while (before < most && text[before] === redacted[before]) before += 1;
  let after = 0;
  while (after < most - before && text.at(-1 - after) === redacted.at(-1 - after)) after += 1;
  return text.length - before - after;
}
