import {
  isBrowserProbe,
  stringifyJson,
  wordsOfError,
  type AlwaysProbe,
  type DatabaseProbe,
  type Matcher,
  type Place,
  type Probe,
  type Step,
  type Value,
} from '../../contracts/language/index.ts';
import type { EvidenceRef } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import type { JournalMark, Rejection, Stack } from '../environment/index.ts';
import type { EvidenceSink } from '../evidence/index.ts';
import { holds, judgeStep } from '../judge/index.ts';
import { DatabaseQuiet, performDatabaseProbe, settleAtMostMs, type MarkedSpan } from '../probes/database/index.ts';
import { performSystemProbe } from '../probes/system/index.ts';
import type { Observation } from '../probes/observation.ts';
import { ActorSessions } from './actor-sessions.ts';
import { ApiAgents } from './api-agents.ts';
import { performAgree, performTogether } from './composite-probes.ts';
import { lastWordsOf } from './last-words.ts';
import type { Browsers, Engine } from './no-browser.ts';
import { keepLog } from './service-log.ts';
import { CriterionFaults, observeErrors } from './criterion-faults.ts';
import type { ActorSession, AppEnd, Deadline, Surfaces } from './surfaces.ts';

/** What one criterion's surfaces are made of. */
export interface CriterionWorld {
  readonly stack: Stack;
  readonly engine: Engine;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly volatile: readonly string[];
  /** Where somebody is, as the browser tells pages. */
  readonly placeOf: (actor: string) => Place;
  /** Files of the contracts' side, by their path in the repository. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Settling pages never holds a criterion longer than this, beside its own bound. */
const pagesAtMostMs = 5_000;

/** One criterion's browsers, agents, databases and application. Disposing it closes the browsers; the stack is its owner's. */
export class CriterionSurfaces implements Surfaces, AsyncDisposable {
  readonly #world: CriterionWorld;
  readonly #browser: Browsers;
  readonly #agents: ApiAgents;
  readonly #sessions: ActorSessions;
  readonly #whenMarks = new Map<string, JournalMark>();
  readonly #databasesQuiet: DatabaseQuiet;
  readonly #startedAt: Date;
  readonly #faults: CriterionFaults;
  #whenAt: Date;
  /** The end of the last act that no page's settling followed. */
  #actedMs = Number.NEGATIVE_INFINITY;

