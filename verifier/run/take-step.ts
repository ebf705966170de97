import {
  bindStep,
  describeMatcher,
  type PlanStep,
  type Scope,
  type Step,
  type Value,
} from '../../contracts/language/index.ts';
import type { Judgement, StepReport } from '../../reports/index.ts';
import type { Observation } from '../probes/observation.ts';
import {
  deadlineOf,
  isCutShort,
  isOver,
  lookOnce,
  outOfTime,
  saw,
  type StepContext,
  type TakenWithLooks,
} from './look-once.ts';
import { poll } from './poll.ts';
import { shorten, shortenJudgement } from './shorten.ts';

/** A step that was taken, or could not be, with everything that came of it. */
export interface StepResult {
  readonly step: PlanStep;
  readonly judgement: Judgement;
  readonly report: StepReport;
  /** Missing when a reference had no value. */
  readonly bound?: Step<Value>;
  readonly observation?: Observation;
}

/**
 * Takes one step: binds its references, acts once or looks until its expectation holds or its time is over, and judges what was observed.
 * Never rejects: what breaks on our side is an unverified judgement.
 */
export async function takeStep(step: PlanStep, scope: Scope, context: StepContext): Promise<StepResult> {
  const startedMs = context.clock.monotonicMs();
  const startedAt = context.clock.now().toISOString();
  const binding = bindStep(step, scope);
  if (!binding.ok) {
    return notTaken(
      step,
      `there is no value for ${binding.missing.map((name) => `{{${name}}}`).join(', ')}: the step that saves it brought none`,
    );
  }
  const taken = await attempt(binding.step, context);
  const durationMs = context.clock.monotonicMs() - startedMs;
  return {
    step,
    bound: binding.step,
    judgement: taken.judgement,
    observation: taken.observation,
    report: {
      ...describe(step),
      judgement: shortenJudgement(taken.judgement),
      expected: describeMatcher(binding.step.expectation),
      ...observed(taken.observation),
      startedAt,
      durationMs,
      looks: taken.looks,
    },
  };
}

/** The result of a step whose turn never came, or that has no values to work with. */
export function notTaken(
  step: PlanStep,
  why: string,
  cause: 'precondition' | 'not-run' | 'time' | 'environment' | 'secret' = 'precondition',
): StepResult {
  const judgement: Judgement = { kind: 'unverified', cause, why, evidence: [] };
  return { step, judgement, report: { ...describe(step), judgement, durationMs: 0, looks: [] } };
}

/** Looks once more at a step that was satisfied; the result replaces the first one when it no longer holds. */
export async function lookAgain(result: StepResult, context: StepContext): Promise<StepResult> {
  const { bound, report } = result;
  if (bound === undefined) return result;
  const deadline = deadlineOf(bound, context);
  const again = isOver(context)
    ? outOfTime('the criterion’s time was over before the last look')
    : await lookOnce(bound, context, deadline);
  const { judgement, observation } = again;
  if (judgement.kind === 'satisfied') return { ...result, judgement, observation };
  const afterMs = Math.round(context.clock.now().getTime() - Date.parse(report.startedAt ?? ''));
  const looks = [...report.looks, { afterMs, saw: saw(observation) }];
  const takenBack = judgement.kind === 'violated' ? { takenBack: true } : {};
  return {
    ...result,
    judgement,
    observation,
    report: { ...report, ...takenBack, judgement: shortenJudgement(judgement), ...observed(observation), looks },
  };
}

function describe(step: PlanStep): Pick<StepReport, 'id' | 'section' | 'words' | 'verb' | 'origin' | 'stated'> {
  return {
    id: step.id,
    section: step.section,
    words: step.words,
    verb: step.probe.verb,
    origin: step.origin,
    stated: step.stated,
  };
}

async function attempt(step: Step<Value>, context: StepContext): Promise<TakenWithLooks> {
  if (isOver(context)) return outOfTime('the criterion’s time was over before this step began');
  const deadline = deadlineOf(step, context);
  if (step.kind === 'look') return await poll(step, context, deadline);
  const taken = { ...(await lookOnce(step, context, deadline)), looks: [] };
  // What did not succeed in the time that was left may well have in the time that it should have had.
  return taken.judgement.kind === 'violated' && isCutShort(context, deadline)
    ? outOfTime('the criterion’s time was over while this step acted')
    : taken;
}

function observed(observation: Observation): Pick<StepReport, 'observed'> {
  return observation.kind === 'observed' ? { observed: shorten(observation.value) } : {};
}
