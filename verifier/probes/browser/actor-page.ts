import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Place } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import type { ActorRecords } from './actor-records.ts';
import { ActorWorkers } from './actor-workers.ts';
import { within } from './bounded.ts';
import type { BlankPage, BlankPages } from './blank-page.ts';
import type { DocumentState } from './document-state.ts';
import { recordPageCalls } from './page-calls.ts';
import { BrowserLost, ProbeStopped, SessionEnd } from './session-end.ts';
import { startSession, type BrowserSessionState } from './session-state.ts';
import { settle, settleAtMostMs } from './settling.ts';
import type { Tab } from './tab.ts';
import { Tabs } from './tabs.ts';
import type { WorkerTargets } from './worker-targets.ts';

/** What a new browser for an actor is made of. */
export interface ActorPageOptions {
  readonly browser: Browser;
  readonly blankPages: BlankPages;
  readonly workers: WorkerTargets;
  /** Where the application is: paths start here. */
  readonly appUrl: string;
  readonly isOwn: (url: string) => boolean;
  readonly clock: Clock;
  readonly records: ActorRecords;
  readonly state: BrowserSessionState | undefined;
  readonly place: Place;
  readonly signal: AbortSignal;
}

const closeAtMostMs = 3_000;
const bodiesAtMostMs = 300;
/** The end of a browser is heard of this much later than the end of its pages. */
const hearsayMs = 50;

/** One actor's browser as it stands: a context of its own with its tabs. Its page is that of the tab that was opened last and is still open. */
export class ActorPage implements AsyncDisposable {
  /** Races against the death of the page or the browser, and the run's end. */
  readonly end: SessionEnd;
  readonly clock: Clock;
  readonly records: ActorRecords;
  readonly appUrl: string;
  readonly tabs: Tabs;
  readonly #workers: ActorWorkers;
  readonly #stopFollowing: () => void;
  /** As the protocol names its context. */
  readonly contextId: string | undefined;
  readonly #isOwn: (url: string) => boolean;
  readonly #context: BrowserContext;
  readonly #stopListening: () => void;

