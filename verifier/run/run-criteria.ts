import { wordsOfError, type UsedValues } from '../../contracts/language/index.ts';
import {
  createValues,
  type ContractPlan,
  type CriterionPlan,
  type Place,
  type Plan,
  type SystemPlan,
  type ValueMap,
} from '../../contracts/language/index.ts';
import type { Cause, RunEvent } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import type { Environment, EnvironmentFailure, Stack, StackNeeds, UnaskedEnd } from '../environment/index.ts';
import type { EvidenceSink } from '../evidence/index.ts';
import { Attempts } from './attempts.ts';
import { linksNeeded } from './criterion-faults.ts';
import { runCriterion } from './criterion-run.ts';
import { needsBrowser } from './browser-need.ts';
import type { BrowserSupply, CriterionEngine } from './browser-supply.ts';
import { noBrowser } from './no-browser.ts';
import { CriterionScope } from './scope.ts';
import { CriterionSurfaces } from './criterion-surfaces.ts';
import { StackSupply } from './stack-supply.ts';
import { notRunOutcome, type CriterionOutcome } from './criterion-outcome.ts';

/** A criterion and the contract that it stands in. */
export interface PlannedCriterion {
  readonly contract: ContractPlan;
  readonly criterion: CriterionPlan;
}

/** What running criteria needs. */
export interface CriteriaWorld {
  readonly plan: Plan;
  readonly environment: Environment;
  /** Missing where no criterion of the queue needs a browser. */
  readonly browsers?: Pick<BrowserSupply, 'take'>;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly workers: number;
  /** `run.commit`, `run.id`. */
  readonly run: ValueMap;
  readonly emit: (event: RunEvent) => void;
  /** What this run's values are generated from, and relative to. */
  readonly values: {
    readonly seed: number;
    readonly now: Date;
    readonly used: UsedValues;
    readonly secrets: Readonly<Record<string, string>>;
  };
  /** Files of the contracts' side, by their path in the repository. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** One run of a criterion; `attempt` counts from 1. */
interface PlannedAttempt extends PlannedCriterion {
  readonly attempt: number;
  readonly attempts: Attempts;
}

/** The outcomes of the criteria that were to be run, and why no more stacks could be made, if so. */
export interface CriteriaOutcome {
  readonly outcomes: ReadonlyMap<CriterionPlan, CriterionOutcome>;
  readonly failure?: EnvironmentFailure;
}

/**
 * Runs criteria in several lanes side by side, as often as each is to be repeated, every time on a fresh stack, or with `keepApp` on the one
 * that the criterion before it has left. A stack that can't be made ends all lanes: what was judged stays, the rest is not run.
 */
export async function runCriteria(queue: readonly PlannedCriterion[], world: CriteriaWorld): Promise<CriteriaOutcome> {
  const waiting = queue.flatMap(attemptsOf);
  const touched = new Set<Attempts>();
  const freed: Promise<void>[] = [];
  let failure: EnvironmentFailure | undefined;
  // One after the other, applications never meet: one that is kept is not doubled, and a port of its own is free for the next one.
  const isAlone = world.workers === 1;
  const ahead = isAlone ? 0 : Math.min(world.workers, waiting.length);
  const wanted = waiting.map(({ criterion }) => needsOf(criterion, world.plan.system));
  await using supply = new StackSupply(world.environment, wanted, ahead);
  const lane = async (worker: number): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && failure === undefined; next = waiting.shift()) {
      const stack = await supply.take();
      if (world.signal.aborted) return;
      touched.add(next.attempts);
      if (!stack.ok) {
        failure ??= stack.failure;
        next.attempts.add(next.attempt, notRunOutcome(next.criterion, ...(await whyNot(stack.failure, world))));
        return;
      }
      const engine = await engineFor(next, world);
      const surfaces = surfacesOn(stack.value, { ...world, engine });
      await runOn({ stack: stack.value, engine, surfaces }, next, { ...world, worker });
      const release = releaseAll([surfaces, engine, stack.value], world);
      freed.push(release);
      if (isAlone) await release;
    }
  };
  await Promise.all(Array.from({ length: world.workers }, (_, index) => lane(index + 1)));
  await Promise.all(freed);
  const outcomes = new Map([...touched].map((attempts) => [attempts.criterion, attempts.outcome()]));
  return { outcomes, ...(failure === undefined ? {} : { failure }) };
}

function attemptsOf(planned: PlannedCriterion): readonly PlannedAttempt[] {
  const attempts = new Attempts(planned.criterion);
  return Array.from({ length: attempts.wanted }, (_, index) => ({ ...planned, attempts, attempt: index + 1 }));
}

/** What a criterion will do to its services, beyond using them. */
function needsOf({ given, when, then }: CriterionPlan, system: SystemPlan): StackNeeds {
  const databases = system.services.filter(({ kind }) => kind === 'postgres').map(({ name }) => name);
  const probes = [...given, ...when, ...then].map(({ probe }) => probe);
  return { links: linksNeeded(probes, databases) };
}

