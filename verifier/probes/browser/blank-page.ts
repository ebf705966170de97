import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { Place } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import { contextOptions, disguise, isSamePlace, type Identity } from './identity.ts';
import { watchMutations, type MutationWatch } from './mutation-watch.ts';
import { PageErrors } from './page-errors.ts';

/** A page, and the protocol session that watches it. */
export interface WatchedPage {
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly watch: MutationWatch;
  readonly errors: PageErrors;
}

/** An empty browser that nobody has used: a context of its own, and its one page. */
export interface BlankPage extends WatchedPage {
  readonly context: BrowserContext;
  /** As the protocol names it. */
  readonly contextId: string | undefined;
  /** Watches another page of the same context. Rejects when it is closed meanwhile. */
  readonly watchPage: (page: Page) => Promise<WatchedPage>;
}

/** What pages are told of their browser, and when things happen. */
export interface BlankPageOptions {
  readonly identity: Identity;
  /** Where most actors are: spare pages are made for there alone. */
  readonly place: Place;
  readonly clock: Clock;
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
  readonly #options: BlankPageOptions;
  readonly #spares: Promise<BlankPage>[] = [];

  constructor(browser: Browser, options: BlankPageOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  /** Begins to make the spare ones. */
  prepare(): void {
    while (this.#spares.length < spareCount) {
      const spare = this.#make(this.#options.place);
      // Whoever takes it gets the rejection; one that nobody takes is nobody's.
      spare.catch(() => undefined);
      this.#spares.push(spare);
    }
  }

  /** A blank page of the taker's own, in that place. Rejects as Playwright does when the browser is gone. */
  async take(place: Place): Promise<BlankPage> {
    const spare = isSamePlace(place, this.#options.place) ? this.#spares.shift() : undefined;
    const page = await (spare ?? this.#make(place));
    this.prepare();
    return page;
  }

  async #make(place: Place): Promise<BlankPage> {
    const { identity, clock } = this.#options;
    const context = await this.#browser.newContext(contextOptions(identity, place));
    const watchPage = async (page: Page): Promise<WatchedPage> => {
      const cdp = await context.newCDPSession(page);
      const errors = new PageErrors(clock);
      errors.listen(cdp);
      const [watch] = await Promise.all([
        watchMutations(cdp, clock),
        cdp.send('Network.enable', bufferBytes),
        disguise(cdp, identity, place),
      ]);
      return { page, cdp, watch, errors };
    };
    const watched = await watchPage(await context.newPage());
    const { targetInfo } = await watched.cdp.send('Target.getTargetInfo');
    return { context, contextId: targetInfo.browserContextId, watchPage, ...watched };
  }
}
