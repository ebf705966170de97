import type { Counts, Reason, Scope, VerdictName } from '../../reports/index.ts';
import {
  findingOfCheck,
  findingOfCriterion,
  worthOfCriterion,
  type Finding,
  type JudgedCheck,
  type JudgedCriterion,
} from './reasons.ts';

export interface VerdictInput {
  /** Findings about contracts and approvals; any of them demands a person. */
  readonly integrity: readonly Reason[];
  readonly checks: readonly JudgedCheck[];
  /** Every criterion that the contracts have, not only those that were run: the count is pinned. */
  readonly criteria: readonly JudgedCriterion[];
  readonly scope: { readonly kind: 'whole' } | { readonly kind: 'partial'; readonly selection: readonly string[] };
  /** A person at a keyboard takes a partial PASS for success. */
  readonly allowPartial: boolean;
}

export interface Verdict {
  readonly verdict: VerdictName;
  readonly exitCode: 0 | 1 | 3 | 4 | 5;
  /** The most important first. */
  readonly reasons: readonly [Reason, ...Reason[]];
  readonly counts: Counts;
  /** What the verdict speaks of: a selection that leaves nothing out is the whole. */
  readonly scope: Scope;
}

/**
 * The verdict of a whole run: the first that applies of REVIEW_REQUIRED, FAIL and BLOCKED; PASS only when nothing is missing.
 * Checks and criteria that are not required are told, and decide nothing.
 */
export function decideVerdict(input: VerdictInput): Verdict {
  const scope = scopeOf(input);
  const criteria = scope.kind === 'whole' ? input.criteria : input.criteria.filter(countsInSelection);
  const findings = [...input.checks.map(findingOfCheck), ...criteria.map(findingOfCriterion)].filter(isThere);
  const integrity = input.integrity.map((reason): Finding => ({ demands: 'REVIEW_REQUIRED', reason }));
  const all = [...integrity, ...emptiness(criteria), ...findings];
  const verdict = PRECEDENCE.find((name) => all.some(({ demands }) => demands === name)) ?? 'PASS';
  return {
    verdict,
    exitCode: exitCodeOf(verdict, scope, input.allowPartial),
    reasons: reasonsOf(verdict, all, [...summary(verdict, criteria, scope), ...remarks(scope)]),
    counts: countOf(input.criteria),
    scope,
  };
}

const PRECEDENCE = ['REVIEW_REQUIRED', 'FAIL', 'BLOCKED'] as const;

function exitCodeOf(verdict: VerdictName, scope: Scope, allowPartial: boolean): Verdict['exitCode'] {
  switch (verdict) {
    case 'PASS':
      return scope.kind === 'partial' && !allowPartial ? 5 : 0;
    case 'FAIL':
      return 1;
    case 'BLOCKED':
      return 3;
    case 'REVIEW_REQUIRED':
      return 4;
  }
}

function scopeOf({ scope, criteria }: VerdictInput): Scope {
  const leftOut = criteria.filter(({ selected }) => !selected).length;
  const isWhole = scope.kind === 'whole' || (leftOut === 0 && criteria.length > 0);
  return isWhole
    ? { kind: 'whole', selection: [], leftOut: 0 }
    : { kind: 'partial', selection: scope.selection, leftOut };
}

/** What was not asked for and yet found violated is no less violated. */
function countsInSelection(criterion: JudgedCriterion): boolean {
  return criterion.selected || worthOfCriterion(criterion).judgement === 'violated';
}

/** A verdict about nothing is never a PASS. */
function emptiness(criteria: readonly JudgedCriterion[]): Finding[] {
  if (criteria.some(({ required }) => required)) return [];
  const message = criteria.length === 0 ? 'there is no criterion to verify' : 'none of the criteria is required';
  return [{ demands: 'BLOCKED', reason: { code: 'no-criteria', message } }];
}

function summary(verdict: VerdictName, criteria: readonly JudgedCriterion[], scope: Scope): Reason[] {
  if (verdict !== 'PASS') return [];
  const count = criteria.filter(({ required }) => required).length;
  const which = `${scope.kind === 'partial' ? 'selected ' : ''}required ${count === 1 ? 'criterion' : 'criteria'}`;
  const message = count === 1 ? `the ${which} is satisfied` : `all ${String(count)} ${which} are satisfied`;
  return [{ code: 'all-satisfied', message: `${message}, and every required check passed` }];
}

function remarks(scope: Scope): Reason[] {
  if (scope.kind === 'whole') return [];
  const selection = scope.selection.length === 0 ? 'nothing' : scope.selection.join(', ');
  const criteria = scope.leftOut === 1 ? '1 criterion was' : `${String(scope.leftOut)} criteria were`;
  return [{ code: 'selection', message: `only ${selection} was verified; ${criteria} left out` }];
}

/** What decides first (checks before the criteria that build on them), then what is said about the whole, then remarks. */
function reasonsOf(verdict: VerdictName, findings: readonly Finding[], about: readonly Reason[]): Verdict['reasons'] {
  const deciding = PRECEDENCE.flatMap((name) => findings.filter(({ demands }) => demands === name));
  const optional = findings.filter(({ demands }) => demands === 'nothing');
  const [first, ...others] = [
    ...deciding.map(({ reason }) => reason),
    ...about,
    ...optional.map(({ reason }) => reason),
  ];
  return [first ?? { code: 'verdict', message: verdict }, ...others];
}

function countOf(criteria: readonly JudgedCriterion[]): Counts {
  const judgements = criteria.map(worthOfCriterion);
  const byCause: Record<string, number> = {};
  for (const judgement of judgements) {
    if (judgement.judgement === 'unverified') byCause[judgement.cause] = (byCause[judgement.cause] ?? 0) + 1;
  }
  const count = (kind: string): number => judgements.filter(({ judgement }) => judgement === kind).length;
  return {
    criteria: criteria.length,
    satisfied: count('satisfied'),
    violated: count('violated'),
    unverified: count('unverified'),
    byCause,
  };
}

function isThere<T>(item: T | undefined): item is T {
  return item !== undefined;
}
