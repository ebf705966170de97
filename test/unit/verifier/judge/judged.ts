import type { Judgement } from '../../../../reports/index.ts';
import type { CriterionJudgement, JudgedCheck, JudgedCriterion } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';

export const AT = { file: 'favorites.contract.yaml', line: 30, column: 5 };
export const SATISFIED: CriterionJudgement = { judgement: 'satisfied', reached: 'persisted', evidence: EVIDENCE };
export const VIOLATED: CriterionJudgement = { judgement: 'violated', why: 'the heart is off', at: { ...AT, line: 44 } };
export const UNVERIFIED: CriterionJudgement = {
  judgement: 'unverified',
  cause: 'environment',
  why: 'the browser died',
};
export const PASSED: Judgement = { kind: 'satisfied', evidence: EVIDENCE };
export const FAILED: Judgement = {
  kind: 'violated',
  evidence: EVIDENCE,
  mismatches: [{ path: '', message: '2 errors' }],
};
export const UNKNOWN: Judgement = { kind: 'unverified', cause: 'time', why: 'it took too long', evidence: [] };

export function criterion(
  judgement: CriterionJudgement | undefined,
  more: Partial<JudgedCriterion> = {},
): JudgedCriterion {
  const worth = judgement === undefined ? {} : { judgement };
  return {
    contract: 'favorites',
    id: 'AC-01',
    title: 'Kept',
    required: true,
    position: AT,
    selected: true,
    ...worth,
    ...more,
  };
}

export function check(judgement: Judgement | undefined, more: Partial<JudgedCheck> = {}): JudgedCheck {
  return { name: 'types', layer: 'check', required: true, ...(judgement === undefined ? {} : { judgement }), ...more };
}
