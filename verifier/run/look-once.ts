import { stringifyJson, wordsOfError, type Step, type Value } from '../../contracts/language/index.ts';
import type { Judgement, Look } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import { judgeHopeless, judgeStep } from '../judge/index.ts';
import type { Observation } from '../probes/observation.ts';
import { cut } from './shorten.ts';
import type { Surfaces } from './surfaces.ts';

/** What steps of one criterion share. */
export interface StepContext {
  readonly surfaces: Surfaces;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Monotonic; bounds the whole criterion. */
  readonly criterionDeadlineMs: number;
  /** Monotonic; since when this look is waited for along with others, one of which was violated. */
  readonly waitingSinceMs?: number;
}

/** What one act or look brought. */
export interface Taken {
  readonly observation: Observation;
  readonly judgement: Judgement;
}

/** The same with all that was seen on the way. */
export interface TakenWithLooks extends Taken {
  readonly looks: readonly Look[];
}

/** When a step began and when its own time is over; monotonic. */
export interface StepDeadline {
  readonly startedMs: number;
  readonly stepMs: number;
  /** What does not hold by then is looked at no more. */
  readonly patienceMs: number;
}

/** The step's time, from now on. */
export function deadlineOf(step: Step<Value>, context: StepContext): StepDeadline {
  const startedMs = context.clock.monotonicMs();
  const since = step.reloads === true ? startedMs : (context.waitingSinceMs ?? startedMs);
  return { startedMs, stepMs: startedMs + step.withinMs, patienceMs: since + step.withinMs };
}

/** Whether the criterion's time is over. */
export function isOver({ clock, criterionDeadlineMs }: StepContext): boolean {
  return clock.monotonicMs() >= criterionDeadlineMs;
}

/** Whether the criterion's deadline took time away that the step should have had. */
export function isCutShort(context: StepContext, { stepMs }: StepDeadline): boolean {
  return isOver(context) && stepMs > context.criterionDeadlineMs;
}

/** Acts or looks once, and judges what was observed. Never rejects: what breaks on our side is an unverified judgement. */
export async function lookOnce(step: Step<Value>, context: StepContext, deadline: StepDeadline): Promise<Taken> {
  try {
    const bounds = {
      stepMs: Math.min(deadline.stepMs, context.criterionDeadlineMs),
      criterionMs: context.criterionDeadlineMs,
    };
    const observation = await context.surfaces.perform(step, bounds);
    return { observation, judgement: judgeHopeless(step, observation) ?? judgeStep(step, observation) };
  } catch (error) {
    const why = `the verifier failed at this step: ${wordsOfError(error)}`;
    return unverified('errored', 'environment', why);
  }
}

/** What could not be seen in the time that there was. */
export function outOfTime(why: string, looks: readonly Look[] = []): TakenWithLooks {
  return { ...unverified('timed-out', 'time', why), looks };
}

/** What could not be seen. */
export function unverified(
  kind: 'errored' | 'timed-out',
  cause: 'environment' | 'time' | 'precondition',
  why: string,
): Taken {
  return {
    observation: { kind, cause, why, evidence: [] },
    judgement: { kind: 'unverified', cause, why, evidence: [] },
  };
}

/** What was observed, in one line. */
export function saw(observation: Observation): string {
  return observation.kind === 'observed' ? cut(stringifyJson(observation.value)) : observation.why;
}
