import {
  wordsOfError,
  type ContractPlan,
  type CriterionPlan,
  type PlanStep,
  type SystemPlan,
} from '../../contracts/language/index.ts';
import type { Cause, CriterionReport } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import { judgeCriterion, type AppEnding, type CriterionFacts, type CriterionJudgement } from '../judge/index.ts';
import { tellEnd, tellInStep, withEnding } from './app-ending.ts';
import { withBrowserEnd } from './browser-end.ts';
import { judgeThen } from './judge-then.ts';
import { kinship, notRunOutcome, type CriterionOutcome } from './criterion-outcome.ts';
import { makingSteps, prepareActors, unmadeValue, type Generate } from './prepare-actors.ts';
import type { CriterionScope } from './scope.ts';
import type { Surfaces } from './surfaces.ts';
import { textOf } from './text-of.ts';
import { createTake, saveInto, withJudgement, type Take } from './take.ts';
import type { StepContext } from './look-once.ts';
import { notTaken, type StepResult } from './take-step.ts';

/** What one criterion's run is given. */
export interface CriterionRun {
  readonly system: SystemPlan;
  readonly contract: ContractPlan;
  readonly criterion: CriterionPlan;
  readonly surfaces: Surfaces;
  readonly scope: CriterionScope;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly worker: number;
  /** Makes the values of a `let`; `owner` names the actor that they belong to, and is empty for the criterion's own. */
  readonly generate: Generate;
  /** Asked after a violation, on paths that do not go through the application: what is down, or undefined. */
  readonly controls: () => Promise<string | undefined>;
}

/** Runs one criterion on a fresh stack and judges it: its values and actors, given, when, then, the last look. */
export async function runCriterion(run: CriterionRun): Promise<CriterionOutcome> {
  const { criterion, clock, scope } = run;
  const startedAt = clock.now().toISOString();
  const startedMs = clock.monotonicMs();
  const created = run.generate(criterion.values, scope, []);
  if (!created.ok) {
    const { cause, why } = unmadeValue(created);
    return notRunOutcome(criterion, cause, why);
  }
  for (const [name, value] of Object.entries(created.values)) scope.define(name, value);
  const context: StepContext = {
    surfaces: run.surfaces,
    clock,
    signal: run.signal,
    criterionDeadlineMs: startedMs + criterion.deadlineMs,
  };
  const { results, idleFaults, ...end } = await takeAll(run, context);
  const ended = tellEnd(run.surfaces.appEnd(), criterion.position);
  const controls = await askControls(run, results, ended);
  const browserEnd = await run.surfaces.browserEnd();
  const { evidence, ...recorded } = await keepRecords(run.surfaces);
  const { stopped } = { ...recorded, ...stoppedByEnd(browserEnd), ...end };
  const facts: CriterionFacts = {
    claim: criterion.claim,
    planned: plannedSteps(run),
    judgements: new Map(results.map(({ step, judgement }) => [step.id, judgement])),
    idleFaults,
    finished: !run.signal.aborted && stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    ...(ended === undefined ? {} : { ended }),
    controls: browserEnd === undefined ? controls : 'down',
  };
  const judged = withBrowserEnd(withEnding(judgeCriterion(facts), ended), browserEnd);
  const report: CriterionReport = {
    id: criterion.id,
    title: textOf(criterion.title, scope),
    claim: criterion.claim,
    required: criterion.required,
    position: criterion.position,
    ...kinship(criterion),
    ...summary(judged),
    steps: tellInStep(withIdleFaults(results, idleFaults), ended).map((result) => result.report),
    evidence,
    values: scope.record(),
    startedAt,
    durationMs: clock.monotonicMs() - startedMs,
    worker: run.worker,
  };
  return { judgement: judged, report };
}

/** Whether a violation, or the application's end, can be its own: everything around it must be up. */
async function askControls(
  { controls }: Pick<CriterionRun, 'controls'>,
  results: readonly StepResult[],
  ended: AppEnding | undefined,
): Promise<'up' | 'down'> {
  // What is missed after somebody has ended the application says nothing of it.
  if (ended?.byItself === false) return 'down';
  const isViolated = results.some(({ judgement }) => judgement.kind === 'violated');
  if (!isViolated && ended === undefined) return 'up';
  return (await controls()) === undefined ? 'up' : 'down';
}

/** Why a criterion did not come to its end, though nobody stopped the run. */
interface Stop {
  readonly stopped?: { readonly cause: Cause; readonly why: string };
}

interface TakenSteps extends Stop {
  readonly results: readonly StepResult[];
  readonly idleFaults: ReadonlyMap<string, string>;
}

/**
 * Takes every step, and lifts the faults that they set up. What breaks between two steps stops the criterion; what was taken before stays,
 * the rest is not run.
 */
