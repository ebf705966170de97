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
const shownCharacters = 300;

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
      judgement: taken.judgement,
      expected: describeMatcher(binding.step.expectation),
      ...(taken.observation.kind === 'observed' ? { observed: shorten(taken.observation.value) } : {}),
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
  if (result.bound === undefined) return result;
  const again = await lookOnce(result.bound, context, deadlineOf(result.bound, context));
  if (again.judgement.kind === 'satisfied')
    return { ...result, judgement: again.judgement, observation: again.observation };
  return {
    ...result,
    judgement: again.judgement,
    observation: again.observation,
    report: {
      ...result.report,
      judgement: again.judgement,
      takenBack: true,
      ...(again.observation.kind === 'observed' ? { observed: shorten(again.observation.value) } : {}),
      looks: [
        ...result.report.looks,
        {
          afterMs: context.clock.monotonicMs() - deadlineOf(result.bound, context).startedMs,
          saw: saw(again.observation),
        },
      ],
    },
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
  const deadline = deadlineOf(step, context);
  if (deadline.startedMs >= context.criterionDeadlineMs)
    return outOfTime('the criterion’s time was over before this step began');
  if (step.kind === 'act') {
    const taken = await lookOnce(step, context, deadline);
    return { ...taken, looks: [] };
  }
  return await poll(step, context, deadline);
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
    if (nowMs >= context.criterionDeadlineMs && deadline.stepMs > context.criterionDeadlineMs) {
      return outOfTime(`the criterion’s time was over while this step waited; last seen: ${seen}`, looks);
    }
    if (nowMs >= deadline.stepMs) return { ...taken, looks };
    await context.clock.sleep(Math.min(pauseMs, deadline.stepMs - nowMs), context.signal);
  }
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

/** Long observations are whole in the evidence; the report keeps the beginning. */
function shorten(value: Value): Value {
  const text = stringifyJson(value);
  return text.length <= 4000
    ? value
    : `${text.slice(0, 4000)}… (${String(text.length)} characters; whole in the evidence)`;
}

function cut(text: string): string {
  return text.length <= shownCharacters ? text : `${text.slice(0, shownCharacters)}…`;
}
