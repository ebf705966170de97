export { describeValue } from './words.ts';
export { holds, mismatches } from './matchers.ts';
export { JudgeError } from './judge-error.ts';
export { judgeHopeless, judgeStep, unverified, type JudgedStep } from './judgement.ts';
export {
  judgeCriterion,
  notRun,
  type AppEnding,
  type CriterionFacts,
  type CriterionJudgement,
  type PlannedStep,
} from './criterion.ts';
export type { JudgedCheck, JudgedCriterion } from './reasons.ts';
export { decideVerdict, type Verdict, type VerdictInput } from './verdict.ts';
export { judgeAttempts, type AttemptsJudgement } from './attempts.ts';
export { judgeAfter } from './dependence.ts';
