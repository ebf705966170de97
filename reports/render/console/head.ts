import type { Reason, ServiceReport, VerificationReport } from '../../schema/verification.ts';
import { headline, verdictLabel } from '../text/headline.ts';
import { makeOneLine } from '../text/printable.ts';
import { productText } from '../text/service-text.ts';
import { cutTo, wrapTo } from '../text/width.ts';
import { countOf, shortHash } from '../text/words.ts';
import { fitLine, mostOf } from './view.ts';
import type { View } from './view.ts';

const MOST_REASONS = 3;
const MOST_REMARKS = 2;
/** Width of the words before subject, services, … */
const LABEL = 10;

/** `Label     text`, as long as fits. */
export function labelled(view: View, label: string, text: string): string {
  return view.paint.dim(label.padEnd(LABEL)) + fitLine(view, LABEL, text);
}

function painted(view: View, verdict: VerificationReport['verdict'], text: string): string {
  const { paint } = view;
  const colours = {
    PASS: paint.green,
    FAIL: paint.red,
    BLOCKED: paint.yellow,
    REVIEW_REQUIRED: paint.magenta,
  } as const;
  return paint.bold(paint.inverse(colours[verdict](` ${text} `)));
}

/** What the details below do not say anyway. */
function ownReasons(report: VerificationReport): readonly Reason[] {
  return report.reasons.filter(({ criterion, check, code }) => {
    const toldBelow = criterion !== undefined || check !== undefined;
    return !toldBelow && code !== 'all-satisfied' && code !== 'selection';
  });
}

/** The verdict, and why. */
export function verdictLines(view: View, report: VerificationReport): string[] {
  const label = verdictLabel(report);
  const indent = label.length + 3;
  const sentence = makeOneLine(`${report.system.name}: ${headline(report)}`);
  const [first, ...more] = wrapTo(sentence, view.width - indent);
  const reasons = ownReasons(report);
  const shown = reasons.slice(0, mostOf(view, MOST_REASONS));
  const left = reasons.length - shown.length;
  return [
    `${painted(view, report.verdict, label)} ${view.paint.bold(first ?? '')}`,
    ...more.map((line) => ' '.repeat(indent) + view.paint.bold(line)),
    ...shown.map(({ message }) => `  ${fitLine(view, 2, message)}`),
    ...(left > 0 ? [view.paint.dim(`  and ${countOf(left, 'more reason', 'more reasons')}: see the report`)] : []),
  ];
}

function remarkOf({ subject }: VerificationReport): string | undefined {
  if (subject.dirty) {
    return `not the commit: the working tree, with ${countOf(subject.changed.length, 'changed file', 'changed files')}`;
  }
  return subject.uncommitted ? 'the working tree has changes that were not verified' : undefined;
}

function serviceText(service: ServiceReport): string {
  const { name, mode } = service;
  const how = mode === 'external' ? 'external, not reset' : mode;
  return [name, productText(service), `(${how})`].filter((part) => part !== '').join(' ');
}

/** What was verified, and on what. */
export function subjectLines(view: View, report: VerificationReport): string[] {
  const { subject, run } = report;
  const remark = remarkOf(report);
  const asked = subject.ref === 'HEAD' || subject.ref === 'worktree' ? '' : ` (${subject.ref})`;
  const lines = [labelled(view, 'Subject', `${shortHash(subject.commit)}${asked} ${subject.subjectLine ?? ''}`)];
  if (remark !== undefined) lines.push(' '.repeat(LABEL) + view.paint.yellow(cutTo(remark, view.width - LABEL)));
  for (const one of run.remarks.slice(0, mostOf(view, MOST_REMARKS)))
    lines.push(' '.repeat(LABEL) + view.paint.yellow(fitLine(view, LABEL, one)));
  if (run.services.length > 0) lines.push(labelled(view, 'Services', run.services.map(serviceText).join(' · ')));
  return lines;
}