  private constructor(options: ActorPageOptions, blank: BlankPage, ending: Ending) {
    ({ clock: this.clock, records: this.records, appUrl: this.appUrl, isOwn: this.#isOwn } = options);
    ({ end: this.end, stopListening: this.#stopListening } = ending);
    this.#context = blank.context;
    this.contextId = blank.contextId;
    this.tabs = new Tabs(blank, options.clock, (tab) => {
      this.#listen(tab);
    });
    this.#workers = new ActorWorkers(options.records, options.clock);
    this.#stopFollowing = options.workers.follow(blank.contextId ?? '', (worker) => {
      this.#workers.add(worker);
    });
    // Only now: what Playwright does to write the storage is no call of the actor's.
    this.records.others.listen(blank.context, (page) => this.tabs.has(page));
  }

  /** Makes an empty browser with the actor's session. Rejects with `BrowserLost` when the browser is gone. */
  static async open(options: ActorPageOptions): Promise<ActorPage> {
    const ending = listenForEnd(options.browser, options.signal);
    try {
      const blank = await ending.end.race(openBlank(options));
      return new ActorPage(options, blank, ending);
    } catch (error) {
      ending.stopListening();
      throw error;
    }
  }

  get page(): Page {
    return this.tabs.current.page;
  }

  get cdp(): CDPSession {
    return this.tabs.current.cdp;
  }

  get document(): DocumentState {
    return this.tabs.current.document;
  }

  /** Whether a document of some server is shown: not the blank page of the beginning, nor the browser's own page about a failure. */
  get hasDocument(): boolean {
    return this.document.shown === 'document' && this.tabs.current.isOpen;
  }

  /** Whether one of its tabs has this frame. */
  hasFrame(frameId: string): boolean {
    return this.tabs.all.some(({ frames }) => frames.has(frameId));
  }

  /**
   * Waits until the page is quiet, at most 3 s and until the deadline (monotonic); the page that is opened meanwhile, too.
   * With `sinceMs`, quiet counts from there on: an act's effects may take a moment to begin.
   */
  async settle(bounds: { readonly sinceMs?: number; readonly deadlineMs: number }): Promise<void> {
    const untilMs = Math.min(bounds.deadlineMs, this.clock.monotonicMs() + settleAtMostMs);
    await this.end.race(this.#settle({ ...bounds, untilMs }));
  }

  /** The same, for before an act; a page that was found never to rest is not waited for again. */
  async settleBefore(deadlineMs: number): Promise<void> {
    if (!this.tabs.current.isRestless) await this.settle({ deadlineMs });
  }

  /** From now on everything between this browser and any network takes longer by this, in tabs and workers that are there and in those to come. */
  async setLatency(ms: number): Promise<void> {
    this.#workers.setLatency(ms);
    await this.tabs.setLatency(ms);
  }

  /** Rejects when the browser is gone, and not its page alone. */
  async confirmLife(): Promise<void> {
    if (!this.tabs.current.isOpen && this.end.reason === undefined) await this.clock.sleep(hearsayMs);
    if (this.end.reason !== undefined) throw this.end.reason;
  }

  /** Before a page is left: what it began is let end, and what it was answered is kept, as far as that takes no time. */
  async finishUp(deadlineMs: number): Promise<void> {
    await this.settle({ deadlineMs });
    await this.end.race(this.records.bodies.settle(bodiesAtMostMs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopListening();
    this.#stopFollowing();
    this.end.end(new ProbeStopped('the browser was closed'));
    await within(this.#context.close(), closeAtMostMs, this.clock).catch(() => undefined);
    this.records.network.abandon();
  }

  async #settle(bounds: { readonly sinceMs?: number; readonly untilMs: number }): Promise<void> {
    for (let settled: Tab | undefined; ;) {
      await this.tabs.ready();
      const tab = this.tabs.current;
      if (tab === settled || !this.hasDocument) return;
      const { clock } = this;
      const counts = (origin: string): boolean => !/^https?:/u.test(origin) || this.#isOwn(`${origin}/`);
      const activity = { clock, network: this.records.network, watch: tab.watch, counts };
      const isQuiet = await settle(activity, bounds);
      // A tab that was closed meanwhile has nothing to say; the one before is current again.
      if (tab.isOpen) tab.noteRest(isQuiet || clock.monotonicMs() < bounds.untilMs);
      settled = tab;
    }
  }

  #listen(tab: Tab): void {
    const { records, end } = this;
    const stopRecording = recordPageCalls(tab.cdp, records);
    records.errors.watch(tab.errors);
    tab.page.on('close', () => {
      if (end.reason === undefined) stopRecording();
    });
    tab.page.on('crash', () => {
      records.console.note({ kind: 'crash', type: 'crash', text: 'the page’s process died' });
      records.errors.noteCrash('the page’s process died');
      end.end(new BrowserLost('the page’s process died'));
    });
  }
}

async function openBlank({ blankPages, appUrl, records, state, place }: ActorPageOptions): Promise<BlankPage> {
  const blank = await blankPages.take(place);
  records.console.listen(blank.context);
  records.dialogs.listen(blank.context);
  records.downloads.listen(blank.context);
  await startSession(blank.context, state, appUrl);
  return blank;
}

interface Ending {
  readonly end: SessionEnd;
  readonly stopListening: () => void;
}

function listenForEnd(browser: Browser, signal: AbortSignal): Ending {
  const end = new SessionEnd();
  const lost = (): void => {
    end.end(new BrowserLost('the browser ended'));
  };
  const stopped = (): void => {
    end.end(new ProbeStopped('the run was stopped'));
  };
  if (!browser.isConnected()) lost();
  if (signal.aborted) stopped();
  browser.once('disconnected', lost);
  signal.addEventListener('abort', stopped, { once: true });
  const stopListening = (): void => {
    browser.off('disconnected', lost);
    signal.removeEventListener('abort', stopped);
  };
  return { end, stopListening };
}
