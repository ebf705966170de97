import type { CheckReport, ContractReport, VerificationReport } from '../../schema/verification.ts';
import { isSelected } from '../text/criteria.ts';
import { makeOneLine } from '../text/printable.ts';
import { cutTo, displayWidth, padTo } from '../text/width.ts';
import { checkOutcome, countOf, tookText } from '../text/words.ts';
import { checkDetails } from './check-details.ts';
import type { DetailOptions } from './check-details.ts';
import { fitLine, markOf, mostOf } from './view.ts';
import type { View } from './view.ts';

const MOST_CHECKS = 8;
const MOST_CONTRACTS = 8;
const MOST_NAME = 24;
/** `12 min 34 s` */
const TOOK = 11;

/** `list`, or its first `most - 1` and how many more there are. What did not pass comes first when something is left out. */
function cutList<T>(
  list: readonly T[],
  most: number,
  isGood: (item: T) => boolean,
): { shown: readonly T[]; left: number } {
  if (list.length <= most) return { shown: list, left: 0 };
  const bad = list.filter((item) => !isGood(item));
  const shown = [...bad, ...list.filter(isGood)].slice(0, most - 1);
  return { shown, left: list.length - shown.length };
}

function nameWidth(names: readonly string[]): number {
  return Math.min(MOST_NAME, Math.max(0, ...names.map((name) => displayWidth(makeOneLine(name)))));
}

/** The column at which the line of a check says how it went. */
function outcomeFrom(nameColumns: number): number {
  return nameColumns + TOOK + 6;
}

function checkLine(view: View, check: CheckReport, width: number): string {
  const took = cutTo(tookText(check), TOOK);
  const name = padTo(cutTo(makeOneLine(check.name), width), width);
  const text = fitLine(view, outcomeFrom(width), checkOutcome(check));
  return `${markOf(view, check.judgement.kind)} ${name}  ${view.paint.dim(took.padEnd(TOOK))}  ${text}`.trimEnd();
}

/** What is good, told of in one line: on the screen of a failure its room is needed for something else. */
function goodLine(view: View, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${markOf(view, 'satisfied')} ${fitLine(view, 2, names.join(', '))}`];
}

/**
 * A line for each layer below acceptance; unless all is well, those that passed share one. Below those that did not
 * pass is what they say of themselves, in at most `room` lines together.
 */
export function checkLines(view: View, report: VerificationReport, { read, room }: DetailOptions): string[] {
  const compact = report.verdict !== 'PASS';
  const good = report.checks.filter(({ judgement }) => judgement.kind === 'satisfied');
  const listed = compact ? report.checks.filter((check) => !good.includes(check)) : report.checks;
  const head = compact
    ? goodLine(
        view,
        good.map(({ name }) => name),
      )
    : [];
  const { shown, left } = cutList(listed, mostOf(view, MOST_CHECKS), ({ judgement }) => judgement.kind === 'satisfied');
  const width = nameWidth(shown.map(({ name }) => name));
  let roomLeft = room;
  const lines = shown.flatMap((check) => {
    const outcome = checkOutcome(check);
    const isCut = displayWidth(makeOneLine(outcome)) > view.width - outcomeFrom(width);
    const details = checkDetails(view, check, { read, room: roomLeft, ...(isCut ? { outcome } : {}) });
    roomLeft -= details.length;
    return [checkLine(view, check, width), ...details];
  });
  const rest = left === 0 ? [] : [view.paint.dim(`  and ${countOf(left, 'more check', 'more checks')}`)];
  return [...head, ...lines, ...rest];
}

interface Tally {
  readonly satisfied: number;
  readonly violated: number;
  readonly unverified: number;
}

function tallyOf({ criteria }: ContractReport): Tally {
  const tally = { satisfied: 0, violated: 0, unverified: 0 };
  for (const { judgement } of criteria) tally[judgement] += 1;
  return tally;
}

function worstOf(contract: ContractReport): 'satisfied' | 'violated' | 'unverified' {
  const { violated, unverified } = tallyOf(contract);
  if (violated > 0) return 'violated';
  return unverified > 0 || contract.criteria.length === 0 ? 'unverified' : 'satisfied';
}

function tallyText(contract: ContractReport): string {
  const { satisfied, violated, unverified } = tallyOf(contract);
  const parts = [`${String(satisfied)} of ${String(contract.criteria.length)}`];
  if (violated > 0) parts.push(`${String(violated)} violated`);
  if (unverified > 0) parts.push(`${String(unverified)} unverified`);
  return parts.join(', ');
}

/** What nobody asked for, told of in one line. */
function notSelectedLine(view: View, report: VerificationReport): string[] {
  const left = report.contracts.filter((contract) => isLeftOut(report, contract));
  if (left.length === 0) return [];
  const names = left.map(({ name, criteria }) => `${name} (${String(criteria.length)})`).join(', ');
  return [view.paint.dim(`· ${fitLine(view, 2, `not selected: ${names}`)}`)];
}

/** Whether nobody asked for it, and nothing of it was judged. */
function isLeftOut(report: VerificationReport, contract: ContractReport): boolean {
  return !isSelected(report, contract) && contract.criteria.every(({ judgement }) => judgement === 'unverified');
}

function contractLine(view: View, contract: ContractReport, width: number): string {
  const counts = tallyText(contract);
  // The counts are told in full; a name that is too long beside them is cut.
  const column = Math.max(0, Math.min(width, view.width - counts.length - 4));
  const name = padTo(cutTo(makeOneLine(contract.name), column), column);
  const title = fitLine(view, column + counts.length + 6, contract.title);
  const line = `${markOf(view, worstOf(contract))} ${name}  ${counts}`;
  return title === '' ? line : `${line}  ${view.paint.dim(title)}`;
}

/** A line for each contract, with its counts; unless all is well, those that are satisfied share one. */
export function contractLines(view: View, report: VerificationReport): string[] {
  const compact = report.verdict !== 'PASS';
  const asked = report.contracts.filter((contract) => !isLeftOut(report, contract));
  const good = asked.filter((contract) => worstOf(contract) === 'satisfied');
  const listed = compact ? asked.filter((contract) => !good.includes(contract)) : asked;
  const head = compact
    ? goodLine(
        view,
        good.map((contract) => `${contract.name} ${tallyText(contract)}`),
      )
    : [];
  const { shown, left } = cutList(
    listed,
    mostOf(view, MOST_CONTRACTS),
    (contract) => worstOf(contract) === 'satisfied',
  );
  const width = nameWidth(shown.map(({ name }) => name));
  const lines = [...head, ...shown.map((contract) => contractLine(view, contract, width))];
  const rest = left === 0 ? [] : [view.paint.dim(`  and ${countOf(left, 'more contract', 'more contracts')}`)];
  return [...lines, ...rest, ...notSelectedLine(view, report)];
}
