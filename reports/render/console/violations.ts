import type { EvidenceRef, Mismatch, Position, StepReport } from '../../schema/verification.ts';
import { makeOneLine } from '../text/printable.ts';
import { cutTo, displayWidth, padTo, wrapTo } from '../text/width.ts';
import { mismatchesToTell, mismatchText } from '../text/mismatch-text.ts';
import { countOf, originText, positionText, surfaceOf } from '../text/words.ts';
import { fillReferences } from '../text/references.ts';
import { attemptsOf, attemptsText } from '../text/attempts.ts';
import { titleOf } from '../text/criteria.ts';
import type { PlacedCriterion } from '../text/criteria.ts';
import { faultText } from '../text/faults.ts';
import { evidenceLines } from './evidence-lines.ts';
import { fitLine, markOf, mostOf } from './view.ts';
import type { View } from './view.ts';

const INDENT = 4;
const MOST_STEPS = 3;
const MOST_MISMATCHES = 2;
const LINES_OF_A_MISMATCH = 2;
/** What a line that is broken at a word may leave empty. */
const SLACK = 10;
const SURFACE = 8;
/** A mismatch gets at least this many columns, if need be without the folder of its place. */
const LEAST_MISMATCH = 36;
/** Code units of a mismatch where there is no screen: an answer of a megabyte is in the evidence. */
const MOST_OF_A_MISMATCH = 4_000;

type ViolatedStep = StepReport & { readonly judgement: { readonly kind: 'violated' } };

function isViolated(step: StepReport): step is ViolatedStep {
  return step.judgement.kind === 'violated';
}

/** What does not hold, in words that have this run's values. */
function violatedSteps({ criterion }: Pick<PlacedCriterion, 'criterion'>): ViolatedStep[] {
  const steps = criterion.steps.filter(isViolated);
  return steps.map((step) => ({ ...step, words: fillReferences(step.words, criterion.values) }));
}

function nameOf(view: View, { contract, criterion }: PlacedCriterion): string {
  return cutTo(makeOneLine(`${contract.name} ${criterion.id}`), Math.floor(view.width / 2));
}

function titleLine(view: View, placed: PlacedCriterion): string {
  const name = nameOf(view, placed);
  const title = fitLine(view, displayWidth(name) + 4, titleOf(placed.criterion));
  return `${markOf(view, 'violated')} ${view.paint.bold(name)}  ${title}`;
}

function surfaceLine(view: View, surface: string, text: string): string {
  const name = cutTo(makeOneLine(surface), SURFACE - 1);
  return ' '.repeat(INDENT) + view.paint.cyan(padTo(name, SURFACE)) + fitLine(view, INDENT + SURFACE, text);
}

function tellMismatch(step: ViolatedStep, mismatch: Mismatch, room: number): string {
  return mismatchText(step, mismatch, Math.min(room, MOST_OF_A_MISMATCH));
}

/** On two lines where one has no room for both sides of it: what is cut may be what differs. */
function mismatchLines(view: View, step: ViolatedStep, mismatch: Mismatch): string[] {
  const from = INDENT + SURFACE;
  const room = view.width - from;
  const text = makeOneLine(tellMismatch(step, mismatch, room * LINES_OF_A_MISMATCH - SLACK));
  const wrapped = displayWidth(text) <= room ? [text] : wrapTo(text, room);
  const fits = wrapped.length <= LINES_OF_A_MISMATCH;
  const lines = fits ? wrapped : [fitLine(view, from, tellMismatch(step, mismatch, room))];
  return lines.map((line) => ' '.repeat(from) + line);
}

function placeLine(view: View, text: string): string {
  return ' '.repeat(INDENT) + view.paint.dim(fitLine(view, INDENT, text));
}

/** One violated step: in words, its mismatches, and where it is written. */
function stepLines(view: View, step: ViolatedStep): string[] {
  const mismatches = mismatchesToTell(step, step.judgement.mismatches);
  const shown = mismatches.slice(0, mostOf(view, MOST_MISMATCHES));
  const left = mismatches.length - shown.length;
  const takenBack = step.takenBack === true ? 'held at first, and no longer at the last look: ' : '';
  return [
    surfaceLine(view, surfaceOf(step.verb), takenBack + step.words.replace(/^together: /u, '')),
    ...shown.flatMap((mismatch) => mismatchLines(view, step, mismatch)),
    ...(left > 0 ? [' '.repeat(INDENT + SURFACE) + view.paint.dim(`and ${countOf(left, 'more', 'more')}`)] : []),
    placeLine(view, originText(step.origin)),
  ];
}

/** The line of the criterion that leads to its first violated step. */
function placeOf({ criterion }: PlacedCriterion): Position {
  const [step] = violatedSteps({ criterion });
  return step === undefined ? criterion.position : (step.origin.via[0]?.at ?? step.origin.written);
}

