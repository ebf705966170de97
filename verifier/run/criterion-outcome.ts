import { scopeOf, type CriterionPlan } from '../../contracts/language/index.ts';
import type { Cause, CriterionReport } from '../../reports/index.ts';
import type { CriterionJudgement } from '../judge/index.ts';
import { textOf } from './text-of.ts';

/** A criterion's judgement, and its report, which says the same with all that led to it. */
export interface CriterionOutcome {
  readonly judgement: CriterionJudgement;
  readonly report: CriterionReport;
}

/** The outcome of a criterion that was not run: it is counted, and it is not green. */
export function notRunOutcome(criterion: CriterionPlan, cause: Cause, why: string): CriterionOutcome {
  const judgement: CriterionJudgement = { judgement: 'unverified', cause, why };
  const report: CriterionReport = {
    id: criterion.id,
    title: textOf(criterion.title, scopeOf({})),
    claim: criterion.claim,
    required: criterion.required,
    position: criterion.position,
    ...kinship(criterion),
    judgement: 'unverified',
    cause,
    why,
    steps: [],
    evidence: [],
    values: {},
    durationMs: 0,
  };
  return { judgement, report };
}

/** What a report says of a criterion's place among the others. */
export function kinship({
  after,
  example,
  heldOut,
}: CriterionPlan): Pick<CriterionReport, 'after' | 'example' | 'heldOut'> {
  return {
    ...(after === undefined ? {} : { after }),
    ...(example === undefined ? {} : { example }),
    ...(heldOut ? { heldOut } : {}),
  };
}