async function takeAll(run: CriterionRun, context: StepContext): Promise<TakenSteps> {
  const taken = new Map<string, StepResult>();
  const takeOne = createTake(context);
  const take: Take = async (step, scope, waitingSinceMs) => {
    const result = await takeOne(step, scope, waitingSinceMs);
    taken.set(step.id, result);
    return result;
  };
  try {
    const results = await takeSections(run, { ...context, take });
    return { results, idleFaults: await run.surfaces.liftFaults() };
  } catch (error) {
    const rest = 'the criterion was stopped before this step';
    return {
      results: plannedSteps(run).map((step) => taken.get(step.id) ?? notTaken(step, rest, 'not-run')),
      idleFaults: new Map(),
      stopped: stoppedBy(error),
    };
  }
}

/** The step of a fault that had no effect says so in the report; the criterion is judged with all of them together. */
function withIdleFaults(
  results: readonly StepResult[],
  idleFaults: ReadonlyMap<string, string>,
): readonly StepResult[] {
  return results.map((result) => {
    const why = idleFaults.get(result.step.id);
    if (why === undefined || result.judgement.kind !== 'satisfied') return result;
    const { evidence } = result.judgement;
    return withJudgement(result, { kind: 'unverified', cause: 'precondition', why, evidence });
  });
}

/** What was recorded along the way. A criterion whose records can't be kept is not proven. */
async function keepRecords(surfaces: Surfaces): Promise<Stop & Pick<CriterionReport, 'evidence'>> {
  try {
    return { evidence: await surfaces.finish() };
  } catch (error) {
    return { evidence: [], stopped: stoppedBy(error) };
  }
}

/** What was recorded of a browser that has ended is not whole, though nothing in it may be missed. */
function stoppedByEnd(browserEnd: string | undefined): Stop {
  return browserEnd === undefined ? {} : { stopped: { cause: 'environment', why: browserEnd } };
}

function stoppedBy(error: unknown): NonNullable<Stop['stopped']> {
  const why = wordsOfError(error);
  return { cause: 'environment', why: `the verifier could not go on: ${why}` };
}

async function takeSections(
  run: CriterionRun,
  context: StepContext & { readonly take: Take },
): Promise<readonly StepResult[]> {
  const { criterion, scope, surfaces } = run;
  const { take } = context;
  const actors = criterion.actors.map((name) => actorOf(run.system, name));
  const prepared = await prepareActors(actors, { scope, surfaces, take, generate: run.generate });
  const given = await takeGiven(criterion.given, prepared.ready, { scope, take });
  if (!given.ready)
    return [
      ...prepared.results,
      ...given.results,
      ...skip(
        [...criterion.when, ...criterion.then, ...criterion.always],
        prepared.lack?.why ?? 'what it builds on could not be set up',
        prepared.lack?.cause,
      ),
    ];
  await surfaces.settle();
  await surfaces.markWhen();
  const when = await takeInOrder(criterion.when, { scope, take });
  const judged = await judgeThen(criterion.then, when, { ...context, scope });
  const always = await takeInOrder(criterion.always, { scope, take });
  return [...prepared.results, ...given.results, ...judged.when, ...judged.then, ...always];
}

interface Taking {
  readonly scope: CriterionScope;
  readonly take: Take;
}

/** The scene: stops at the first step that fails, since whatever comes after would be about another scene. */
async function takeGiven(
  steps: readonly PlanStep[],
  actorsReady: boolean,
  taking: Taking,
): Promise<{ ready: boolean; results: readonly StepResult[] }> {
  const results: StepResult[] = [];
  let ready = actorsReady;
  for (const step of steps) {
    const [result] = ready ? await takeInOrder([step], taking) : skip([step], 'an earlier step of the scene failed');
    if (result === undefined) continue;
    results.push(result);
    ready &&= result.judgement.kind === 'satisfied';
  }
  return { ready, results };
}

/** The action: every step is taken, also after one failed, so that the report shows what came of it. */
async function takeInOrder(steps: readonly PlanStep[], { scope, take }: Taking): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) {
    const result = await take(step, scope);
    saveInto(result, (name, value) => {
      scope.save(name, value);
    });
    results.push(result);
  }
  return results;
}

function skip(
  steps: readonly PlanStep[],
  why: string,
  cause: 'not-run' | 'precondition' | 'secret' = 'not-run',
): StepResult[] {
  return steps.map((step) => notTaken(step, why, cause));
}

function plannedSteps({ system, criterion }: CriterionRun): readonly PlanStep[] {
  const actors = criterion.actors.map((name) => actorOf(system, name));
  return [
    ...actors.flatMap(makingSteps),
    ...criterion.given,
    ...criterion.when,
    ...criterion.then,
    ...criterion.always,
  ];
}

function actorOf(system: SystemPlan, name: string): SystemPlan['actors'][string] {
  const actor = system.actors[name];
  if (actor === undefined) throw new Error(`the plan names an actor that the system does not have: ${name}`);
  return actor;
}

function summary(judged: CriterionJudgement): Pick<CriterionReport, 'judgement' | 'cause' | 'why' | 'reached'> {
  return {
    judgement: judged.judgement,
    ...(judged.reached === undefined ? {} : { reached: judged.reached }),
    ...(judged.judgement === 'satisfied' ? {} : { why: judged.why }),
    ...(judged.judgement === 'unverified' ? { cause: judged.cause } : {}),
  };
}