/** The place, without its folder where `room` has none for both; and the first mismatch, in what is left. */
function placeAndMismatch(placed: PlacedCriterion, room: number): { readonly place: string; readonly text: string } {
  const step = violatedSteps(placed)[0];
  const whole = makeOneLine(positionText(placeOf(placed)));
  const surface = step === undefined ? '' : `${surfaceOf(step.verb)} `;
  const short = whole.replace(/^.*\//u, '…/');
  const place = displayWidth(whole) + 2 + LEAST_MISMATCH <= room ? whole : short;
  const left = room - displayWidth(place) - 2;
  const text =
    step === undefined
      ? (placed.criterion.why ?? '')
      : tellMismatch(step, step.judgement.mismatches[0], left - surface.length);
  return { place, text: cutTo(makeOneLine(surface + text), Math.max(0, left)) };
}

/** The least that a violated criterion has: its id, its place, and its first mismatch. */
export function oneLine(view: View, placed: PlacedCriterion): string[] {
  const name = nameOf(view, placed);
  const from = displayWidth(name) + 4;
  const { place, text } = placeAndMismatch(placed, view.width - from);
  const shown = cutTo(place, view.width - from);
  return [`${markOf(view, 'violated')} ${view.paint.bold(name)}  ${view.paint.dim(shown)}  ${text}`.trimEnd()];
}

/** Its title, and below it the place and the first mismatch. */
export function twoLines(view: View, placed: PlacedCriterion): string[] {
  const { place, text } = placeAndMismatch(placed, view.width - INDENT);
  const shown = cutTo(place, view.width - INDENT);
  return [titleLine(view, placed), `${' '.repeat(INDENT)}${view.paint.dim(shown)}  ${text}`.trimEnd()];
}

/** One line per violated step, and where the first is written. */
export function shortBlock(view: View, placed: PlacedCriterion): string[] {
  const steps = violatedSteps(placed);
  const [first] = steps;
  const room = view.width - INDENT - SURFACE;
  const lines = steps
    .slice(0, mostOf(view, MOST_STEPS))
    .map((step) => surfaceLine(view, surfaceOf(step.verb), tellMismatch(step, step.judgement.mismatches[0], room)));
  const place = first === undefined ? positionText(placed.criterion.position) : originText(first.origin);
  return [titleLine(view, placed), ...lines, placeLine(view, place)];
}

/** In one line how often it was run, and with what outcome. */
function attemptsLine(view: View, { criterion }: PlacedCriterion): string[] {
  const attempts = attemptsOf(criterion);
  return attempts === undefined ? [] : [placeLine(view, attemptsText(attempts))];
}

/** What was made to fail on purpose, so that nobody looks for the reason of it. */
function faultLines(view: View, { criterion }: PlacedCriterion): string[] {
  const { steps, values } = criterion;
  return steps.flatMap((step) => {
    const fault = faultText(step, steps);
    if (fault === undefined) return [];
    return [surfaceLine(view, surfaceOf(step.verb), `${fillReferences(step.words, values)} (${fault})`)];
  });
}

function evidenceOf({ criterion }: PlacedCriterion): EvidenceRef[] {
  return [...criterion.evidence, ...criterion.steps.filter(isViolated).flatMap(({ judgement }) => judgement.evidence)];
}

/** The short block, and the piece of evidence to look at first. */
export function shortBlockWithEvidence(view: View, placed: PlacedCriterion): string[] {
  return [
    ...shortBlock(view, placed),
    ...attemptsLine(view, placed),
    ...evidenceLines(view, INDENT, evidenceOf(placed)),
  ];
}

/** Everything that is worth a line: what held on the way, what did not, where it is written, and the evidence. */
export function fullBlock(view: View, placed: PlacedCriterion): string[] {
  const { criterion } = placed;
  const steps = violatedSteps(placed);
  const shown = steps.slice(0, mostOf(view, MOST_STEPS));
  const held = criterion.steps.filter(({ section, judgement }) => section === 'then' && judgement.kind === 'satisfied');
  const left = steps.length - shown.length;
  return [
    titleLine(view, placed),
    ...attemptsLine(view, placed),
    ...faultLines(view, placed).slice(0, mostOf(view, MOST_STEPS)),
    ...held
      .slice(0, mostOf(view, 1))
      .map((step) =>
        surfaceLine(view, surfaceOf(step.verb), `as expected: ${fillReferences(step.words, criterion.values)}`),
      ),
    ...shown.flatMap((step) => stepLines(view, step)),
    ...(left > 0 ? [placeLine(view, `and ${countOf(left, 'more step', 'more steps')}`)] : []),
    ...evidenceLines(view, INDENT, evidenceOf(placed)),
  ];
}
