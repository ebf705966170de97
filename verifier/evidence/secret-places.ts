import { decode, type Decoded } from './decoding.ts';
import type { Needle } from './needles.ts';

/** Where in a text a secret stands, or what a cut left of it. */
export interface SecretPlace {
  readonly name: string;
  readonly from: number;
  /** The first place behind it. */
  readonly until: number;
}

/** Of a secret that was cut, so many characters are told from what stands there by chance. */
const LEAST_OF_A_PART = 6;
/** Nothing shorter is ever cut: the end of a shorter text is its own. */
const SHORTEST_CUT = 60;

/** All places of secrets, in the text as it is and behind its escapes, those that overlap as one, in their order. */
export function placesOf(text: string, needles: readonly Needle[]): readonly SecretPlace[] {
  const plain: Decoded = { text, sourceOf: (index) => index };
  const decoded = decode(text);
  const forms = decoded.text === text ? [plain] : [plain, decoded];
  const found = forms.flatMap((form) => needles.flatMap((needle) => placesOfNeedle(text, form, needle)));
  return united(found.filter((place) => !isOfDigest(text, place)));
}

function placesOfNeedle(source: string, form: Decoded, { name, text: needle }: Needle): readonly SecretPlace[] {
  const placeOf = ({ from, until }: { readonly from: number; readonly until: number }): SecretPlace => ({
    name,
    from: form.sourceOf(from),
    until: form.sourceOf(until),
  });
  const least = Math.min(LEAST_OF_A_PART, needle.length - 1);
  const places = [...occurrences(form.text, needle.slice(0, least))].flatMap((from) => {
    const most = commonLength(needle.length, (index) => form.text[from + index] === needle[index]);
    const length = longest(
      most,
      least,
      (one) => one === needle.length || isCutAfter(source, form.sourceOf(from + one)),
    );
    return length === undefined ? [] : [placeOf({ from, until: from + length })];
  });
  const ends = [...occurrences(form.text, needle.slice(-least))].flatMap((at) => {
    const until = at + least;
    const most = commonLength(needle.length, (index) => form.text[until - 1 - index] === needle.at(-1 - index));
    const length = longest(most, least, (one) => isCutBefore(source, form.sourceOf(until - one)));
    return length === undefined ? [] : [placeOf({ from: until - length, until })];
  });
  return [...places, ...ends];
}

function commonLength(most: number, isSame: (index: number) => boolean): number {
  let length = 0;
  while (length < most && isSame(length)) length += 1;
  return length;
}

/** The longest that will do: what stands behind a cut may look as the secret goes on. */
function longest(most: number, least: number, willDo: (length: number) => boolean): number | undefined {
  for (let length = most; length >= least; length -= 1) if (willDo(length)) return length;
  return undefined;
}

function* occurrences(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) yield at;
}

/** Where a text was cut stands an ellipsis, or something ends: the text, a line, a text in JSON or HTML; before it perhaps a part of an escape. */
const END = /^(?:%[\da-f]?|\\+(?:u[\da-f]{0,3}|x[\da-f]?)?|&[#\w]{0,7})?[…"<\\\n]/iu;
const END_OF_ALL = /^(?:%[\da-f]?|\\+(?:u[\da-f]{0,3}|x[\da-f]?)?|&[#\w]{0,7})?$/iu;
const START = /…(?:\]\n)?(?:[\da-f]{1,4}|[#\w]{0,7};)?$/iu;
const START_OF_ALL = /^(?:[\da-f]{1,4}|[#\w]{0,7};)?$/iu;
const LONGEST_EDGE = 16;

function isCutAfter(text: string, at: number): boolean {
  const after = text.slice(at, at + LONGEST_EDGE);
  return (
    END.test(after) || (text.length >= SHORTEST_CUT && at + after.length === text.length && END_OF_ALL.test(after))
  );
}

function isCutBefore(text: string, at: number): boolean {
  const before = text.slice(Math.max(at - LONGEST_EDGE, 0), at);
  return START.test(before) || (text.length >= SHORTEST_CUT && at === before.length && START_OF_ALL.test(before));
}

/** So many digits of a digest are those of a secret by chance in one of 2^64 digests. */
const NO_CHANCE = 16;
const SHORTEST_DIGEST = 40;

/** Whether a part is in the middle of a digest, and there by chance. */
function isOfDigest(text: string, { from, until }: SecretPlace): boolean {
  if (until - from >= NO_CHANCE) return false;
  const around = text.slice(Math.max(from - SHORTEST_DIGEST, 0), until + SHORTEST_DIGEST);
  const at = from - Math.max(from - SHORTEST_DIGEST, 0);
  return [...around.matchAll(/[\da-f]{40,}/gu)].some(
    ({ index, 0: digest }) => index <= at && at + until - from <= index + digest.length,
  );
}

function united(places: readonly SecretPlace[]): readonly SecretPlace[] {
  const one: SecretPlace[] = [];
  // Of those that begin at the same place the longest gives its name.
  for (const place of places.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    const last = one.at(-1);
    if (last === undefined || place.from >= last.until) one.push(place);
    else if (place.until > last.until) one[one.length - 1] = { ...last, until: place.until };
  }
  return one;
}
