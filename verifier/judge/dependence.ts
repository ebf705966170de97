import type { CriterionJudgement } from './criterion.ts';

/**
 * What a criterion is worth whose scene repeats what another one demands (`after`), when that scene could not be set up in a healthy
 * environment: if the other is satisfied, this one's scene should have worked, so it is violated; else it depends on the other.
 * There is no baseline to ask yet. Everything but a broken scene stays as it is.
 */
export function judgeAfter(
  judgement: CriterionJudgement,
  other: { readonly id: string; readonly judgement: CriterionJudgement },
): CriterionJudgement {
  if (judgement.judgement !== 'unverified' || judgement.brokenAt === undefined) return judgement;
  const { why, brokenAt, reached } = judgement;
  if (other.judgement.judgement === 'satisfied')
    return { judgement: 'violated', why: `${why}; ${other.id}, which demands it, is satisfied`, at: brokenAt };
  return {
    judgement: 'unverified',
    cause: 'depends-on',
    why: `it builds on ${other.id}, which is ${other.judgement.judgement}; ${why}`,
    at: brokenAt,
    ...(reached === undefined ? {} : { reached }),
  };
}
