import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Clock } from '../../clock.ts';
import type { ActorRecords } from './actor-records.ts';
import { within } from './bounded.ts';
import type { BlankPage, BlankPages } from './blank-page.ts';
import type { MutationWatch } from './mutation-watch.ts';
import { DocumentState } from './document-state.ts';
import { recordPageCalls } from './page-calls.ts';
import { BrowserLost, ProbeStopped, SessionEnd } from './session-end.ts';
import { startSession, type BrowserSessionState } from './session-state.ts';
import { settle, settleAtMostMs } from './settling.ts';

/** What a new browser for an actor is made of. */
export interface ActorPageOptions {
  readonly browser: Browser;
  readonly blankPages: BlankPages;
  /** Where the application is: paths start here. */
  readonly appUrl: string;
  readonly clock: Clock;
  readonly records: ActorRecords;
  readonly state: BrowserSessionState | undefined;
  readonly signal: AbortSignal;
}

const closeAtMostMs = 3_000;
const bodiesAtMostMs = 300;

/** One actor's browser as it stands: a context of its own with one page, and the protocol session that watches it. */
export class ActorPage implements AsyncDisposable {
  readonly page: Page;
  readonly cdp: CDPSession;
  /** Races against the death of the page or the browser, and the run's end. */
  readonly end: SessionEnd;
  readonly clock: Clock;
  readonly records: ActorRecords;
  readonly appUrl: string;
  readonly document = new DocumentState();
  readonly #context: BrowserContext;
  readonly #watch: MutationWatch;
  readonly #stopListening: () => void;

  private constructor(options: ActorPageOptions, parts: BlankPage, ending: Ending) {
    ({ clock: this.clock, records: this.records, appUrl: this.appUrl } = options);
    ({ page: this.page, cdp: this.cdp, context: this.#context, watch: this.#watch } = parts);
    this.document.listen(parts.cdp);
    ({ end: this.end, stopListening: this.#stopListening } = ending);
  }

  /** Makes an empty browser with the actor's session. Rejects with `BrowserLost` when the browser is gone. */
  static async open(options: ActorPageOptions): Promise<ActorPage> {
    const ending = listenForEnd(options.browser, options.signal);
    try {
      const parts = await ending.end.race(openBlank(options, ending.end));
      return new ActorPage(options, parts, ending);
    } catch (error) {
      ending.stopListening();
      throw error;
    }
  }

  /** Whether a document of some server is shown: not the blank page of the beginning, nor the browser's own page about a failure. */
  get hasDocument(): boolean {
    return this.document.shown === 'document';
  }

  /**
   * Waits until the page is quiet, at most 3 s and until the deadline (monotonic).
   * With `sinceMs`, quiet counts from there on: an act's effects may take a moment to begin.
   */
  async settle(bounds: { readonly sinceMs?: number; readonly deadlineMs: number }): Promise<void> {
    if (!this.hasDocument) return;
    const untilMs = Math.min(bounds.deadlineMs, this.clock.monotonicMs() + settleAtMostMs);
    const activity = { clock: this.clock, network: this.records.network, watch: this.#watch };
    await this.end.race(settle(activity, { ...bounds, untilMs }));
  }

  /** Before a page is left: what it began is let end, and what it was answered is kept, as far as that takes no time. */
  async finishUp(deadlineMs: number): Promise<void> {
    await this.settle({ deadlineMs });
    await this.end.race(this.records.bodies.settle(bodiesAtMostMs));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopListening();
    this.end.end(new ProbeStopped('the browser was closed'));
    await within(this.#context.close(), closeAtMostMs, this.clock).catch(() => undefined);
    this.records.network.abandon();
  }
}

async function openBlank(options: ActorPageOptions, end: SessionEnd): Promise<BlankPage> {
  const { blankPages, appUrl, records, state } = options;
  const blank = await blankPages.take();
  const { context, page, cdp } = blank;
  records.console.listen(context);
  records.dialogs.listen(context);
  await startSession(context, state, appUrl);
  // Only now: what Playwright does to write the storage is no call of the actor's.
  records.others.listen(context, page);
  recordPageCalls(cdp, records);
  page.on('crash', () => {
    records.console.note({ kind: 'crash', type: 'crash', text: 'the page’s process died' });
    end.end(new BrowserLost('the page’s process died'));
  });
  return blank;
}

interface Ending {
  readonly end: SessionEnd;
  readonly stopListening: () => void;
}

function listenForEnd(browser: Browser, signal: AbortSignal): Ending {
  const end = new SessionEnd();
  const lost = (): void => {
    end.end(new BrowserLost('the browser died'));
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
