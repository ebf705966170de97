import type { DatabaseProbe, Matcher, Step, Value } from '../../contracts/language/index.ts';
import type { EvidenceRef } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';
import type { JournalMark, Stack } from '../environment/index.ts';
import type { EvidenceSink } from '../evidence/index.ts';
import { holds } from '../judge/index.ts';
import { createApiAgent, type ApiAgent } from '../probes/api/index.ts';
import type { BrowserEngine, BrowserSessionState, CriterionBrowser } from '../probes/browser/index.ts';
import { DatabaseQuiet, performDatabaseProbe, settleAtMostMs, type MarkedSpan } from '../probes/database/index.ts';
import { performSystemProbe } from '../probes/system/index.ts';
import type { Observation } from '../probes/observation.ts';
import type { ActorSession, AppEnd, Deadline, Surfaces } from './surfaces.ts';

/** What one criterion's surfaces are made of. */
export interface CriterionWorld {
  readonly stack: Stack;
  readonly engine: BrowserEngine;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly volatile: readonly string[];
}

/** Settling pages never holds a criterion longer than this, beside its own bound. */
const pagesAtMostMs = 5_000;

/** One criterion's browsers, agents, databases and application. Disposing it closes the browsers; the stack is its owner's. */
export class CriterionSurfaces implements Surfaces, AsyncDisposable {
  readonly #world: CriterionWorld;
  readonly #browser: CriterionBrowser;
  readonly #agents = new Map<string, ApiAgent>();
  readonly #sessions = new Map<string, BrowserSessionState>();
  readonly #whenMarks = new Map<string, JournalMark>();
  readonly #databasesQuiet: DatabaseQuiet;
  readonly #startedAt: Date;
  /** The end of the last act that no page's settling followed. */
  #actedMs = Number.NEGATIVE_INFINITY;

  constructor(world: CriterionWorld) {
    this.#world = world;
    this.#startedAt = world.clock.now();
    this.#databasesQuiet = new DatabaseQuiet(world.stack.databases.values(), world.clock);
    this.#browser = world.engine.openCriterion({
      appUrl: world.stack.app.url,
      clock: world.clock,
      signal: world.signal,
      sink: world.sink,
      sessionOf: (actor) => this.#sessions.get(actor),
      matches: holds,
    });
  }

  async perform(step: Step<Value>, deadline: Deadline): Promise<Observation> {
    const performing = this.#perform(step, deadline);
    if (step.kind === 'look') return await performing;
    // An act in the browser ends with the page's settling: the databases' begins with it.
    if (step.probe.verb.startsWith('browser.')) return await this.#databasesQuiet.during(performing);
    const observation = await performing;
    this.#actedMs = this.#world.clock.monotonicMs();
    return observation;
  }

  async #perform(step: Step<Value>, deadline: Deadline): Promise<Observation> {
    const { probe } = step;
    const { sink, clock, stack } = this.#world;
    const withinMs = Math.max(1, deadline.stepMs - clock.monotonicMs());
    if (probe.verb === 'api.request') return await this.#agent(probe.actor).perform(probe, withinMs);
    if (probe.verb === 'system.restart') return await performSystemProbe(probe, { app: stack.app, sink, clock });
    if ('service' in probe) return await this.#performDatabase(probe, withinMs, namesIn(step.expectation));
    const call = { title: step.words, deadlineMs: deadline.criterionMs, withinMs: step.withinMs };
    return await this.#browser.perform(probe, call);
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

  async markWhen(): Promise<void> {
    this.#browser.markWhen();
    for (const [name, database] of this.#world.stack.databases)
      this.#whenMarks.set(name, await database.mark().catch((error: unknown) => refuseMark(name, error)));
  }

  startSession(actor: string, session: ActorSession): void {
    const cookies = session.browserCookies ? this.#agent(actor).cookies() : [];
    this.#sessions.set(actor, { cookies, localStorage: session.localStorage });
    // A session that is no cookie must not be carried by one all the same.
    if (!session.apiCookies) this.#agents.delete(actor);
    for (const [name, value] of Object.entries(session.apiHeaders)) this.#agent(actor).setHeader(name, value);
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
    const lines = app.log().filter(({ at, text }) => at >= this.#startedAt && text.trim() !== '');
    const last = lines.findLast(({ stream }) => stream === 'stderr') ?? lines.at(-1);
    return { name: app.plan.name, ...exit, lastWords: last?.text.trim() ?? '' };
  }

  async finish(): Promise<readonly EvidenceRef[]> {
    const pictures: (EvidenceRef | undefined)[] = [];
    for (const actor of this.#browser.actors)
      pictures.push(await this.#browser.screenshot(actor, `${actor}’s page at the end`));
    const records = await this.#browser.flushRecord();
    return [...pictures.filter((ref) => ref !== undefined), ...records, await this.#keepLog()];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser[Symbol.asyncDispose]();
  }

  /** A delta is from just before `when` to this moment. */
  async #performDatabase(
    probe: DatabaseProbe<Value>,
    withinMs: number,
    named: readonly string[],
  ): Promise<Observation> {
    const { sink, clock, volatile, stack } = this.#world;
    const spans = new Map<string, MarkedSpan>();
    const from = this.#whenMarks.get(probe.service);
    const database = stack.databases.get(probe.service);
    if (probe.verb === 'db.delta' && from !== undefined && database !== undefined)
      spans.set(probe.service, { from, to: await database.mark() });
    const context = { databases: stack.databases, sink, clock, volatile, spans, named };
    return await performDatabaseProbe(probe, context, withinMs);
  }

  #agent(actor: string): ApiAgent {
    const known = this.#agents.get(actor);
    if (known !== undefined) return known;
    const { stack, sink, clock, signal } = this.#world;
    const agent = createApiAgent({ baseUrl: stack.app.url, sink, clock, signal });
    this.#agents.set(actor, agent);
    return agent;
  }

  async #keepLog(): Promise<EvidenceRef> {
    const lines = this.#world.stack.app.log().filter(({ at }) => at >= this.#startedAt);
    const content = lines.map(({ at, stream, text }) => `${at.toISOString()} ${stream} ${text}`).join('\n');
    return await this.#world.sink.keep({
      kind: 'log',
      title: `What ${this.#world.stack.app.plan.name} wrote`,
      mediaType: 'text/plain',
      content,
    });
  }
}

/** The keys that an expectation speaks of: of a delta, tables. */
function namesIn(expectation: Matcher<Value>): readonly string[] {
  return expectation.is === 'object' ? Object.keys(expectation.entries) : [];
}

function refuseMark(service: string, error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  throw new Error(`where the changes of “${service}” begin could not be noted: ${why}`, { cause: error });
}
