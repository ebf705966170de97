import type { Browser } from '@playwright/test';
import {
  stringifyJson,
  type BrowserAct,
  type BrowserLook,
  type Value,
  type ValueMap,
} from '../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../reports/index.ts';
import type { Clock } from '../../clock.ts';
import type { EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';
import { act, type PageAct } from './acts.ts';
import { finishWrites } from './finish-writes.ts';
import type { Timing } from './timing.ts';
import { ActorPage } from './actor-page.ts';
import type { BlankPages } from './blank-page.ts';
import { createActorRecords, type ActorRecords } from './actor-records.ts';
import { isLook, look, requestsSince, type MatchValue } from './looks.ts';
import { ownHosts } from './own-hosts.ts';
import { keepOutline, keepPicture, keepRecords } from './record-evidence.ts';
import type { BrowserSessionState } from './session-state.ts';
import { notObserved } from './not-observed.ts';

/** What a criterion's browser needs to know. */
export interface CriterionBrowserOptions {
  readonly browser: Browser;
  readonly blankPages: BlankPages;
  /** Where the application is. */
  readonly appUrl: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly sink: EvidenceSink;
  /** What the actor's browser starts with; asked each time it is made anew. Nothing for a guest. */
  readonly sessionOf: (actor: string) => BrowserSessionState | undefined | Promise<BrowserSessionState | undefined>;
  readonly matches: MatchValue;
}

/** How a probe is performed: its time, and the step in words, which titles its evidence. */
export interface ProbeCall extends Timing {
  readonly title: string;
}

type BrowserProbe = BrowserAct<Value> | BrowserLook<Value>;

/** The browsers of one criterion's actors, each made when it is first needed. Disposing it closes them; records can be kept until then. */
export class CriterionBrowser implements AsyncDisposable {
  readonly #options: CriterionBrowserOptions;
  readonly #isOwn: (url: string) => boolean;
  readonly #pages = new Map<string, Promise<ActorPage>>();
  readonly #records = new Map<string, ActorRecords>();
  readonly #observations = new Map<string, Promise<EvidenceRef>>();
  #whenMs = Number.NEGATIVE_INFINITY;

  /** Use `BrowserEngine.openCriterion`. */
  constructor(options: CriterionBrowserOptions) {
    this.#options = options;
    this.#isOwn = ownHosts(options.appUrl);
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

  /** From now on `browser.requests` counts. */
  markWhen(): void {
    this.#whenMs = this.#options.clock.monotonicMs();
  }

  /** Waits until the actor's page is quiet, at most 3 s; at once when it has been quiet already, or is not there. */
  async settle(actor: string, deadlineMs: number): Promise<void> {
    const page = await this.#openPage(actor);
    // A page that died can't become quiet; the next probe says so.
    await page?.settle({ deadlineMs }).catch(() => undefined);
  }

  /** The same for all actors' pages, at the same time. */
  async settleAll(deadlineMs: number): Promise<void> {
    await Promise.all([...this.#pages.keys()].map((actor) => this.settle(actor, deadlineMs)));
  }

  /**
   * Waits until every request is over that a page sent to the system's own hosts since `when` began, and that may change something.
   * Tells those that are still open at the deadline: `POST /api/favorites`.
   */
  async finishWrites(deadlineMs: number): Promise<readonly string[]> {
    const networks = [...this.#records.values()].map(({ network }) => network);
    return await finishWrites(networks, { clock: this.#options.clock, sinceMs: this.#whenMs, untilMs: deadlineMs });
  }

  /** Actors whose browsers were made. */
  get actors(): readonly string[] {
    return [...this.#records.keys()];
  }

  /** A picture of the actor's page; `undefined` when there is no page, or it does not answer. Rejects only when the evidence can't be kept. */
  async screenshot(actor: string, title: string): Promise<EvidenceRef | undefined> {
    const page = await this.#openPage(actor);
    return page === undefined ? undefined : await keepPicture(this.#options.sink, page, title);
  }

  /** The outline of the actor's page (roles, names, states), for a report that says what was there instead. */
  async outline(actor: string, title: string): Promise<EvidenceRef | undefined> {
    const page = await this.#openPage(actor);
    return page === undefined ? undefined : await keepOutline(this.#options.sink, page, title);
  }

  /** Network calls and console of all actors, so far. */
  async flushRecord(): Promise<readonly EvidenceRef[]> {
    return await keepRecords(this.#options.sink, this.#records);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const pages = [...this.#pages.values()];
    this.#pages.clear();
    await Promise.all(pages.map(close));
  }

  async #observe(probe: BrowserProbe, timing: Timing): Promise<ValueMap> {
    if (probe.verb === 'browser.dialog' || probe.verb === 'browser.fresh') return await this.#change(probe, timing);
    if (probe.verb === 'browser.requests') {
      const { calls } = this.#recordsOf(probe.actor).network;
      return requestsSince(calls, probe, { sinceMs: this.#whenMs, matches: this.#options.matches });
    }
    const page = await this.#page(probe.actor);
    return isLook(probe) ? await look(page, probe) : await act(page, probe, timing);
  }

  /** Acts on the browser around the page. */
  async #change(probe: Exclude<BrowserAct<Value>, PageAct>, timing: Timing): Promise<ValueMap> {
    if (probe.verb === 'browser.fresh') await this.#renew(probe.actor, probe.signedIn, timing);
    else this.#recordsOf(probe.actor).dialogs.expect(probe);
    return { outcome: 'done' };
  }

  async #page(actor: string): Promise<ActorPage> {
    const existing = this.#pages.get(actor);
    if (existing !== undefined) return await existing;
    const made = this.#make(actor, true);
    this.#pages.set(actor, made);
    return await made;
  }

  async #make(actor: string, signedIn: boolean): Promise<ActorPage> {
    const { browser, blankPages, appUrl, clock, signal, sessionOf } = this.#options;
    const state = signedIn ? await sessionOf(actor) : undefined;
    return await ActorPage.open({ browser, blankPages, appUrl, clock, signal, state, records: this.#recordsOf(actor) });
  }

  async #renew(actor: string, signedIn: boolean, timing: Timing): Promise<void> {
    const old = this.#pages.get(actor);
    if (old !== undefined) {
      // One that died has nothing to finish; if the whole browser did, making the next one says so.
      await old.then((page) => page.finishUp(timing.deadlineMs)).catch(() => undefined);
      await close(old);
    }
    const made = this.#make(actor, signedIn);
    this.#pages.set(actor, made);
    await made;
  }

  /** The actor's page, if it was made and could be. */
  async #openPage(actor: string): Promise<ActorPage | undefined> {
    return await this.#pages.get(actor)?.catch(() => undefined);
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

async function close(page: Promise<ActorPage>): Promise<void> {
  const open = await page.catch(() => undefined);
  await open?.[Symbol.asyncDispose]();
}
