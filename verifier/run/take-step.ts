import {
  bindStep,
  describeMatcher,
  stringifyJson,
  type PlanStep,
  type Scope,
  type Step,
  type Value,
} from '../../contracts/language/index.ts';
import type { Judgement, Look, StepReport } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import { judgeStep } from '../judge/index.ts';
import type { Observation } from '../probes/observation.ts';
import { cut, shorten, shortenJudgement } from './shorten.ts';
import type { Surfaces } from './surfaces.ts';

/** What steps of one criterion share. */
export interface StepContext {
  readonly surfaces: Surfaces;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Monotonic; bounds the whole criterion. */
  readonly criterionDeadlineMs: number;
}

/** A step that was taken, or could not be, with everything that came of it. */
export interface StepResult {
  readonly step: PlanStep;
  readonly judgement: Judgement;
  readonly report: StepReport;
  /** Missing when a reference had no value. */
  readonly bound?: Step<Value>;
  readonly observation?: Observation;
}

interface Taken {
  readonly observation: Observation;
  readonly judgement: Judgement;
  readonly looks: readonly Look[];
}

const firstPauseMs = 20;
const longestPauseMs = 250;

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
  cause: 'precondition' | 'not-run' | 'time' | 'environment' = 'precondition',
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

async function attempt(step: Step<Value>, context: StepContext): Promise<Taken> {
  if (isOver(context)) return outOfTime('the criterion’s time was over before this step began');
  const deadline = deadlineOf(step, context);
  if (step.kind === 'look') return await poll(step, context, deadline);
  const taken = { ...(await lookOnce(step, context, deadline)), looks: [] };
  // What did not succeed in the time that was left may well have in the time that it should have had.
  return taken.judgement.kind === 'violated' && isCutShort(context, deadline)
    ? outOfTime('the criterion’s time was over while this step acted')
    : taken;
}

async function poll(step: Step<Value>, context: StepContext, deadline: StepDeadline): Promise<Taken> {
  const looks: Look[] = [];
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (step.absence) await context.surfaces.settle();
    const taken = await lookOnce(step, context, deadline);
    const seen = saw(taken.observation);
    const nowMs = context.clock.monotonicMs();
    if (looks.at(-1)?.saw !== seen) looks.push({ afterMs: Math.round(nowMs - deadline.startedMs), saw: seen });
    if (taken.judgement.kind !== 'violated') return { ...taken, looks };
    if (context.signal.aborted) return outOfTime('the run was stopped while this step waited', looks);
    if (isCutShort(context, deadline)) {
      return outOfTime(`the criterion’s time was over while this step waited; last seen: ${seen}`, looks);
    }
    if (nowMs >= deadline.stepMs) return { ...taken, looks };
    await context.clock.sleep(Math.min(pauseMs, deadline.stepMs - nowMs), context.signal);
  }
}

function isOver({ clock, criterionDeadlineMs }: StepContext): boolean {
  return clock.monotonicMs() >= criterionDeadlineMs;
}

/** Whether the criterion's deadline took time away that the step should have had. */
function isCutShort(context: StepContext, { stepMs }: StepDeadline): boolean {
  return isOver(context) && stepMs > context.criterionDeadlineMs;
}

interface StepDeadline {
  readonly startedMs: number;
  readonly stepMs: number;
}

function deadlineOf(step: Step<Value>, context: StepContext): StepDeadline {
  const startedMs = context.clock.monotonicMs();
  return { startedMs, stepMs: startedMs + step.withinMs };
}

async function lookOnce(
  step: Step<Value>,
  context: StepContext,
  deadline: StepDeadline,
): Promise<Omit<Taken, 'looks'>> {
  try {
    const bounds = {
      stepMs: Math.min(deadline.stepMs, context.criterionDeadlineMs),
      criterionMs: context.criterionDeadlineMs,
    };
    const observation = await context.surfaces.perform(step, bounds);
    return { observation, judgement: judgeStep(step, observation) };
  } catch (error) {
    const why = `the verifier failed at this step: ${error instanceof Error ? error.message : String(error)}`;
    return unverified('errored', 'environment', why);
  }
}

function outOfTime(why: string, looks: readonly Look[] = []): Taken {
  return { ...unverified('timed-out', 'time', why), looks };
}

function unverified(kind: 'errored' | 'timed-out', cause: 'environment' | 'time', why: string): Omit<Taken, 'looks'> {
  return {
    observation: { kind, cause, why, evidence: [] },
    judgement: { kind: 'unverified', cause, why, evidence: [] },
  };
}

function saw(observation: Observation): string {
  return observation.kind === 'observed' ? cut(stringifyJson(observation.value)) : observation.why;
}

function observed(observation: Observation): Pick<StepReport, 'observed'> {
  return observation.kind === 'observed' ? { observed: shorten(observation.value) } : {};
}
