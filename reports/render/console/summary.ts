import type { VerificationReport } from '../../schema/verification.ts';
import { countNotSelected } from '../text/criteria.ts';
import type { ReadText } from '../text/read-text.ts';
import { repetitionCommand } from '../text/repetition.ts';
import { durationText } from '../text/words.ts';
import { unverifiedLines, violationLines } from './failures.ts';
import { labelled, subjectLines, verdictLines } from './head.ts';
import { checkLines, contractLines } from './layers.ts';
import { createView, mostOf } from './view.ts';
import type { ConsoleOptions, View } from './view.ts';

export interface SummaryOptions extends ConsoleOptions {
  /** Where the whole report is; printed as it is, so that it can be opened. */
  readonly reportPath: string;
  /** How the command was called: `npx assay`; `assay` when it is missing. */
  readonly program?: string;
  /** The text of a piece of evidence, for what a failed command wrote. */
  readonly read?: ReadText;
}

/** A screen of a terminal: what does not fit is cut, and said to be cut. */
const SCREEN_LINES = 40;
/** Unverified criteria get at least this much beside violated ones. */
const LEAST_UNVERIFIED = 6;
/** So many failed checks say at least a line of themselves, whatever the criteria need. */
const LEAST_DETAILS = 2;

function countsText(report: VerificationReport): string {
  const { counts, run } = report;
  const { satisfied, violated, criteria } = counts;
  const notSelected = countNotSelected(report);
  const unverified = counts.unverified - notSelected;
  // Those that nobody asked for are counted as not run.
  const causes = Object.entries({ ...counts.byCause, 'not-run': (counts.byCause['not-run'] ?? 0) - notSelected })
    .filter(([, count]) => count > 0)
    .map(([cause, count]) => `${cause} ${String(count)}`);
  const why = causes.length > 0 ? ` (${causes.join(', ')})` : '';
  const left = notSelected > 0 ? `, ${String(notSelected)} not selected` : '';
  const parts = `${String(satisfied)} satisfied, ${String(violated)} violated, ${String(unverified)} unverified${why}${left}`;
  const tookMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
  const took = Number.isFinite(tookMs) ? `, ${durationText(tookMs)}` : '';
  return `${parts} of ${String(criteria)}${took}`;
}

function tailLines(view: View, report: VerificationReport, { reportPath, program }: SummaryOptions): string[] {
  return [
    labelled(view, 'Criteria', countsText(report)),
    labelled(view, 'Again', repetitionCommand(report, program)),
    `${view.paint.dim('Report'.padEnd(10))}${reportPath}`,
    labelled(view, 'Exit code', String(report.exitCode)),
  ];
}

/** Lines for the words of failed checks: what the criteria, with two lines for each that is violated, leave of `room`. */
function detailRoom({ checks, counts }: VerificationReport, room: number): number {
  const failed = checks.filter(({ judgement }) => judgement.kind !== 'satisfied').length;
  const forCriteria = 2 * counts.violated + (counts.unverified > 0 ? LEAST_UNVERIFIED : 0);
  return Math.max(Math.min(failed, LEAST_DETAILS), room - forCriteria);
}

/** Sections with an empty line between them. */
function joined(sections: readonly (readonly string[])[]): string {
  return sections
    .filter((section) => section.length > 0)
    .map((section) => section.join('\n'))
    .join('\n\n');
}

/**
 * The report on one screen: at most 40 lines, none wider than `width` but for the report's path. The verdict and why
 * come first; long lists are cut and say so. Where `width` is infinite there is no screen: everything in full.
 * Whatever the application or a contract wrote is made printable.
 */
export function renderSummary(report: VerificationReport, options: SummaryOptions): string {
  const view = createView(options);
  const read = options.read ?? (() => undefined);
  const headWith = (room: number): string[][] => [
    verdictLines(view, report),
    subjectLines(view, report),
    checkLines(view, report, { read, room }),
    contractLines(view, report),
  ];
  const tail = tailLines(view, report, options);
  const roomBeside = (sections: readonly (readonly string[])[]): number =>
    [...sections, tail].reduce((left, section) => left - section.length - 1, mostOf(view, SCREEN_LINES) - 1);
  const head = headWith(detailRoom(report, roomBeside(headWith(0))));
  const room = roomBeside(head);
  const unverified = unverifiedLines(view, report, report.counts.violated > 0 ? mostOf(view, LEAST_UNVERIFIED) : room);
  const violated = violationLines(view, report, room - unverified.length);
  return `${joined([...head, violated, unverified, tail])}\n`;
}
