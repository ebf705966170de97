import type { PlanStep, Scope, Value } from '../../contracts/language/index.ts';
import type { Judgement } from '../../reports/index.ts';
import { resolveSaves } from './keep-saves.ts';
import { shortenJudgement } from './shorten.ts';
import { takeStep, type StepContext, type StepResult } from './take-step.ts';

/** How one step of a criterion is taken, with all that belongs to it. */
export type Take = (step: PlanStep, scope: Scope) => Promise<StepResult>;

/** At most so many failing steps of a criterion get a picture of the page of their own. */
const mostCaptures = 4;

/** Takes steps for one criterion: what a failing step's page showed becomes part of its evidence, and a save that finds nothing is a mismatch. */
export function createTake(context: StepContext): Take {
  let captures = 0;
  return async (step, scope) => {
    const result = withSaves(await takeStep(step, scope, context));
    if (result.judgement.kind === 'satisfied' || !('actor' in step.probe) || !step.probe.verb.startsWith('browser.'))
      return result;
    if (result.bound === undefined || captures >= mostCaptures) return result;
    captures += 1;
    const captured = await context.surfaces.capture(step.probe.actor, `The page when “${step.words}” failed`);
    return withJudgement(result, addEvidence(result.judgement, captured));
  };
}

/** Hands the values that a satisfied step saved to `save`. */
export function saveInto(result: StepResult, save: (name: string, value: Value) => void): void {
  if (result.judgement.kind !== 'satisfied' || result.observation?.kind !== 'observed') return;
  for (const [name, value] of resolveSaves(result.step.save, result.observation.value).values) save(name, value);
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
