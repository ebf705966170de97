import { isDeepStrictEqual } from 'node:util';
import type { CriterionPlan } from '../../contracts/language/index.ts';
import { judgeAfter, judgeAttempts } from '../judge/index.ts';
import type { CriterionOutcome } from './criterion-outcome.ts';

/** A criterion and what became of it. */
export interface RunCriterion {
  readonly criterion: CriterionPlan;
  readonly outcome: CriterionOutcome;
}

/**
 * Judges the criteria of one contract whose scene repeats what another one demands (`after`): those that others build on come first. One that
 * has examples is as good as the worst of its rows. The outcomes are in the order of what is given.
 */
export function judgeDependents(all: readonly RunCriterion[]): readonly CriterionOutcome[] {
  const judged = new Map<RunCriterion, CriterionOutcome>();
  const judge = (one: RunCriterion, path: readonly RunCriterion[]): CriterionOutcome => {
    const done = judged.get(one);
    if (done !== undefined) return done;
    const { after } = one.outcome.report;
    const others = all.filter((other) => after !== undefined && isOf(other, after) && !path.includes(other));
    const before = others.map((other) => ({ ...other, outcome: judge(other, [...path, one]) }));
    const result = withAfter(one, after ?? '', before);
    judged.set(one, result);
    return result;
  };
  return all.map((one) => judge(one, []));
}

/** Whether it is that criterion, or a row of its examples. */
function isOf({ outcome: { report } }: RunCriterion, id: string): boolean {
  return report.id === id || report.example?.of === id;
}

function withAfter(one: RunCriterion, id: string, others: readonly RunCriterion[]): CriterionOutcome {
  const { outcome } = one;
  if (!others.some(({ criterion }) => demands(criterion, one))) return outcome;
  const { judgement: before } = judgeAttempts(others.map((other) => other.outcome.judgement));
  const judgement = judgeAfter(outcome.judgement, { id, judgement: before });
  if (judgement === outcome.judgement || judgement.judgement === 'satisfied') return outcome;
  const { judgement: kind, why } = judgement;
  const cause = judgement.judgement === 'unverified' ? judgement.cause : undefined;
  const report = { ...withoutCause(outcome.report), judgement: kind, why };
  return { judgement, report: cause === undefined ? report : { ...report, cause } };
}

/**
 * Whether the step at which the scene broke is one that the other takes, too: the same probe with the same expectation, on values that come
 * from the same. Only of such a one the other tells that it should have worked; where that is not known, it tells nothing.
 */
function demands(other: CriterionPlan, { criterion, outcome }: RunCriterion): boolean {
  const brokenId = outcome.report.steps.find(({ judgement }) => judgement.kind !== 'satisfied')?.id;
  const broken = stepsOf(criterion).find(({ id }) => id === brokenId);
  if (broken === undefined || !hasSameValues(criterion, other)) return false;
  return stepsOf(other).some(
    ({ probe, expectation }) => isSame(probe, broken.probe) && isSame(expectation, broken.expectation),
  );
}

function stepsOf({ given, when, then }: CriterionPlan): CriterionPlan['given'] {
  return [...given, ...when, ...then];
}

/** Whether what both call by the same name is made in the same way. */
function hasSameValues(one: CriterionPlan, other: CriterionPlan): boolean {
  const from = new Map(other.values.map((value) => [value.name, value.from]));
  return one.values.every((value) => !from.has(value.name) || isSame(from.get(value.name), value.from));
}

/** Whether two parts of a plan say the same, wherever they are written. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(withoutPlaces(one), withoutPlaces(other));
}

function withoutPlaces(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutPlaces);
  if (typeof part !== 'object' || part === null || Object.getPrototypeOf(part) !== Object.prototype) return part;
  const entries = Object.entries(part).filter(([key, value]) => key !== 'at' || !isPlace(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutPlaces(value)]));
}

function isPlace(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'file' in value && 'line' in value && 'column' in value;
}

function withoutCause(report: CriterionOutcome['report']): CriterionOutcome['report'] {
  return Object.fromEntries(Object.entries(report).filter(([key]) => key !== 'cause')) as typeof report;
}
