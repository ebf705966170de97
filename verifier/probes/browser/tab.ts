import type { CDPSession, Page } from '@playwright/test';
import type { WatchedPage } from './blank-page.ts';
import { DocumentState } from './document-state.ts';
import type { MutationWatch } from './mutation-watch.ts';
import type { PageErrors } from './page-errors.ts';

/** One tab of an actor's browser: its page, and what watches it. */
export class Tab {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly watch: MutationWatch;
  readonly errors: PageErrors;
  readonly document = new DocumentState();
  /** Target and frame ids of all frames that it ever had. */
  readonly frames = new Set<string>();
  /** The document (by number) that was found never to rest; waiting for it once is enough. */
  #restless: number | undefined;

  private constructor({ page, cdp, watch, errors }: WatchedPage) {
    this.page = page;
    this.cdp = cdp;
    this.watch = watch;
    this.errors = errors;
    this.document.listen(cdp);
    cdp.on('Page.frameAttached', ({ frameId }) => this.frames.add(frameId));
    cdp.on('Page.frameNavigated', ({ frame }) => this.frames.add(frame.id));
  }

  /** A tab that shows nothing yet. */
  static blank(watched: WatchedPage): Tab {
    return new Tab(watched);
  }

  /** A tab that a page opened, and that shows something already. */
  static async opened(watched: WatchedPage): Promise<Tab> {
    const tab = new Tab(watched);
    await tab.document.ask(watched.cdp);
    return tab;
  }

  get isOpen(): boolean {
    return !this.page.isClosed();
  }

  /** Whether the document that it shows was found never to rest. */
  get isRestless(): boolean {
    return this.#restless === this.document.replacements;
  }

  noteRest(isQuiet: boolean): void {
    this.#restless = isQuiet ? undefined : this.document.replacements;
  }

  /** From now on, what goes between its pages and the network takes longer by this. */
  async setLatency(ms: number): Promise<void> {
    // Unlike an emulation of being offline, this leaves the HTTP cache as it is.
    await this.cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: ms,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
}
