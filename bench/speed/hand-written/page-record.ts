import type { Page, Response } from '@playwright/test';

/** What a page asked for and said: evidence. */
export class PageRecord {
  readonly network: object[] = [];
  readonly console: object[] = [];
  /** What must never be: errors of scripts, and answers that say that the server failed. */
  readonly errors: string[] = [];
  readonly #pending: Promise<void>[] = [];

  listen(page: Page): void {
    page.on('response', (response) => {
      this.#pending.push(this.#note(response));
    });
    page.on('requestfailed', (request) => {
      this.network.push({ method: request.method(), url: request.url(), failure: request.failure()?.errorText });
    });
    page.on('console', (message) => {
      this.console.push({ type: message.type(), text: message.text(), location: message.location() });
    });
    page.on('pageerror', (error) => {
      this.console.push({ type: 'error', text: error.stack ?? error.message });
      this.errors.push(error.message);
    });
  }

  /** All bodies that were on their way. */
  async complete(): Promise<void> {
    await Promise.all(this.#pending);
  }

  async #note(response: Response): Promise<void> {
    const request = response.request();
    if (response.status() >= 500) this.errors.push(`${String(response.status())} ${request.url()}`);
    const call = {
      at: new Date().toISOString(),
      method: request.method(),
      url: request.url(),
      type: request.resourceType(),
      status: response.status(),
      requestBody: request.postData() ?? undefined,
    };
    const isJson = response.headers()['content-type']?.includes('json') === true;
    this.network.push({ ...call, ...(isJson ? { body: await response.text().catch(() => undefined) } : {}) });
  }
}
