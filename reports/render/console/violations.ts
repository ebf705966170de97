import type { EvidenceRef, Mismatch, StepReport } from '../../schema/verification.ts';
import { makeOneLine } from '../text/printable.ts';
import { cutTo, displayWidth, padTo } from '../text/width.ts';
import { mismatchText } from '../text/mismatch-text.ts';
import { countOf, originText, positionText, surfaceOf } from '../text/words.ts';
import type { PlacedCriterion } from '../text/criteria.ts';
import { fitLine, markOf } from './view.ts';
import type { View } from './view.ts';

const INDENT = 4;
const MOST_STEPS = 3;
const MOST_MISMATCHES = 2;
const SURFACE = 8;

function isViolated(step: StepReport): step is StepReport & { readonly judgement: { readonly kind: 'violated' } } {
  return step.judgement.kind === 'violated';
}

function mismatchesOf(step: StepReport): readonly Mismatch[] {
  return step.judgement.kind === 'violated' ? step.judgement.mismatches : [];
}

/** Id and title, which every violated criterion has at least. */
export function titleLine(view: View, { contract, criterion }: PlacedCriterion): string {
  const name = cutTo(makeOneLine(`${contract.name} ${criterion.id}`), Math.floor(view.width / 2));
  return `${markOf(view, 'violated')} ${view.paint.bold(name)}  ${fitLine(view, displayWidth(name) + 4, criterion.title)}`;
}

function surfaceLine(view: View, surface: string, text: string): string {
  const name = cutTo(makeOneLine(surface), SURFACE - 1);
  return ' '.repeat(INDENT) + view.paint.cyan(padTo(name, SURFACE)) + fitLine(view, INDENT + SURFACE, text);
}

/** The mismatch with its path, as much as a line has room for. */
function pathAndMismatch(view: View, mismatch: Mismatch): string {
  const path = mismatch.path === '' ? '' : `${mismatch.path} `;
  return path + mismatchText(mismatch, view.width - INDENT - SURFACE - path.length);
}

function mismatchLine(view: View, mismatch: Mismatch): string {
  return ' '.repeat(INDENT + SURFACE) + fitLine(view, INDENT + SURFACE, pathAndMismatch(view, mismatch));
}

function placeLine(view: View, text: string): string {
  return ' '.repeat(INDENT) + view.paint.dim(fitLine(view, INDENT, text));
}

/** The whole path where it fits; else one that a shell completes to the same file. */
function evidencePath(view: View, { path }: EvidenceRef): string {
  return path.length + INDENT + SURFACE + 12 <= view.width ? path : path.replace(/([0-9a-f]{12})[0-9a-f]{52}/u, '$1*');
}

function evidenceLines(view: View, refs: readonly EvidenceRef[]): string[] {
  const order = ['screenshot', 'network', 'rows', 'delta', 'log', 'console'];
  const kinds = [...new Set(refs.map(({ kind }) => kind))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const named = kinds.filter((kind) => order.includes(kind));
  const [first] = (named.length > 0 ? named : kinds).flatMap((kind) => refs.filter((ref) => ref.kind === kind));
  if (first === undefined) return [];
  const more = refs.length > 1 ? ` and ${String(refs.length - 1)} more` : '';
  return [placeLine(view, `${first.kind} ${evidencePath(view, first)}${more}`)];
}

/** One violated step: in words, every mismatch (at most two), and where it is written. */
function stepLines(view: View, step: StepReport): string[] {
  const mismatches = mismatchesOf(step);
  const left = mismatches.length - MOST_MISMATCHES;
  const takenBack = step.takenBack === true ? 'was shown at first, then taken back: ' : '';
  return [
    surfaceLine(view, surfaceOf(step.verb), takenBack + step.words),
    ...mismatches.slice(0, MOST_MISMATCHES).map((mismatch) => mismatchLine(view, mismatch)),
    ...(left > 0 ? [' '.repeat(INDENT + SURFACE) + view.paint.dim(`and ${countOf(left, 'more', 'more')}`)] : []),
    placeLine(view, originText(step.origin)),
  ];
}

/** One line per violated step, and where the first is written. */
export function shortBlock(view: View, placed: PlacedCriterion): string[] {
  const steps = placed.criterion.steps.filter(isViolated);
  const [first] = steps;
  const lines = steps.slice(0, MOST_STEPS).map((step) => {
    const [mismatch] = mismatchesOf(step);
    return surfaceLine(
      view,
      surfaceOf(step.verb),
      mismatch === undefined ? step.words : pathAndMismatch(view, mismatch),
    );
  });
  const place = first === undefined ? positionText(placed.criterion.position) : originText(first.origin);
  return [titleLine(view, placed), ...lines, placeLine(view, place)];
}

function evidenceOf({ criterion }: PlacedCriterion): EvidenceRef[] {
  return [...criterion.evidence, ...criterion.steps.filter(isViolated).flatMap(({ judgement }) => judgement.evidence)];
}

/** The short block, and the piece of evidence to look at first. */
export function shortBlockWithEvidence(view: View, placed: PlacedCriterion): string[] {
  return [...shortBlock(view, placed), ...evidenceLines(view, evidenceOf(placed))];
}

/** Everything that is worth a line: what held on the way, what did not, where it is written, and the evidence. */
export function fullBlock(view: View, placed: PlacedCriterion): string[] {
  const { criterion } = placed;
  const steps = criterion.steps.filter(isViolated);
  const held = criterion.steps.filter(({ section, judgement }) => section === 'then' && judgement.kind === 'satisfied');
  const left = steps.length - MOST_STEPS;
  return [
    titleLine(view, placed),
    ...held.slice(0, 1).map((step) => surfaceLine(view, surfaceOf(step.verb), `as expected: ${step.words}`)),
    ...steps.slice(0, MOST_STEPS).flatMap((step) => stepLines(view, step)),
    ...(left > 0 ? [placeLine(view, `and ${countOf(left, 'more step', 'more steps')}`)] : []),
    ...evidenceLines(view, evidenceOf(placed)),
  ];
}
