import type { CDPSession } from '@playwright/test';

/** What the page shows: nothing yet, a document of some server, or the browser's own page about one that could not be loaded. */
export type Shown = 'nothing' | 'document' | 'failure';

/** Knows what the page shows. Its address does not tell: it is that of the page that could not be loaded. */
export class DocumentState {
  #shown: Shown = 'nothing';

  get shown(): Shown {
    return this.#shown;
  }

  listen(cdp: CDPSession): void {
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return;
      if (frame.unreachableUrl !== undefined) this.#shown = 'failure';
      else this.#shown = frame.url === 'about:blank' ? 'nothing' : 'document';
    });
  }

  /** An address was asked for and did not come: what may still be shown is not what was asked for. Holds until a document comes. */
  noteFailure(): void {
    this.#shown = 'failure';
  }
}
