import type { Mismatch } from '../../schema/verification.ts';
import { readingsOf, readingsText } from './agreement-text.ts';
import { alternativesOf, alternativesText } from './alternatives-text.ts';
import { placeOfPointer } from './mismatch-place.ts';
import { cut, expectedText, hasValues, sentence, sidesOf, whatDiffers } from './mismatch-sides.ts';
import { answerTold } from './together-text.ts';
import type { AnswerTold } from './together-text.ts';
import type { ToldStep } from './told-step.ts';
import { formatValue } from './value-text.ts';
import { displayWidth } from './width.ts';

/** `the 2nd request: expected status 201, found 200` */
function tellAnswer({ name, step, mismatch }: AnswerTold, room: number): string {
  const left = room - name.length - 2;
  if (mismatch.path !== '/status' || !hasValues(mismatch)) return `${name}: ${tellPlaced(step, mismatch, left)}`;
  const sides = sidesOf(step, mismatch);
  const expected = `status ${sides?.expected ?? expectedText(mismatch, formatValue)}`;
  return `${name}: ${sentence({ expected, seen: sides?.seen ?? formatValue(mismatch.actual) }, left)}`;
}

/** What is told of the step as a whole, whichever of its mismatches it is: the readings side by side, each alternative. */
function wholeText(step: ToldStep): string | undefined {
  const readings = readingsOf(step);
  if (readings !== undefined) return `not the same: ${readingsText(readings)}`;
  const alternatives = alternativesOf(step);
  return alternatives === undefined ? undefined : `none of these: ${alternativesText(alternatives)}`;
}

/** The mismatches of a step that are told one by one: of what is told as a whole, the first. */
export function mismatchesToTell(step: ToldStep, mismatches: readonly Mismatch[]): readonly Mismatch[] {
  return wholeText(step) === undefined ? mismatches : mismatches.slice(0, 1);
}

const HELD_FOR_A_WHILE = / \((it held for \d+ ms, and did not stay)\)$/u;

/** The mismatch alone, and how long it held before, where it had to stay. */
export function partLasting(mismatch: Mismatch): { readonly mismatch: Mismatch; readonly lasted?: string } {
  const [suffix = '', lasted] = HELD_FOR_A_WHILE.exec(mismatch.message) ?? [];
  if (lasted === undefined) return { mismatch };
  return { mismatch: { ...mismatch, message: mismatch.message.slice(0, -suffix.length) }, lasted };
}

/**
 * A mismatch as people say it, in about `room` columns: `the 1st of 3 buttons “Favorite”: pressed expected true, found
 * false`. Where that is too long, the place is told in short and values are cut.
 */
export function mismatchText(step: ToldStep, whole: Mismatch, room: number): string {
  const { mismatch, lasted } = partLasting(whole);
  const suffix = lasted === undefined ? '' : ` (${lasted})`;
  return tell(step, mismatch, room - suffix.length) + suffix;
}

function tell(step: ToldStep, mismatch: Mismatch, room: number): string {
  const answer = answerTold(step, mismatch);
  if (answer !== undefined) return tellAnswer(answer, room);
  const text = wholeText(step);
  return text === undefined ? tellPlaced(step, mismatch, room) : cut(text, room);
}

function tellPlaced(step: ToldStep, mismatch: Mismatch, room: number): string {
  const { where, short } = placeOfPointer(step, mismatch.path);
  const told = (place: string): string =>
    place === ''
      ? whatDiffers(step, mismatch, room)
      : `${place} ${whatDiffers(step, mismatch, room - place.length - 1)}`;
  const whole = told(where);
  return where === short || displayWidth(whole) <= room ? whole : told(short);
}
