import type { CriterionJudgement } from './criterion.ts';

/** What several runs of one criterion amount to, and which of them says so (counts from 0). */
export interface AttemptsJudgement {
  readonly judgement: CriterionJudgement;
  readonly deciding: number;
}

/**
 * Judges a criterion that was run several times: every attempt counts. One that is violated is a counterexample, whatever the others
 * are; satisfied only when all are. Nothing is retried, and the best attempt never counts.
 */
export function judgeAttempts(attempts: readonly CriterionJudgement[]): AttemptsJudgement {
  const decide = (deciding: number): AttemptsJudgement => {
    const judgement = attempts[deciding];
    if (judgement === undefined)
      return { deciding: 0, judgement: { judgement: 'unverified', cause: 'not-run', why: 'it was never run' } };
    return { deciding, judgement: toldOf(judgement, deciding, attempts) };
  };
  const violated = attempts.findIndex(({ judgement }) => judgement === 'violated');
  if (violated >= 0) return decide(violated);
  const unverified = attempts.findIndex(({ judgement }) => judgement !== 'satisfied');
  return decide(Math.max(unverified, 0));
}

function toldOf(
  judgement: CriterionJudgement,
  index: number,
  attempts: readonly CriterionJudgement[],
): CriterionJudgement {
  if (judgement.judgement === 'satisfied' || attempts.length === 1) return judgement;
  const alike = attempts.filter((one) => one.judgement === judgement.judgement).length;
  const others =
    alike === attempts.length
      ? ''
      : `; ${String(alike)} of ${String(attempts.length)} were ${judgement.judgement}: unstable`;
  return { ...judgement, why: `attempt ${String(index + 1)} of ${String(attempts.length)}: ${judgement.why}${others}` };
}
