import {
  isBrowserProbe,
  type Expression,
  type PlanStep,
  type Probe,
  type Scope,
  type Value,
} from '../../contracts/language/index.ts';
import type { Judgement } from '../../reports/index.ts';
import { resolveSaves } from './keep-saves.ts';
import { shortenJudgement } from './shorten.ts';
import type { StepContext } from './look-once.ts';
import { takeStep, type StepResult } from './take-step.ts';

/** How one step of a criterion is taken, with all that belongs to it; `waitingSinceMs` as in `StepContext`. */
export type Take = (step: PlanStep, scope: Scope, waitingSinceMs?: number) => Promise<StepResult>;

/** At most so many failing steps of a criterion get a picture of the page of their own. */
const mostCaptures = 4;

/** Takes steps for one criterion: what a failing step's page showed becomes part of its evidence, and a save that finds nothing is a mismatch. */
export function createTake(context: StepContext): Take {
  let captures = 0;
  return async (step, scope, waitingSinceMs) => {
    const waiting = waitingSinceMs === undefined ? context : { ...context, waitingSinceMs };
    const result = withSaves(await takeStep(step, scope, waiting));
    if (result.judgement.kind === 'satisfied' || result.bound === undefined) return result;
    let judgement: Judgement = result.judgement;
    for (const actor of actorsOnPages(step.probe)) {
      if (captures >= mostCaptures) break;
      captures += 1;
      const captured = await context.surfaces.capture(actor, `${actor}’s page when “${step.words}” failed`);
      judgement = addEvidence(judgement, captured);
    }
    return judgement === result.judgement ? result : withJudgement(result, judgement);
  };
}

/** Hands the values that a satisfied step saved to `save`. */
export function saveInto(result: StepResult, save: (name: string, value: Value) => void): void {
  if (result.judgement.kind !== 'satisfied' || result.observation?.kind !== 'observed') return;
  for (const [name, value] of resolveSaves(result.step.save, result.observation.value).values) save(name, value);
}

/** Whose pages a probe acts on or looks at. */
function actorsOnPages(probe: Probe<Expression>): readonly string[] {
  if (probe.verb === 'together') return probe.steps.flatMap((step) => actorsOnPages(step.probe));
  if (probe.verb === 'values.agree') return probe.readings.flatMap((reading) => actorsOnPages(reading.probe));
  return isBrowserProbe(probe) ? [probe.actor] : [];
}

function withSaves(result: StepResult): StepResult {
  const { judgement, observation } = result;
  if (judgement.kind !== 'satisfied' || observation?.kind !== 'observed') return result;
  const [first, ...rest] = resolveSaves(result.step.save, observation.value).missing;
  if (first === undefined) return result;
  return withJudgement(result, { kind: 'violated', evidence: judgement.evidence, mismatches: [first, ...rest] });
}

function addEvidence(judgement: Judgement, more: readonly Judgement['evidence'][number][]): Judgement {
  switch (judgement.kind) {
    case 'unverified':
      return { ...judgement, evidence: [...judgement.evidence, ...more] };
    case 'satisfied':
    case 'violated':
      return { ...judgement, evidence: [...judgement.evidence, ...more] };
  }
}

/** The same step with another judgement, in its report too. */
export function withJudgement(result: StepResult, judgement: Judgement): StepResult {
  return { ...result, judgement, report: { ...result.report, judgement: shortenJudgement(judgement) } };
}
