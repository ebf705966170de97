import { judgeAfter } from '../judge/index.ts';
import type { CriterionOutcome } from './criterion-outcome.ts';

/** Judges the criteria of one contract whose scene repeats what another one demands (`after`): those that others build on come first. */
export function judgeDependents(outcomes: readonly CriterionOutcome[]): readonly CriterionOutcome[] {
  const known = new Map(outcomes.map((outcome) => [outcome.report.id, outcome]));
  const judged = new Map<string, CriterionOutcome>();
  const judge = (outcome: CriterionOutcome, path: readonly string[]): CriterionOutcome => {
    const { id, after } = outcome.report;
    const done = judged.get(id);
    if (done !== undefined) return done;
    const other = after === undefined || path.includes(after) ? undefined : known.get(after);
    const result = other === undefined ? outcome : withAfter(outcome, judge(other, [...path, id]));
    judged.set(id, result);
    return result;
  };
  return outcomes.map((outcome) => judge(outcome, []));
}

function withAfter(outcome: CriterionOutcome, other: CriterionOutcome): CriterionOutcome {
  const judgement = judgeAfter(outcome.judgement, { id: other.report.id, judgement: other.judgement });
  if (judgement === outcome.judgement || judgement.judgement === 'satisfied') return outcome;
  const { judgement: kind, why } = judgement;
  const cause = judgement.judgement === 'unverified' ? judgement.cause : undefined;
  const report = { ...withoutCause(outcome.report), judgement: kind, why };
  return { judgement, report: cause === undefined ? report : { ...report, cause } };
}

function withoutCause(report: CriterionOutcome['report']): CriterionOutcome['report'] {
  return Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'cause')) as typeof report;
}
