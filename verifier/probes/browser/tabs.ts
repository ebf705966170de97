import type { BrowserContext, Page } from '@playwright/test';
import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import type { BlankPage } from './blank-page.ts';
import { Tab } from './tab.ts';

/** A tab that was opened is waited for no longer than this: its address may not answer. */
const openingAtMostMs = 3_000;

const isDone = (): true => true;

interface Entry {
  readonly page: Page;
  /** Whether it was opened for an address; it shows nothing until that comes, and never when it brings a file. */
  readonly wantsAddress: boolean;
  tab?: Tab;
}

/** All tabs of one actor's browser. The current one is the one that was opened last and is still open. */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #clock: Clock;
  readonly #watchPage: BlankPage['watchPage'];
  readonly #onTab: (tab: Tab) => void;
  /** In the order in which they were opened; those that are not watched yet have no tab. */
  readonly #entries: Entry[] = [];
  readonly #opening = new Set<Promise<void>>();
  /** Tabs that were announced and are not there yet, in order. */
  readonly #announced: { readonly url: string; readonly come: () => void }[] = [];
  readonly #first: Tab;
  #latencyMs = 0;

  /** `onTab` is told of each tab as soon as it is watched, the first one included. */
  constructor(blank: BlankPage, clock: Clock, onTab: (tab: Tab) => void) {
    this.#context = blank.context;
    this.#watchPage = blank.watchPage;
    this.#clock = clock;
    this.#onTab = onTab;
    this.#first = Tab.blank(blank);
    this.#entries.push({ page: blank.page, tab: this.#first, wantsAddress: false });
    this.#follow(this.#first);
    blank.context.on('page', (page) => {
      const announced = this.#announced.shift();
      announced?.come();
      this.#track(this.#watch({ page, wantsAddress: !isBlank(announced?.url ?? '') }));
    });
  }

  /** When all are closed, the first one, which shows nothing. */
  get current(): Tab {
    return this.#entries.findLast(isShown)?.tab ?? this.#first;
  }

  get all(): readonly Tab[] {
    return this.#entries.flatMap(({ tab }) => (tab === undefined ? [] : [tab]));
  }

  has(page: Page): boolean {
    return this.#entries.some((entry) => entry.page === page && entry.tab !== undefined);
  }

  /** Waits until every tab that was opened, or is about to be, is there and watched. */
  async ready(): Promise<void> {
    while (this.#opening.size > 0) await Promise.all(this.#opening);
  }

  /** Opens one when all are closed. */
  async ensureOpen(): Promise<void> {
    await this.ready();
    if (this.current.isOpen) return;
    await this.#context.newPage();
    await this.ready();
  }

  /** Holds for the tabs that are open, and for those to come. */
  async setLatency(ms: number): Promise<void> {
    if (ms === this.#latencyMs) return;
    this.#latencyMs = ms;
    const open = this.all.filter(({ isOpen }) => isOpen);
    // One that is closed meanwhile needs none.
    const set = (tab: Tab): Promise<true> => tab.setLatency(ms).then(isDone, isDone);
    const answers = await Promise.all(open.map((tab) => within(set(tab), openingAtMostMs, this.#clock)));
    if (ms > 0 && answers.includes(undefined)) throw new Error('a page whose scripts are busy can’t be made slower');
  }

  #track(opening: Promise<unknown>): void {
    const bounded = within(opening, openingAtMostMs, this.#clock).then(
      () => undefined,
      () => undefined,
    );
    this.#opening.add(bounded);
    void bounded.finally(() => this.#opening.delete(bounded));
  }

  /** Playwright tells of a tab only when its document is there: the page that opens it says so before. */
  #follow(tab: Tab): void {
    tab.cdp.on('Page.windowOpen', ({ url }) => {
      this.#track(
        new Promise<void>((come) => {
          this.#announced.push({ url, come });
        }),
      );
    });
    this.#onTab(tab);
  }

  async #watch(entry: Entry): Promise<void> {
    this.#entries.push(entry);
    try {
      const tab = await Tab.opened(await this.#watchPage(entry.page));
      if (this.#latencyMs > 0) await tab.setLatency(this.#latencyMs);
      entry.tab = tab;
      this.#follow(tab);
    } catch {
      // It was closed before it could be watched.
    }
  }
}

/** Nothing has come yet: `:` is what Chromium calls it. */
function isBlank(url: string): boolean {
  return ['', ':', 'about:blank'].includes(url);
}

/** Whether people see it. */
function isShown({ page, tab, wantsAddress }: Entry): boolean {
  return tab?.isOpen === true && !(wantsAddress && isBlank(page.url()));
}
