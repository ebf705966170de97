import { decode } from './decoding.ts';

/** A text that gives a secret away. */
export interface Needle {
  /** The secret's name. */
  readonly name: string;
  readonly text: string;
}

/** What is shorter than this stands in any text by chance, and can't be taken out without spoiling it. */
export const shortestSecret = 4;

/**
 * What to look for, the longest first: the secret as it is; without escapes that it has itself; with the blanks of a form; its UTF-8 read byte by byte, as
 * the headers of an answer are; hexadecimal; and base64, which looks different at each of the three places where it may begin in a group of bytes.
 */
export function needlesOf(secrets: Readonly<Record<string, string>>): readonly Needle[] {
  return Object.entries(secrets)
    .flatMap(([name, secret]) => [...new Set(textsOf(secret))].map((text) => ({ name, text })))
    .filter(({ text }) => text.length >= shortestSecret)
    .toSorted((one, other) => other.text.length - one.text.length);
}

function textsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const hex = bytes.toString('hex');
  const written = [secret, secret.replaceAll(' ', '+'), bytes.toString('latin1')];
  const base64 = base64Forms(bytes);
  return [
    ...written,
    // What begins an escape at its end may be read as one with what comes after it.
    ...written.map((text) => decode(text).text.replace(/[\\%&]+$/u, '')),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** The characters that stand for the bytes alone, at each of the three places where they may begin in a group. */
function base64Forms(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Characters that carry bits of a neighbour too differ with it.
    return whole.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}
