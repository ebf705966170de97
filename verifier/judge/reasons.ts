import type { Judgement, Reason, VerdictName } from '../../reports/index.ts';
import { notRun, type CriterionJudgement } from './criterion.ts';
import { unverified } from './judgement.ts';

/** A layer below acceptance, as far as the verdict is concerned. */
export interface JudgedCheck {
  /** `types`; the service's name for migrate, seed and start. */
  readonly name: string;
  readonly layer: 'install' | 'build' | 'check' | 'service' | 'migrate' | 'seed' | 'start';
  readonly required: boolean;
  /** Missing when it was not run. */
  readonly judgement?: Judgement;
  readonly at?: NonNullable<Reason['at']>;
}

/** A criterion of the contracts, judged or not. */
export interface JudgedCriterion {
  readonly contract: string;
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
  readonly position: NonNullable<Reason['at']>;
  /** Whether the run was asked for it. In a whole run all count, asked for or not. */
  readonly selected: boolean;
  /** Missing when it was not run. */
  readonly judgement?: CriterionJudgement;
}

/** A reason, and the verdict that it demands; a remark demands none. */
export interface Finding {
  readonly demands: Exclude<VerdictName, 'PASS'> | 'nothing';
  readonly reason: Reason;
}

/** What a check is worth: anything without its evidence, or of no known kind, was not run. */
export function worthOfCheck({ judgement }: JudgedCheck): Judgement {
  if (judgement === undefined) return unverified('not-run', 'it was not run');
  const proven = judgement.kind === 'violated' || judgement.kind === 'unverified' || isProven(judgement);
  return proven ? judgement : unverified('not-run', 'there is no evidence that it passed');
}

/** What a criterion is worth: anything without its evidence, or of no known kind, was not run. */
export function worthOfCriterion({ judgement }: JudgedCriterion): CriterionJudgement {
  if (judgement === undefined) return notRun('it was not run');
  const proven = judgement.judgement === 'violated' || judgement.judgement === 'unverified' || isProven(judgement);
  return proven ? judgement : notRun('there is no evidence that it is satisfied');
}

function isProven(judgement: Judgement | CriterionJudgement): boolean {
  const kind = 'kind' in judgement ? judgement.kind : judgement.judgement;
  return kind === 'satisfied' && 'evidence' in judgement && judgement.evidence.length > 0;
}

/** What a check gives reason to. */
export function findingOfCheck(check: JudgedCheck): Finding | undefined {
  const judgement = worthOfCheck(check);
  if (judgement.kind === 'satisfied') return undefined;
  const facts = { check: check.name, ...(check.at === undefined ? {} : { at: check.at }) };
  // “migrate db” says its layer already.
  const what = check.name.startsWith(check.layer) ? check.name : `${check.layer} “${check.name}”`;
  if (judgement.kind === 'violated') {
    const message = `${what} failed: ${judgement.mismatches.map((mismatch) => mismatch.message).join('; ')}`;
    return finding(check.required ? 'FAIL' : 'nothing', { code: 'check-failed', message, ...facts });
  }
  const message = `${what} could not be verified: ${judgement.why}`;
  const reason = { code: 'check-unverified', message, cause: judgement.cause, ...facts };
  return finding(check.required ? 'BLOCKED' : 'nothing', reason);
}

/** What a criterion gives reason to. */
export function findingOfCriterion(criterion: JudgedCriterion): Finding | undefined {
  const judgement = worthOfCriterion(criterion);
  if (judgement.judgement === 'satisfied') return undefined;
  const { contract, id, title, position, required } = criterion;
  const facts = { contract, criterion: id, at: judgement.at ?? position };
  const what = `${contract} ${id} “${title}”`;
  if (judgement.judgement === 'violated') {
    const message = `${what} is violated: ${judgement.why}`;
    return finding(required ? 'FAIL' : 'nothing', { code: 'criterion-violated', message, ...facts });
  }
  const message = `${what} could not be verified: ${judgement.why}`;
  const reason = { code: 'criterion-unverified', message, cause: judgement.cause, ...facts };
  return finding(required ? 'BLOCKED' : 'nothing', reason);
}

function finding(demands: Finding['demands'], reason: Reason): Finding {
  if (demands !== 'nothing') return { demands, reason };
  return {
    demands,
    reason: { ...reason, code: `optional-${reason.code}`, message: `${reason.message} (not required)` },
  };
}
