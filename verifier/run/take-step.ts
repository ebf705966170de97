import {
  actorsOf,
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
import { judgeHopeless, judgeStep } from '../judge/index.ts';
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

/**
 * Looks until the step's expectation holds, and as long as it must stay so; or until its time is over, or its `failIf` says that there is
 * nothing to wait for. Once it held and no longer does, it did not stay.
 */
async function poll(step: Step<Value>, context: StepContext, deadline: StepDeadline): Promise<Taken> {
  const looks: Look[] = [];
  let heldSinceMs: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    if (step.absence && heldSinceMs === undefined) await context.surfaces.settle();
    const taken = await lookOnce(step, context, heldSinceMs === undefined ? deadline : longer(deadline, step));
    const seen = saw(taken.observation);
    const nowMs = context.clock.monotonicMs();
    if (looks.at(-1)?.saw !== seen) looks.push({ afterMs: Math.round(nowMs - deadline.startedMs), saw: seen });
    const isSatisfied = taken.judgement.kind === 'satisfied';
    if (isSatisfied) heldSinceMs ??= nowMs;
    const staysUntilMs = (heldSinceMs ?? nowMs) + (step.staysMs ?? 0);
    if (isSatisfied ? nowMs >= staysUntilMs : taken.judgement.kind !== 'violated') return { ...taken, looks };
    if (!isSatisfied && heldSinceMs !== undefined)
      return { ...taken, judgement: lostAfter(taken.judgement, nowMs - heldSinceMs), looks };
    const hopeless = isSatisfied ? undefined : judgeHopeless(step, taken.observation);
    if (hopeless !== undefined) return { ...taken, judgement: hopeless, looks };
    if (context.signal.aborted) return outOfTime('the run was stopped while this step waited', looks);
    if (isSatisfied ? isOver(context) : isCutShort(context, deadline)) {
      return outOfTime(`the criterion’s time was over while this step waited; last seen: ${seen}`, looks);
    }
    const untilMs = isSatisfied ? staysUntilMs : deadline.stepMs;
    if (nowMs >= untilMs) return { ...taken, looks };
    await context.clock.sleep(Math.min(pauseMs, untilMs - nowMs), context.signal);
    if (step.reloads === true && !isSatisfied) await reload(step, context);
  }
}

/** While it is watched whether it stays, a look may take the time that this takes. */
function longer(deadline: StepDeadline, { staysMs = 0 }: Step<Value>): StepDeadline {
  return { ...deadline, stepMs: deadline.stepMs + staysMs };
}

function lostAfter(judgement: Judgement, heldMs: number): Judgement {
  if (judgement.kind !== 'violated') return judgement;
  const [first, ...rest] = judgement.mismatches;
  const message = `${first.message} (it held for ${String(Math.round(heldMs))} ms, and did not stay)`;
  return { ...judgement, mismatches: [{ ...first, message }, ...rest] };
}

/** Loads the pages again that a step looks at; a page that can't be loaded is seen by the next look. */
async function reload({ probe }: Step<Value>, { surfaces, criterionDeadlineMs }: StepContext): Promise<void> {
  for (const actor of actorsOf(probe)) await surfaces.reload(actor, criterionDeadlineMs);
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
