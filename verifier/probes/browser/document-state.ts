import type { CDPSession } from '@playwright/test';

/** What the page shows: nothing yet, a document of some server, or the browser's own page about one that could not be loaded. */
export type Shown = 'nothing' | 'document' | 'failure';

interface NavigatedFrame {
  readonly url: string;
  readonly loaderId: string;
  readonly unreachableUrl?: string;
}

/** Knows what the page shows. Its address does not tell: it is that of the page that could not be loaded. */
export class DocumentState {
  #shown: Shown = 'nothing';
  #method = 'GET';
  /** By which method the documents that are on their way were asked for. */
  readonly #asked = new Map<string, string>();
  #replacements = 0;

  get shown(): Shown {
    return this.#shown;
  }

  /** How often one document took the place of another. */
  get replacements(): number {
    return this.#replacements;
  }

  /** By which method the document was asked for, and would be again if it were loaded anew. */
  get method(): string {
    return this.#method;
  }

  /** The session must have its network enabled, too. */
  listen(cdp: CDPSession): void {
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId === undefined) this.#note(frame);
    });
    cdp.on('Network.requestWillBeSent', ({ requestId, loaderId, request }) => {
      if (requestId === loaderId) this.#asked.set(loaderId, request.method);
    });
    // Under the address that a script gave it, it would be asked for as any other.
    cdp.on('Page.navigatedWithinDocument', ({ navigationType }) => {
      if (navigationType === 'historyApi') this.#method = 'GET';
    });
  }

  /** Asks what is shown already: for a page that was opened by another. An empty one is a document there, which scripts may write. */
  async ask(cdp: CDPSession): Promise<void> {
    const { frameTree } = await cdp.send('Page.getFrameTree');
    this.#note(frameTree.frame);
    if (this.#shown === 'nothing') this.#shown = 'document';
  }

  #note({ url, loaderId, unreachableUrl }: NavigatedFrame): void {
    this.#replacements += 1;
    this.#method = this.#asked.get(loaderId) ?? 'GET';
    this.#asked.clear();
    if (unreachableUrl !== undefined) this.#shown = 'failure';
    else this.#shown = url === 'about:blank' ? 'nothing' : 'document';
  }

  /** An address was asked for and did not come: what may still be shown is not what was asked for. Holds until a document comes. */
  noteFailure(): void {
    this.#shown = 'failure';
  }
}
