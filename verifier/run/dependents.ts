import { isDeepStrictEqual } from 'node:util';
import type { StepReport } from '../../reports/index.ts';
import { judgeAfter, judgeAttempts } from '../judge/index.ts';
import type { CriterionOutcome } from './criterion-outcome.ts';

/**
 * Judges the criteria of one contract whose scene repeats what another one demands (`after`): those that others build on come first. One that
 * has examples is as good as the worst of its rows.
 */
export function judgeDependents(outcomes: readonly CriterionOutcome[]): readonly CriterionOutcome[] {
  const judged = new Map<CriterionOutcome, CriterionOutcome>();
  const judge = (outcome: CriterionOutcome, path: readonly CriterionOutcome[]): CriterionOutcome => {
    const done = judged.get(outcome);
    if (done !== undefined) return done;
    const { after } = outcome.report;
    const others = outcomes.filter((other) => after !== undefined && isOf(other, after) && !path.includes(other));
    const before = others.map((other) => judge(other, [...path, outcome]));
    const result = withAfter(outcome, after ?? '', before);
    judged.set(outcome, result);
    return result;
  };
  return outcomes.map((outcome) => judge(outcome, []));
}

/** Whether it is that criterion, or a row of its examples. */
function isOf({ report }: CriterionOutcome, id: string): boolean {
  return report.id === id || report.example?.of === id;
}

function withAfter(outcome: CriterionOutcome, id: string, others: readonly CriterionOutcome[]): CriterionOutcome {
  if (others.length === 0 || !isDemanded(outcome, others)) return outcome;
  const { judgement: before } = judgeAttempts(others.map((other) => other.judgement));
  const judgement = judgeAfter(outcome.judgement, { id, judgement: before });
  if (judgement === outcome.judgement || judgement.judgement === 'satisfied') return outcome;
  const { judgement: kind, why } = judgement;
  const cause = judgement.judgement === 'unverified' ? judgement.cause : undefined;
  const report = { ...withoutCause(outcome.report), judgement: kind, why };
  return { judgement, report: cause === undefined ? report : { ...report, cause } };
}

/** Whether the step at which the scene broke is one that the others take, too: only of such a one they tell that it should have worked. */
function isDemanded({ report }: CriterionOutcome, others: readonly CriterionOutcome[]): boolean {
  const broken = report.steps.find(({ judgement }) => judgement.kind !== 'satisfied');
  if (broken === undefined) return true;
  const isSame = ({ verb, words, origin }: StepReport): boolean =>
    verb === broken.verb && (words === broken.words || isDeepStrictEqual(origin.written, broken.origin.written));
  return others.some((other) => other.report.steps.some(isSame));
}

function withoutCause(report: CriterionOutcome['report']): CriterionOutcome['report'] {
  return Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'cause')) as typeof report;
}