  constructor(world: CriterionWorld) {
    this.#world = world;
    this.#startedAt = world.clock.now();
    this.#whenAt = this.#startedAt;
    const { stack, sink, clock, signal } = world;
    this.#agents = new ApiAgents({ baseUrl: stack.app.url, sink, clock, signal });
    this.#sessions = new ActorSessions(this.#agents);
    this.#databasesQuiet = new DatabaseQuiet(world.stack.databases.values(), world.clock);
    this.#browser = world.engine.openCriterion({
      appUrl: world.stack.app.url,
      clock: world.clock,
      signal: world.signal,
      sink: world.sink,
      sessionOf: (actor) => this.#sessions.stateOf(actor),
      placeOf: world.placeOf,
      files: world.files,
      matches: holds,
    });
    this.#faults = new CriterionFaults({ stack: world.stack, browser: this.#browser, clock: world.clock });
  }

  async perform(step: Step<Value>, deadline: Deadline): Promise<Observation> {
    const startMs = this.#world.clock.monotonicMs();
    const performing = this.#perform(step, deadline);
    if (step.kind === 'look') return await performing;
    // An act in the browser ends with the page's settling: the databases' begins with it.
    const observation = isBrowserProbe(step.probe)
      ? await this.#databasesQuiet.during(performing)
      : await this.#noteAct(performing);
    if (observation.kind === 'observed') this.#faults.note(step, startMs);
    return observation;
  }

  async #noteAct(performing: Promise<Observation>): Promise<Observation> {
    const observation = await performing;
    this.#actedMs = this.#world.clock.monotonicMs();
    return observation;
  }

  async #perform(step: Step<Value>, deadline: Deadline): Promise<Observation> {
    const { probe } = step;
    if (probe.verb === 'together') return await performTogether(probe, (inner) => this.perform(inner, deadline));
    if (probe.verb === 'values.agree')
      return await performAgree({ ...step, probe }, (inner) => this.#perform(inner, deadline), this.#world.sink);
    return await this.#performOne({ ...step, probe }, deadline);
  }

  async #performOne(step: Step<Value> & { readonly probe: SimpleProbe }, deadline: Deadline): Promise<Observation> {
    const { probe } = step;
    const { clock } = this.#world;
    const withinMs = Math.max(1, deadline.stepMs - clock.monotonicMs());
    if (isBrowserProbe(probe)) {
      const call = { id: step.id, title: step.words, deadlineMs: deadline.criterionMs, withinMs: step.withinMs };
      const observation = await this.#browser.perform(probe, call);
      const isSignedIn = probe.verb === 'browser.fresh' && probe.signedIn;
      return isSignedIn ? await this.#signInAgain(probe.actor, observation, deadline) : observation;
    }
    if (probe.verb === 'api.request') return await this.#agents.perform({ ...step, probe }, withinMs);
    if (isAlways(probe)) return await this.#lookForErrors(probe, step.words);
    if (isDatabase(probe)) return await this.#performDatabase({ ...step, probe }, withinMs);
    if (probe.verb === 'system.latency' && probe.from === 'browser') return await this.#slowBrowsers(probe.addMs, step);
    const { stack, sink, signal } = this.#world;
    return await performSystemProbe(probe, { stack, sink, clock, signal, sinceWhen: this.#whenAt, matches: holds });
  }

  async settle(): Promise<void> {
    const nowMs = this.#world.clock.monotonicMs();
    await Promise.all([
      this.#browser.settleAll(nowMs + pagesAtMostMs),
      this.#databasesQuiet.settle({ sinceMs: this.#actedMs, untilMs: nowMs + settleAtMostMs }),
    ]);
  }

  async finishWrites(deadlineMs: number): Promise<readonly string[]> {
    return await this.#browser.finishWrites(deadlineMs);
  }

  async reload(actor: string, deadlineMs: number): Promise<string | undefined> {
    return await this.#browser.reload(actor, deadlineMs);
  }

  async liftFaults(): Promise<ReadonlyMap<string, string>> {
    return await this.#faults.lift();
  }

  async markWhen(): Promise<void> {
    this.#browser.markWhen();
    // Reads log files up to here: a line has the time at which it was read.
    this.#world.stack.app.log();
    this.#whenAt = this.#world.clock.now();
    for (const [name, database] of this.#world.stack.databases)
      this.#whenMarks.set(name, await database.mark().catch((error: unknown) => refuseMark(name, error)));
  }

  startSession(actor: string, session: ActorSession): void {
    this.#sessions.start(actor, session);
  }

  async capture(actor: string, title: string): Promise<readonly EvidenceRef[]> {
    const picture = await this.#browser.screenshot(actor, title);
    const outline = await this.#browser.outline(actor, `${title}: what was on it`);
    return [picture, outline].filter((ref) => ref !== undefined);
  }

  appEnd(): AppEnd | undefined {
    const { app } = this.#world.stack;
    const exit = app.exited();
    if (exit === undefined) return undefined;
    const lastWords = lastWordsOf(app.log().filter(({ at }) => at >= this.#startedAt));
    return { name: app.plan.name, ...exit, lastWords };
  }

  async browserEnd(): Promise<string | undefined> {
    return await this.#world.engine.ended();
  }

  async finish(): Promise<readonly EvidenceRef[]> {
    const pictures: (EvidenceRef | undefined)[] = [];
    for (const actor of this.#browser.actors)
      pictures.push(await this.#browser.screenshot(actor, `${actor}’s page at the end`));
    const records = await this.#browser.flushRecord();
    return [...pictures.filter((ref) => ref !== undefined), ...records, await keepLog(this.#world, this.#startedAt)];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser[Symbol.asyncDispose]();
  }

  /** Whoever signs in by steps in the browser does so in a fresh one, too. */
  async #signInAgain(actor: string, fresh: Observation, deadline: Deadline): Promise<Observation> {
    for (const step of this.#sessions.signInsOf(actor)) {
      const observation = await this.#perform(step, deadline);
      if (judgeStep(step, observation).kind === 'satisfied') continue;
      if (observation.kind !== 'observed') return observation;
      const detail = `signing in again failed at “${step.words}”: ${stringifyJson(observation.value)}`;
      return { ...observation, value: { outcome: 'not-possible', detail } };
    }
    return fresh;
  }

  async #lookForErrors(probe: AlwaysProbe, title: string): Promise<Observation> {
    const of = probe.verb === 'always.noServerErrors' ? 'server' : 'script';
    const errors =
      of === 'server' ? [...this.#browser.serverErrors(), ...this.#agents.errors] : this.#browser.scriptErrors();
    const all = { of, errors, dropped: this.#browser.droppedErrors(of) } as const;
    // One that made a call fail is over when the page is done with that.
    for (const [stepId, atMs] of this.#browser.faultEnds()) this.#faults.windows.end(stepId, atMs);
    const { value, content } = observeErrors(all, this.#faults.windows);
    return { kind: 'observed', value: { ...value }, evidence: [await this.#keepObservation(title, content)] };
  }

  async #slowBrowsers(addMs: number, { words }: Step<Value>): Promise<Observation> {
    await this.#browser.setLatency(addMs);
    const content = stringifyJson({ verb: 'system.latency', from: 'browser', addMs }, 1);
    return { kind: 'observed', value: { outcome: 'done' }, evidence: [await this.#keepObservation(words, content)] };
  }

  async #keepObservation(title: string, content: string): Promise<EvidenceRef> {
    return await this.#world.sink.keep({ kind: 'observation', title, mediaType: 'application/json', content });
  }

  /** A delta is from just before `when` to this moment. */
  async #performDatabase(
    { id, probe, expectation }: Step<Value> & { readonly probe: DatabaseProbe<Value> },
    withinMs: number,
  ): Promise<Observation> {
    const { sink, clock, volatile, stack } = this.#world;
    const spans = new Map<string, MarkedSpan>();
    const from = this.#whenMarks.get(probe.service);
    const database = stack.databases.get(probe.service);
    if (probe.verb === 'db.delta' && from !== undefined && database !== undefined)
      spans.set(probe.service, { from, to: await database.mark() });
    const onRejection = (rejection: Rejection): void => {
      this.#faults.noteRejection(id, rejection);
    };
    const named = namesIn(expectation);
    const untouchable = stack.untouchable;
    const context = { databases: stack.databases, sink, clock, volatile, spans, named, onRejection, untouchable };
    return await performDatabaseProbe(probe, context, withinMs);
  }
}

/** A probe that is made of no others. */
type SimpleProbe = Exclude<Probe<Value>, { readonly verb: 'together' | 'values.agree' }>;

function isAlways(probe: SimpleProbe): probe is AlwaysProbe {
  return probe.verb.startsWith('always.');
}

function isDatabase(probe: SimpleProbe): probe is DatabaseProbe<Value> {
  return probe.verb.startsWith('db.');
}

/** The keys that an expectation speaks of: of a delta, tables. */
function namesIn(expectation: Matcher<Value>): readonly string[] {
  return expectation.is === 'object' ? Object.keys(expectation.entries) : [];
}

function refuseMark(service: string, error: unknown): never {
  const why = wordsOfError(error);
  throw new Error(`where the changes of “${service}” begin could not be noted: ${why}`, { cause: error });
}
