import { actorsOf, entryOf, isMap, type Step, type Value } from '../../contracts/language/index.ts';
import type { Judgement, Look } from '../../reports/index.ts';
import { judgeHopeless } from '../judge/index.ts';
import {
  isCutShort,
  isOver,
  lookOnce,
  outOfTime,
  saw,
  type StepContext,
  type StepDeadline,
  type Taken,
  type TakenWithLooks,
  unverified,
} from './look-once.ts';

const firstPauseMs = 20;
const longestPauseMs = 250;

/** One look of many: when it was over, and since when all looks were satisfied. */
interface Moment extends Taken {
  readonly nowMs: number;
  readonly heldSinceMs: number | undefined;
  /** This look, or where it was not answered the last one that was. */
  readonly answered: Taken;
}

/** What is waited for, and how long. */
interface Waiting {
  readonly step: Step<Value>;
  readonly context: StepContext;
  readonly deadline: StepDeadline;
}

/**
 * Looks until the step's expectation holds, and as long as it must stay so; or until its time is over, or its `failIf` says that there is
 * nothing to wait for. Once it held and no longer does, it did not stay.
 */
export async function poll(step: Step<Value>, context: StepContext, deadline: StepDeadline): Promise<TakenWithLooks> {
  const waiting: Waiting = { step, context, deadline };
  const looks: Look[] = [];
  let moment: Moment | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    const taken = await lookAt(waiting, moment?.heldSinceMs);
    moment = momentOf(taken, context.clock.monotonicMs(), moment);
    const { nowMs } = moment;
    const seen = saw(taken.observation);
    if (looks.at(-1)?.saw !== seen) looks.push({ afterMs: Math.round(nowMs - deadline.startedMs), saw: seen });
    const isSatisfied = taken.judgement.kind === 'satisfied';
    const end = isSatisfied ? endOfHolding(moment, waiting) : endOfMissing(moment, waiting);
    if (end !== undefined) return { ...tellingMost(end, moment), looks };
    await context.clock.sleep(Math.min(pauseMs, waitsUntilMs(moment, waiting) - nowMs), context.signal);
    const why = step.reloads === true ? await reload(waiting) : undefined;
    if (why !== undefined) return { ...unverified('errored', 'precondition', why), looks };
  }
}

function momentOf(taken: Taken, nowMs: number, before: Moment | undefined): Moment {
  return {
    ...taken,
    nowMs,
    heldSinceMs: before?.heldSinceMs ?? (taken.judgement.kind === 'satisfied' ? nowMs : undefined),
    answered: isLate(taken) && before?.answered.judgement.kind === 'violated' ? before.answered : taken,
  };
}

/** What was answered before a request ran out of what was left of the step's time says more, and is as wrong. */
function tellingMost(end: Taken, { answered, heldSinceMs }: Moment): Taken {
  return isLate(end) && heldSinceMs === undefined ? answered : end;
}

/** While it is watched whether it stays, a look may take the time that this takes. */
async function lookAt({ step, context, deadline }: Waiting, heldSinceMs: number | undefined): Promise<Taken> {
  if (heldSinceMs !== undefined)
    return await lookOnce(step, context, { ...deadline, stepMs: deadline.stepMs + (step.staysMs ?? 0) });
  if (step.absence) await context.surfaces.settle();
  return await lookOnce(step, context, deadline);
}

/** Until when it must stay, or may be waited for. */
function waitsUntilMs({ heldSinceMs }: Moment, { step, deadline }: Waiting): number {
  return heldSinceMs === undefined ? deadline.patienceMs : heldSinceMs + (step.staysMs ?? 0);
}

/** It holds: over when it did so for long enough. */
function endOfHolding(moment: Moment, waiting: Waiting): Taken | undefined {
  if (moment.nowMs >= waitsUntilMs(moment, waiting)) return moment;
  return isOver(waiting.context) ? tooLate(moment) : stopped(waiting);
}

/** It does not hold: over when it held before, when that can't change, or when its time is over. */
function endOfMissing(moment: Moment, waiting: Waiting): Taken | undefined {
  if (moment.judgement.kind !== 'violated' || judgeHopeless(waiting.step, moment.observation) !== undefined)
    return moment;
  if (moment.heldSinceMs !== undefined)
    return { ...moment, judgement: lostAfter(moment.judgement, moment.nowMs - moment.heldSinceMs) };
  const cutShort = stopped(waiting) ?? (isCutShort(waiting.context, waiting.deadline) ? tooLate(moment) : undefined);
  if (cutShort !== undefined) return cutShort;
  return moment.nowMs >= waiting.deadline.patienceMs ? moment : undefined;
}

function stopped({ context }: Waiting): Taken | undefined {
  return context.signal.aborted ? outOfTime('the run was stopped while this step waited') : undefined;
}

function tooLate({ observation }: Moment): Taken {
  return outOfTime(`the criterion’s time was over while this step waited; last seen: ${saw(observation)}`);
}

/** Whether a request was not answered in time. */
function isLate({ observation, judgement }: Taken): boolean {
  if (judgement.kind !== 'violated' || observation.kind !== 'observed') return false;
  return isMap(observation.value) && entryOf(observation.value, 'failed') === 'late';
}

function lostAfter(judgement: Extract<Judgement, { readonly kind: 'violated' }>, heldMs: number): Judgement {
  const [first, ...rest] = judgement.mismatches;
  const message = `${first.message} (it held for ${String(Math.round(heldMs))} ms, and did not stay)`;
  return { ...judgement, mismatches: [{ ...first, message }, ...rest] };
}

/** Loads the pages again that a step looks at; tells why one may not be loaded. A page that can't be is seen by the next look. */
async function reload({ step, context }: Waiting): Promise<string | undefined> {
  for (const actor of actorsOf(step.probe)) {
    const why = await context.surfaces.reload(actor, context.criterionDeadlineMs);
    if (why !== undefined) return why;
  }
  return undefined;
}
