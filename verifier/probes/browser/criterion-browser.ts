import type { Browser } from '@playwright/test';
import {
  isBrowserLook,
  stringifyJson,
  type BrowserAct,
  type BrowserLook,
  type Place,
  type Value,
  type ValueMap,
} from '../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import type { Clock } from '../../clock.ts';
import type { EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';
import { act, type PageAct } from './acts.ts';
import { CallFaults } from './call-faults.ts';
import { finishWrites } from './finish-writes.ts';
import type { Timing } from './timing.ts';
import { ActorPages } from './actor-pages.ts';
import type { BlankPages } from './blank-page.ts';
import type { WorkerTargets } from './worker-targets.ts';
import { createActorRecords, type ActorRecords } from './actor-records.ts';
import type { Interception } from './interception.ts';
import { isPageLook, look, type MatchValue } from './looks.ts';
import { ownHosts } from './own-hosts.ts';
import { keepOutline, keepPicture, keepRecords } from './record-evidence.ts';
import { lookAtRecords, type RecordedLook } from './recorded-looks.ts';
import type { RecordedError } from './script-errors.ts';
import type { BrowserSessionState } from './session-state.ts';
import { notObserved } from './not-observed.ts';
import { CannotBeDone } from './navigation.ts';
import { BrowserLost, OutOfTime } from './session-end.ts';

/** What a criterion's browser needs to know. */
export interface CriterionBrowserOptions {
  readonly browser: Browser;
  readonly blankPages: BlankPages;
  readonly interception: Interception;
  readonly workers: WorkerTargets;
  /** Where the application is. */
  readonly appUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly sink: EvidenceSink;
  /** What the actor's browser starts with; asked each time it is made anew. Nothing for a guest. */
  readonly sessionOf: (actor: string) => BrowserSessionState | undefined | Promise<BrowserSessionState | undefined>;
  /** Where the actor is, as pages are told. */
  readonly placeOf: (actor: string) => Place;
  /** What files for uploads hold, by their path in the repository. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly matches: MatchValue;
}

/** How a probe is performed: its time, the step's id, and the step in words, which titles its evidence. */
export interface ProbeCall extends Timing {
  readonly id: string;
  readonly title: string;
}

/** Something that went wrong in an actor's browser, and when (monotonic). */
export interface ActorError {
  readonly atMs: number;
  readonly sinceMs?: number;
  readonly actor: string;
  readonly text: string;
}

type BrowserProbe = BrowserAct<Value> | BrowserLook<Value>;

/** The browsers of one criterion's actors, each made when it is first needed. Disposing it closes them; records can be kept until then. */
export class CriterionBrowser implements AsyncDisposable {
  readonly #options: CriterionBrowserOptions;
  readonly #isOwn: (url: string) => boolean;
  readonly #pages: ActorPages;
  readonly #records = new Map<string, ActorRecords>();
  readonly #observations = new Map<string, Promise<EvidenceRef>>();
  readonly #faults: CallFaults;
  #whenMs = Number.NEGATIVE_INFINITY;

  /** Use `BrowserEngine.openCriterion`. */
  constructor(options: CriterionBrowserOptions) {
    this.#options = options;
    this.#isOwn = ownHosts(options.appUrl);
    this.#pages = new ActorPages({ ...options, isOwn: this.#isOwn, recordsOf: (actor) => this.#recordsOf(actor) });
    this.#faults = new CallFaults({
      ...options,
      isOwn: this.#isOwn,
      actorOf: (frameId) => this.#pages.actorOf(frameId, (id) => options.interception.contextOf(id)),
      networkOf: (actor) => this.#recordsOf(actor).network,
    });
  }

  /** One act, done once and settled; or one reading, without waiting. Never rejects for what the browser does: what breaks there is an observation of kind `errored`. */
  async perform(probe: BrowserProbe, call: ProbeCall): Promise<Observation> {
    let value: ValueMap;
    try {
      value = await this.#observe(probe, call);
    } catch (error) {
      return notObserved(error);
    }
    return { kind: 'observed', value, evidence: [await this.#keepObservation(probe, { value, title: call.title })] };
  }

  /** From now on `browser.requests`, `asked` and `downloaded` count; before, they count from the beginning. */
  markWhen(): void {
    this.#whenMs = this.#options.clock.monotonicMs();
  }

  /** Waits until the actor's page is quiet, at most 3 s; at once when it has been quiet already, or is not there. */
  async settle(actor: string, deadlineMs: number): Promise<void> {
    const page = await this.#pages.ifOpen(actor);
    // A page that died can't become quiet; the next probe says so.
    await page?.settle({ deadlineMs }).catch(() => undefined);
    this.#faults.noteSettled(actor);
  }

  /** The same for all actors' pages, at the same time. */
  async settleAll(deadlineMs: number): Promise<void> {
    await Promise.all(this.#pages.actors.map((actor) => this.settle(actor, deadlineMs)));
  }

  /**
   * Waits until every request is over that a page sent to the system's own hosts since `when` began, and that may change something.
   * Tells those that are still open at the deadline: `POST /api/favorites`.
   */
  async finishWrites(deadlineMs: number): Promise<readonly string[]> {
    const networks = [...this.#records.values()].map(({ network }) => network);
    return await finishWrites(networks, { clock: this.#options.clock, sinceMs: this.#whenMs, untilMs: deadlineMs });
  }

  /**
   * Loads the actor's page again, between looks, and waits until it has settled. What can't be loaded is seen by the next look; why one may not be
   * loaded is told.
   */
  async reload(actor: string, deadlineMs: number): Promise<string | undefined> {
    const page = await this.#pages.ifOpen(actor);
    if (page === undefined) return undefined;
    const call = { deadlineMs, withinMs: 0, files: this.#options.files };
    try {
      await act(page, { verb: 'browser.reload', actor }, call);
      return undefined;
    } catch (error) {
      return error instanceof CannotBeDone ? error.message : undefined;
    }
  }

  /** From now on, everything between the browsers and any network takes longer by this, in the tabs that are open and in those to come. */
  async setLatency(ms: number): Promise<void> {
    await this.#pages.setLatency(ms);
  }

  /** The ids of `browser.fail` steps that answered no call. */
  unmetFaults(): readonly string[] {
    return this.#faults.unmet();
  }

  /** The ids of `browser.dialog` steps whose answer no dialog met. */
  unmetDialogs(): readonly string[] {
    return [...this.#records.values()].flatMap(({ dialogs }) => dialogs.unmet());
  }

  /** When the pages had settled after a `browser.fail` that answered a call (monotonic), by the id of its step. */
  faultEnds(): ReadonlyMap<string, number> {
    return this.#faults.ends();
  }

  /** From now on, no call is made to fail. */
  clearFaults(): void {
    this.#faults.clear();
  }

  /** Answers of 5xx by the system's own hosts, to pages and all that belongs to them. What a fault answered is none. */
  serverErrors(): readonly ActorError[] {
    return this.#errors(({ network }) => network.serverErrors.all);
  }

  /** Exceptions and rejections that nobody caught, in documents of the system's own, and pages whose process died. */
  scriptErrors(): readonly ActorError[] {
    return this.#errors(({ errors }) => errors.all);
  }

  /** How many errors were not kept, because there were too many. */
  droppedErrors(of: 'server' | 'script'): number {
    const all = [...this.#records.values()];
    return all.reduce((sum, { network, errors }) => sum + (of === 'server' ? network.serverErrors : errors).dropped, 0);
  }

  /** Actors whose browsers were made. */
  get actors(): readonly string[] {
    return [...this.#records.keys()];
  }

  /** A picture of the actor's page; `undefined` when there is no page, or it does not answer. Rejects only when the evidence can't be kept. */
  async screenshot(actor: string, title: string): Promise<EvidenceRef | undefined> {
    const page = await this.#pages.ifOpen(actor);
    return page === undefined ? undefined : await keepPicture(this.#options.sink, page, title);
  }

  /** The outline of the actor's page (roles, names, states), for a report that says what was there instead. */
  async outline(actor: string, title: string): Promise<EvidenceRef | undefined> {
    const page = await this.#pages.ifOpen(actor);
    return page === undefined ? undefined : await keepOutline(this.#options.sink, page, title);
  }

  /** Network calls and console of all actors, so far. */
  async flushRecord(): Promise<readonly EvidenceRef[]> {
    return await keepRecords(this.#options.sink, this.#records);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#faults.clear();
    await this.#pages[Symbol.asyncDispose]();
  }

  async #observe(probe: BrowserProbe, call: ProbeCall): Promise<ValueMap> {
    if (probe.verb === 'browser.dialog' || probe.verb === 'browser.fresh' || probe.verb === 'browser.fail')
      return await this.#change(probe, call);
    if (!isBrowserLook(probe)) return await this.#act(probe, call);
    return isPageLook(probe)
      ? await look(await this.#pages.of(probe.actor), probe)
      : await this.#lookAtRecords(probe, call);
  }

  async #act(probe: PageAct, call: ProbeCall): Promise<ValueMap> {
    const done = await act(await this.#pages.of(probe.actor), probe, { ...call, files: this.#options.files });
    this.#faults.noteSettled(probe.actor);
    return done;
  }

  async #lookAtRecords(probe: RecordedLook, { withinMs, deadlineMs }: ProbeCall): Promise<ValueMap> {
    const { matches, clock, browser } = this.#options;
    // What it would still have recorded is not known.
    if (!browser.isConnected()) throw new BrowserLost('the browser ended');
    if (probe.verb === 'browser.downloaded') {
      const waitMs = Math.max(1, Math.min(withinMs, deadlineMs - clock.monotonicMs()));
      if (!(await this.#recordsOf(probe.actor).downloads.arrive(waitMs)))
        throw new OutOfTime('a file was still coming, so that it is not known what was handed out');
    }
    return lookAtRecords(this.#recordsOf(probe.actor), probe, { sinceMs: this.#whenMs, matches });
  }

  /** Acts on the browser around the page. */
  async #change(probe: Exclude<BrowserAct<Value>, PageAct>, call: ProbeCall): Promise<ValueMap> {
    if (probe.verb === 'browser.fresh') await this.#pages.renew(probe.actor, probe.signedIn, call.deadlineMs);
    else if (probe.verb === 'browser.fail') await this.#faults.arm(call.id, probe);
    else this.#recordsOf(probe.actor).dialogs.expect(call.id, probe);
    return { outcome: 'done' };
  }

  #errors(of: (records: ActorRecords) => readonly RecordedError[]): readonly ActorError[] {
    const all = [...this.#records].flatMap(([actor, records]) => of(records).map((error) => ({ ...error, actor })));
    return all.toSorted((a, b) => a.atMs - b.atMs);
  }

  #recordsOf(actor: string): ActorRecords {
    const existing = this.#records.get(actor);
    if (existing !== undefined) return existing;
    const made = createActorRecords(this.#options.clock, this.#isOwn);
    this.#records.set(actor, made);
    return made;
  }

  /** A look that polls sees the same again and again: each thing seen is kept once. */
  async #keepObservation(
    probe: BrowserProbe,
    { value, title }: { readonly value: Value; readonly title: string },
  ): Promise<EvidenceRef> {
    const content = stringifyJson({ verb: probe.verb, actor: probe.actor, observed: value }, 1);
    const key = `${title}\n${content}`;
    const kept =
      this.#observations.get(key) ??
      this.#options.sink.keep({ kind: 'observation', title, mediaType: 'application/json', content });
    this.#observations.set(key, kept);
    return await kept;
  }
}
