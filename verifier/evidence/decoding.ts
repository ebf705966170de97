import { isUtf8 } from 'node:buffer';

/** A text without the escapes of addresses, JSON and HTML, and where in the original each part of it stands. */
export interface Decoded {
  readonly text: string;
  /** The place in the original of a place in `text`. */
  sourceOf(index: number): number;
}

/** A text in a text in a text: deeper than that nobody writes. */
const MOST_LAYERS = 6;

/** The text with all escapes taken off, layer by layer: an address within an address, JSON within JSON. Escapes of different kinds may be mixed. */
export function decode(source: string): Decoded {
  let decoded: Decoded = { text: source, sourceOf: (index) => index };
  for (let layer = 0; layer < MOST_LAYERS; layer += 1) {
    const outer = decoded;
    const inner = decodeLayer(outer.text);
    if (inner === undefined) break;
    decoded = { text: inner.text, sourceOf: (index) => outer.sourceOf(inner.sourceOf(index)) };
  }
  return decoded;
}

const ESCAPE =
  /(?:%[\dA-Fa-f]{2})+|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\[nrtbf"'`\\/]|&(?:amp|lt|gt|quot|apos|#\d{1,7}|#[Xx][\dA-Fa-f]{1,6});/gu;
const SHORT = new Map(['n', 'r', 't', 'b', 'f'].map((letter) => [letter, JSON.parse(`"\\${letter}"`) as string]));
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Where the characters of an escape stand in it. */
interface Character {
  readonly text: string;
  readonly length: number;
}

/** One layer of escapes taken off; undefined when there is none. */
function decodeLayer(source: string): Decoded | undefined {
  const parts: string[] = [];
  const places = new Places();
  let read = 0;
  for (const match of source.matchAll(ESCAPE)) {
    parts.push(source.slice(read, match.index));
    places.add(match.index - read, match.index);
    read = match.index;
    for (const { text, length } of charactersOf(match[0])) {
      parts.push(text);
      read += length;
      places.add(text.length, read);
    }
  }
  if (read === 0 && parts.length === 0) return undefined;
  parts.push(source.slice(read));
  return { text: parts.join(''), sourceOf: (index) => places.sourceOf(index) };
}

/** Which places of a text are which ones of another, where the two do not run alike. */
class Places {
  readonly #indices: number[] = [0];
  readonly #sources: number[] = [0];
  #length = 0;

  /** So many characters more, after which the source is at that place. */
  add(length: number, source: number): void {
    this.#length += length;
    this.#indices.push(this.#length);
    this.#sources.push(source);
  }

  sourceOf(index: number): number {
    let [low, high] = [0, this.#indices.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#indices[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return (this.#sources[low] ?? 0) + index - (this.#indices[low] ?? 0);
  }
}

function charactersOf(escape: string): readonly Character[] {
  if (escape.startsWith('%')) return bytesRead(Buffer.from(escape.replaceAll('%', ''), 'hex'));
  return [{ text: characterOf(escape), length: escape.length }];
}

function characterOf(escape: string): string {
  if (escape.startsWith('&')) {
    const name = escape.slice(1, -1).toLowerCase();
    if (!name.startsWith('#')) return NAMED.get(name) ?? '';
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 0x10_ff_ff ? escape : String.fromCodePoint(code);
  }
  const letter = escape.charAt(1);
  if (escape.length > 2) return String.fromCharCode(Number.parseInt(escape.slice(2), 16));
  return SHORT.get(letter) ?? letter;
}

/** Bytes as UTF-8; those that are none, each as the character of its number. */
function bytesRead(bytes: Buffer): readonly Character[] {
  const characters: Character[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthOfUtf8(bytes, at);
    const text = length === 0 ? String.fromCharCode(bytes[at] ?? 0) : bytes.toString('utf8', at, at + length);
    const taken = Math.max(length, 1);
    characters.push({ text, length: 3 * taken });
    at += taken;
  }
  return characters;
}

function lengthOfUtf8(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  return length > 0 && at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)) ? length : 0;
}
