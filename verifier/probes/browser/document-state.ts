import type { CDPSession } from '@playwright/test';

/** What the page shows: nothing yet, a document of some server, or the browser's own page about one that could not be loaded. */
export type Shown = 'nothing' | 'document' | 'failure';

/** Knows what the page shows. Its address does not tell: it is that of the page that could not be loaded. */
export class DocumentState {
  #shown: Shown = 'nothing';
  #replacements = 0;

  get shown(): Shown {
    return this.#shown;
  }

  /** How often one document took the place of another. */
  get replacements(): number {
    return this.#replacements;
  }

  listen(cdp: CDPSession): void {
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#note(frame);
    });
  }

  /** Asks what is shown already: for a page that was opened by another. An empty one is a document there, which scripts may write. */
  async ask(cdp: CDPSession): Promise<void> {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#note(frameTree.frame);
    if (this.#shown === 'nothing') this.#shown = 'document';
  }

  #note({ url, unreachableUrl }: { readonly url: string; readonly unreachableUrl?: string }): void {
    this.#replacements += 1;
    if (unreachableUrl !== undefined) this.#shown = 'failure';
    else this.#shown = url === 'about:blank' ? 'nothing' : 'document';
  }

  /** An address was asked for and did not come: what may still be shown is not what was asked for. Holds until a document comes. */
  noteFailure(): void {
    this.#shown = 'failure';
  }
}
