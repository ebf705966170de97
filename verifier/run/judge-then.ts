import type { PlanStep } from '../../contracts/language/index.ts';
import { saveInto, withJudgement, type Take } from './take.ts';
import type { StepContext } from './look-once.ts';
import { lookAgain, type StepResult } from './take-step.ts';
import type { CriterionScope } from './scope.ts';

/** What `then` is judged with. */
export interface ThenContext extends StepContext {
  readonly take: Take;
  readonly scope: CriterionScope;
}

/** The steps of `when` and `then` as they stand after the last look. */
export interface JudgedSections {
  readonly when: readonly StepResult[];
  readonly then: readonly StepResult[];
}

/**
 * Judges `then`: the delta first, because it speaks of the moment at which `then` begins; then every step in order, also after one failed;
 * and when all has settled, everything that was satisfied since the last act once more, together. Only what still holds is satisfied, and
 * nothing while a request of `when` that may yet change it is not answered.
 */
export async function judgeThen(
  steps: readonly PlanStep[],
  when: readonly StepResult[],
  context: ThenContext,
): Promise<JudgedSections> {
  const unanswered = new Set<string>();
  const finishWrites = async (): Promise<void> => {
    for (const request of await context.surfaces.finishWrites(lookDeadlineOf(steps, context))) unanswered.add(request);
  };
  const isDeltaFixed = steps.some(mayChangeRows);
  if (isDeltaFixed && steps.some(isDelta)) await finishWrites();
  await context.surfaces.settle();
  const then = await takeInOrder(steps, context, finishWrites);
  await finishWrites();
  await context.surfaces.settle();
  const lastAct = then.findLastIndex(({ step }) => step.kind === 'act');
  const isRepeated = (result: StepResult, index: number): boolean =>
    index > lastAct && isRepeatable(result) && !(isDeltaFixed && isDelta(result.step));
  const repeatedOfWhen = new Set(lastAct >= 0 ? [] : looksAfterAct(when).filter(isRepeatable));
  const [whenAgain, thenAgain] = await Promise.all([
    Promise.all(
      when.map((result) => (repeatedOfWhen.has(result) ? lookAgain(result, context) : Promise.resolve(result))),
    ),
    Promise.all(
      then.map((result, index) => (isRepeated(result, index) ? lookAgain(result, context) : Promise.resolve(result))),
    ),
  ]);
  const held = (result: StepResult): StepResult => withUnanswered(result, unanswered);
  return {
    when: whenAgain.map((result, index) => (repeatedOfWhen.has(when[index] ?? result) ? held(result) : result)),
    then: thenAgain.map(held),
  };
}

/**
 * Every step once, the deltas before all others; before an act takes the page away, its requests are let end. Behind a look that was violated the
 * others, up to the next act, wait no longer than if all had begun together: whoever waits for a verdict waits once.
 */
async function takeInOrder(
  steps: readonly PlanStep[],
  { scope, take, clock }: ThenContext,
  finishWrites: () => Promise<void>,
): Promise<readonly StepResult[]> {
  const deltas = new Map<string, StepResult>();
  for (const step of steps.filter(isDelta)) deltas.set(step.id, await take(step, scope));
  const results: StepResult[] = [];
  let sinceMs = clock.monotonicMs();
  let isViolated = false;
  for (const step of steps) {
    if (step.kind === 'act') await finishWrites();
    const result: StepResult =
      deltas.get(step.id) ?? (await takeInto(step, scope, isViolated ? bindSince(take, sinceMs) : take));
    results.push(result);
    if (step.kind === 'act') sinceMs = clock.monotonicMs();
    isViolated = step.kind === 'look' && (isViolated || result.judgement.kind === 'violated');
  }
  return results;
}

function bindSince(take: Take, sinceMs: number): Take {
  return (step, scope) => take(step, scope, sinceMs);
}

async function takeInto(step: PlanStep, scope: CriterionScope, take: Take): Promise<StepResult> {
  const result = await take(step, scope);
  saveInto(result, (name, value) => {
    scope.save(name, value);
  });
  return result;
}

/** What `when` ends with looking at. Where nothing but looks is done, a GET is the action itself, and happens once. */
function looksAfterAct(when: readonly StepResult[]): readonly StepResult[] {
  const lastAct = when.findLastIndex(({ step }) => step.kind === 'act');
  return when.slice(lastAct + 1).filter(({ step }) => lastAct >= 0 || step.probe.verb !== 'api.request');
}

function isRepeatable({ step, judgement }: StepResult): boolean {
  return step.kind === 'look' && judgement.kind === 'satisfied';
}

/** An application may write when it is asked: a delta that was taken again after it would count what `then` caused. */
function mayChangeRows({ kind, probe }: PlanStep): boolean {
  return kind === 'act' || probe.verb === 'api.request';
}

function isDelta(step: PlanStep): boolean {
  return step.probe.verb === 'db.delta';
}

/** Requests of `when` are waited for as long as a look of `then` may wait. */
function lookDeadlineOf(steps: readonly PlanStep[], { clock, criterionDeadlineMs }: ThenContext): number {
  const longestMs = Math.max(0, ...steps.filter(({ kind }) => kind === 'look').map(({ withinMs }) => withinMs));
  return Math.min(clock.monotonicMs() + longestMs, criterionDeadlineMs);
}

/** What holds while a request is open that may change it is not proven. */
function withUnanswered(result: StepResult, unanswered: ReadonlySet<string>): StepResult {
  if (unanswered.size === 0 || !isRepeatable(result)) return result;
  const requests = [...unanswered].join(', ');
  const why = `${requests}, which “when” began, was not seen to end before this was judged`;
  return withJudgement(result, { kind: 'unverified', cause: 'time', why, evidence: result.judgement.evidence });
}
