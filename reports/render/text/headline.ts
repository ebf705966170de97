import type { VerificationReport } from '../../schema/verification.ts';
import { countOf } from './words.ts';

/** The checks of a report that did not pass, by judgement. */
function checksThatAre(report: VerificationReport, kind: 'violated' | 'unverified'): number {
  return report.checks.filter((check) => check.judgement.kind === kind).length;
}

function sum(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' and ');
}

function failed(report: VerificationReport): string {
  const { violated, criteria } = report.counts;
  const checks = checksThatAre(report, 'violated');
  const parts = [
    violated > 0
      ? `${String(violated)} of ${countOf(criteria, 'criterion', 'criteria')} ${violated === 1 ? 'is' : 'are'} violated`
      : undefined,
    checks > 0 ? countOf(checks, 'check failed', 'checks failed') : undefined,
  ];
  return parts.some((part) => part !== undefined) ? sum(parts) : 'a condition of the verdict is not met';
}

function blocked(report: VerificationReport): string {
  const { unverified, criteria } = report.counts;
  const checks = checksThatAre(report, 'unverified');
  const parts = [
    unverified > 0 ? `${String(unverified)} of ${countOf(criteria, 'criterion', 'criteria')}` : undefined,
    checks > 0 ? countOf(checks, 'check', 'checks') : undefined,
  ];
  const what = parts.some((part) => part !== undefined) ? sum(parts) : 'what was asked for';
  return `no verdict on the work: ${what} could not be verified`;
}

function passed(report: VerificationReport): string {
  const { satisfied, criteria } = report.counts;
  if (report.scope.kind === 'partial') {
    const left = countOf(report.scope.leftOut, 'criterion was', 'criteria were');
    return `what was selected holds; ${left} left out, so this opens no gate`;
  }
  return satisfied === criteria
    ? `all ${countOf(criteria, 'criterion holds', 'criteria hold')}`
    : `every required criterion holds (${String(satisfied)} of ${String(criteria)} in all)`;
}

/** The verdict's reason in one sentence, without a capital and a full stop. */
export function headline(report: VerificationReport): string {
  switch (report.verdict) {
    case 'PASS':
      return passed(report);
    case 'FAIL':
      return failed(report);
    case 'BLOCKED':
      return blocked(report);
    case 'REVIEW_REQUIRED':
      return 'a person has to look before this can be judged';
  }
}

/** `PASS`, or `PASS (partial)`: a partial PASS never looks like a whole one. */
export function verdictLabel(report: VerificationReport): string {
  return report.verdict === 'PASS' && report.scope.kind === 'partial' ? 'PASS (partial)' : report.verdict;
}