/** Why a criterion could not be run when its stack could not be made. An application can't start on what is down. */
async function whyNot(failure: EnvironmentFailure, world: CriteriaWorld): Promise<[Cause, string]> {
  if (failure.fault === 'environment') return ['environment', failure.why];
  const why = `the application did not start: ${failure.why}`;
  const down = await whatIsDown(world, noBrowser);
  return down === undefined ? ['not-run', why] : ['environment', `${why}, while something was down: ${down}`];
}

/** What one criterion is run on. */
interface Bench {
  readonly stack: Stack;
  readonly engine: CriterionEngine;
  readonly surfaces: CriterionSurfaces;
}

/** A criterion without a step in a browser gets none, so that what becomes of it is no matter to it. */
async function engineFor(
  { contract, criterion }: PlannedCriterion,
  { browsers, plan }: CriteriaWorld,
): Promise<CriterionEngine> {
  if (browsers === undefined || !needsBrowser(criterion, plan.system)) return noBrowser;
  return await browsers.take(`${contract.name} ${criterion.id}`);
}

function surfacesOn(stack: Stack, world: CriteriaWorld & { readonly engine: CriterionEngine }): CriterionSurfaces {
  const { plan, engine, sink, clock, signal, files } = world;
  const { actors, place, volatile } = plan.system;
  const placeOf = (actor: string): Place => (Object.hasOwn(actors, actor) ? actors[actor]?.place : undefined) ?? place;
  return new CriterionSurfaces({ stack, engine, sink, clock, signal, volatile, placeOf, files });
}

/** Closes the browsers, then frees the stack, while the next criterion already runs. */
async function releaseAll(parts: readonly AsyncDisposable[], { emit }: CriteriaWorld): Promise<void> {
  try {
    for (const part of parts) await part[Symbol.asyncDispose]();
  } catch (error) {
    const why = wordsOfError(error);
    emit({ kind: 'note', message: `something of a criterion could not be freed yet: ${why}` });
  }
}

/** Runs one attempt; the first tells that the criterion began, the last what became of it. */
async function runOn(
  bench: Bench,
  planned: PlannedAttempt,
  world: CriteriaWorld & { readonly worker: number },
): Promise<void> {
  const { contract, criterion, attempts, attempt } = planned;
  const name = { contract: contract.name, id: criterion.id, title: criterion.id };
  if (attempts.start()) world.emit({ kind: 'criterion-started', criterion: name });
  const report = attempts.add(attempt, await judgeOn(bench, planned, world))?.report;
  if (report === undefined) return;
  world.emit({
    kind: 'criterion-finished',
    criterion: { ...name, title: report.title },
    judgement: report.judgement,
    durationMs: report.durationMs,
    ...(report.cause === undefined ? {} : { cause: report.cause }),
    ...(report.why === undefined ? {} : { why: report.why, told: { steps: report.steps, values: report.values } }),
  });
}

/** A defect of ours in the middle of a criterion leaves it unverified; it never ends the run, and never passes. */
async function judgeOn(
  { stack, engine, surfaces }: Bench,
  planned: PlannedAttempt,
  world: CriteriaWorld & { readonly worker: number },
): Promise<CriterionOutcome> {
  const { contract, criterion, attempt } = planned;
  const again = attempt === 1 ? [] : [`attempt ${String(attempt)}`];
  const { plan, clock, signal, worker } = world;
  try {
    return await runCriterion({
      system: plan.system,
      contract,
      criterion,
      surfaces,
      scope: new CriterionScope({ ...addresses(stack), run: world.run }),
      clock,
      signal,
      worker,
      generate: (named, scope, owner) =>
        createValues(named, {
          ...world.values,
          key: [contract.name, criterion.id, ...again, ...owner].join('/'),
          scope,
        }),
      controls: async () => await whatIsDown(world, engine, stack),
    });
  } catch (error) {
    return notRunOutcome(criterion, 'environment', `the verifier failed: ${wordsOfError(error)}`);
  }
}

function addresses({ databases, containers, app }: Stack): ValueMap {
  const services = [...databases, ...containers].map(([name, { address }]) => [name, { ...address }] as const);
  return {
    ...Object.fromEntries(services),
    [app.plan.name]: { url: app.url, port: app.port, host: new URL(app.url).hostname },
  };
}

/** The control probes: the database on a connection of its own, the criterion's browser with a blank page; of its containers, whether one ended by itself. */
async function whatIsDown(
  { environment }: CriteriaWorld,
  engine: CriterionEngine,
  stack?: Stack,
): Promise<string | undefined> {
  const services = [...environment.databases].map(async ([name, server]) => ({ name, state: await server.control() }));
  const states = await Promise.all([
    ...services,
    (async () => ({ name: 'the browser', state: await engine.control() }))(),
  ]);
  const ended = [...(stack?.containers ?? [])].flatMap(([name, container]) => endOf(name, container.exited()));
  const down = [...states.flatMap(({ name, state }) => (state.up ? [] : [`${name}: ${state.why}`])), ...ended];
  return down.length === 0 ? undefined : down.join('; ');
}

function endOf(name: string, end: UnaskedEnd | undefined): readonly string[] {
  if (end === undefined) return [];
  return [`${name}: ${end.error ?? `its container ended with exit code ${String(end.code)}`}`];
}
