import type { VerificationReport } from '../../schema/verification.ts';
import { criteriaThatAre, titleOf } from '../text/criteria.ts';
import type { PlacedCriterion } from '../text/criteria.ts';
import { makeOneLine } from '../text/printable.ts';
import { whyText } from '../text/why-text.ts';
import { wrapTo } from '../text/width.ts';
import { countOf, positionText } from '../text/words.ts';
import { fitLine, markOf, mostOf } from './view.ts';
import type { View } from './view.ts';
import { fullBlock, oneLine, shortBlock, shortBlockWithEvidence, twoLines } from './violations.ts';

const INDENT = 4;
const MOST_WHY = 2;

function linesOf(blocks: readonly (readonly string[])[]): number {
  return blocks.reduce((total, block) => total + block.length, 0);
}

/** Makes blocks longer, one after the other, as long as all of them fit. */
function enlarge(blocks: string[][], room: number, larger: (index: number) => string[]): void {
  for (const [index, block] of blocks.entries()) {
    const candidate = larger(index);
    if (linesOf(blocks) - block.length + candidate.length <= room) blocks[index] = candidate;
  }
}

/**
 * Violated criteria in at most `room` lines: each that fits has at least a line with its place and its first mismatch,
 * then come titles and details, from the first on, as long as there is room.
 */
export function violationLines(view: View, report: VerificationReport, room: number): string[] {
  const all = criteriaThatAre(report, 'violated');
  const most = Math.max(1, room);
  const shown = all.length <= most ? all : all.slice(0, Math.max(1, most - 1));
  const left = all.length - shown.length;
  const blocks = shown.map((placed) => oneLine(view, placed));
  const blockOf = (make: (view: View, placed: PlacedCriterion) => string[]) => (index: number) => {
    const placed = shown[index];
    return placed === undefined ? [] : make(view, placed);
  };
  const roomForBlocks = left > 0 ? most - 1 : most;
  for (const make of [twoLines, shortBlock, shortBlockWithEvidence, fullBlock])
    enlarge(blocks, roomForBlocks, blockOf(make));
  const rest = left > 0 ? [view.paint.dim(`  and ${String(left)} more violated: see the report`)] : [];
  return [...blocks.flat(), ...rest];
}

/** Criteria that are unverified for the same reason, told of once. */
function groupsOf(all: readonly PlacedCriterion[]): PlacedCriterion[][] {
  const groups = new Map<string, PlacedCriterion[]>();
  for (const placed of all) {
    const key = `${placed.criterion.cause ?? ''} ${placed.criterion.why ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()];
}

function groupLines(view: View, group: readonly PlacedCriterion[]): string[] {
  const [first] = group;
  if (first === undefined) return [];
  const { contract, criterion } = first;
  const one = `${contract.name} ${criterion.id} ${titleOf(criterion)}`;
  const names = group.map((placed) => `${placed.contract.name} ${placed.criterion.id}`).join(', ');
  const what = group.length === 1 ? one : `${countOf(group.length, 'criterion', 'criteria')}: ${names}`;
  const place = group.length === 1 ? ` (${positionText(criterion.position)})` : '';
  const unknown = criterion.cause === undefined ? 'unverified' : undefined;
  const reason = criterion.why === undefined ? 'no reason was given' : undefined;
  const told = whyText(criterion, { short: !view.whole });
  const why = makeOneLine(
    [unknown, told, reason].filter((part) => part !== undefined && part !== '').join(': ') + place,
  );
  return [
    `${markOf(view, 'unverified')} ${fitLine(view, 2, what)}`,
    ...wrapTo(why, view.width - INDENT)
      .slice(0, mostOf(view, MOST_WHY))
      .map((line) => ' '.repeat(INDENT) + line),
  ];
}

/** Unverified criteria with their causes, in at most `room` lines. */
export function unverifiedLines(view: View, report: VerificationReport, room: number): string[] {
  const groups = groupsOf(criteriaThatAre(report, 'unverified'));
  const most = Math.max(1, Math.floor(room / (MOST_WHY + 1)));
  const shown = groups.length <= most ? groups : groups.slice(0, most);
  const left = linesOf(groups.slice(shown.length).map((group) => group.map(() => '')));
  const rest = left > 0 ? [view.paint.dim(`  and ${String(left)} more unverified: see the report`)] : [];
  return [...shown.flatMap((group) => groupLines(view, group)), ...rest];
}
