import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Clock } from '../../clock.ts';
import { contextOptions, disguise, type Identity } from './identity.ts';
import { watchMutations, type MutationWatch } from './mutation-watch.ts';

/** An empty browser that nobody has used: a context of its own, its one page, and the protocol session that watches it. */
export interface BlankPage {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly watch: MutationWatch;
}

/** How many wait to be taken: a criterion has an actor or two, and the next ones are made while it runs. */
const spareCount = 2;
/** What the browser may hold of bodies until they are fetched. */
const bufferBytes = {
  maxPostDataSize: 64 * 1024,
  maxResourceBufferSize: 8 * 1024 * 1024,
  maxTotalBufferSize: 32 * 1024 * 1024,
};

/** Keeps a few blank pages ready: making one takes longer than most steps. Each is given away once and never taken back. */
export class BlankPages {
  readonly #browser: Browser;
  readonly #identity: Identity;
  readonly #clock: Clock;
  readonly #spares: Promise<BlankPage>[] = [];

  constructor(browser: Browser, identity: Identity, clock: Clock) {
    this.#browser = browser;
    this.#identity = identity;
    this.#clock = clock;
  }

  /** Begins to make the spare ones. */
  prepare(): void {
    while (this.#spares.length < spareCount) {
      const spare = this.#make();
      // Whoever takes it gets the rejection; one that nobody takes is nobody's.
      spare.catch(() => undefined);
      this.#spares.push(spare);
    }
  }

  /** A blank page of the taker's own. Rejects as Playwright does when the browser is gone. */
  async take(): Promise<BlankPage> {
    const taken = this.#spares.shift() ?? this.#make();
    const page = await taken;
    this.prepare();
    return page;
  }

  async #make(): Promise<BlankPage> {
    const context = await this.#browser.newContext(contextOptions(this.#identity));
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const [watch] = await Promise.all([
      watchMutations(cdp, this.#clock),
      cdp.send('Network.enable', bufferBytes),
      disguise(cdp, this.#identity),
    ]);
    return { context, page, cdp, watch };
  }
}
