import { setTimeout as wait } from 'node:timers/promises';
import type { Page, Request } from '@playwright/test';

declare global {
  interface Window {
    lastMutation: number;
  }
}

const quietMs = 200;
const atMostMs = 3_000;

/** Knows whether a page is quiet: no request in flight and no change of the document, both for 200 ms. */
export class Quiet {
  readonly #page: Page;
  readonly #inFlight = new Set<Request>();
  #lastMs = performance.now();
  #wake: () => void = () => undefined;

  private constructor(page: Page) {
    this.#page = page;
    const ended = (request: Request): void => {
      this.#inFlight.delete(request);
      this.#note();
    };
    page.on('request', (request) => {
      this.#inFlight.add(request);
      this.#note();
    });
    page.on('requestfinished', ended);
    page.on('requestfailed', ended);
  }

  static async watch(page: Page): Promise<Quiet> {
    await page.addInitScript(() => {
      window.lastMutation = performance.now();
      new MutationObserver(() => {
        window.lastMutation = performance.now();
      }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    return new Quiet(page);
  }

  /** Waits until the page is quiet, at most 3 s. After an act, quiet counts from its end. */
  async settle(sinceMs = 0): Promise<void> {
    const endMs = performance.now() + atMostMs;
    for (let leftMs = atMostMs; leftMs > 0; leftMs = endMs - performance.now()) {
      const missingMs = this.#inFlight.size > 0 ? leftMs : await this.#missing(sinceMs);
      if (missingMs <= 0) return;
      await this.#rest(Math.min(missingMs, leftMs));
    }
  }

  async #missing(sinceMs: number): Promise<number> {
    const network = quietMs - (performance.now() - Math.max(this.#lastMs, sinceMs));
    if (network > 0) return network;
    const unchangedMs = await this.#page.evaluate(() => performance.now() - window.lastMutation).catch(() => 0);
    return quietMs - unchangedMs;
  }

  /** Until the next request begins or ends, but not longer. */
  async #rest(ms: number): Promise<void> {
    const over = new AbortController();
    const change = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    await Promise.race([change, wait(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  #note(): void {
    this.#lastMs = performance.now();
    this.#wake();
  }
}
