import type { VerificationReport } from '../../schema/verification.ts';
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
}

/** A screen of a terminal: what does not fit is cut, and said to be cut. */
const SCREEN_LINES = 40;
/** Unverified criteria get at least this much beside violated ones. */
const LEAST_UNVERIFIED = 6;

function countsText({ counts, run }: VerificationReport): string {
  const causes = Object.entries(counts.byCause).map(([cause, count]) => `${cause} ${String(count)}`);
  const why = causes.length > 0 ? ` (${causes.join(', ')})` : '';
  const { satisfied, violated, unverified, criteria } = counts;
  const parts = `${String(satisfied)} satisfied, ${String(violated)} violated, ${String(unverified)} unverified${why}`;
  const tookMs = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
  const took = Number.isFinite(tookMs) ? `, ${durationText(tookMs)}` : '';
  return `${parts} of ${String(criteria)}${took}`;
}

function tailLines(view: View, report: VerificationReport, reportPath: string): string[] {
  return [
    labelled(view, 'Criteria', countsText(report)),
    labelled(view, 'Again', repetitionCommand(report)),
    `${view.paint.dim('Report'.padEnd(10))}${reportPath}`,
    labelled(view, 'Exit code', String(report.exitCode)),
  ];
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
  const head = [
    verdictLines(view, report),
    subjectLines(view, report),
    [...checkLines(view, report)],
    contractLines(view, report),
  ];
  const tail = tailLines(view, report, options.reportPath);
  const used = [...head, tail].reduce((total, section) => total + section.length + 1, 0);
  const room = mostOf(view, SCREEN_LINES) - used - 1;
  const unverified = unverifiedLines(view, report, report.counts.violated > 0 ? mostOf(view, LEAST_UNVERIFIED) : room);
  const violated = violationLines(view, report, room - unverified.length);
  return `${joined([...head, violated, unverified, tail])}\n`;
}
