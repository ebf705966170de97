import type { APIRequestContext, Browser, Locator, Page } from '@playwright/test';
import { Quiet } from './quiet.ts';
import { PageRecord } from './page-record.ts';

/** What an API call answered. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

interface ActorParts {
  readonly name: string;
  readonly browser: Browser;
  readonly request: APIRequestContext;
  readonly baseURL: string;
  /** Told of every act: looks that were taken before it are not repeated. */
  readonly acted: () => void;
}

/** Somebody who uses the app, by browser and by API. */
export class Actor {
  readonly name: string;
  readonly email: string;
  readonly password = 'a long password';
  readonly calls: object[] = [];
  readonly record = new PageRecord();
  readonly #parts: ActorParts;
  #opened: { readonly page: Page; readonly quiet: Quiet } | undefined;

  constructor(parts: ActorParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.email = `${parts.name}@example.org`;
  }

  /** The page, once something was opened. */
  get page(): Page {
    if (this.#opened === undefined) throw new Error(`${this.name} has not opened anything`);
    return this.#opened.page;
  }

  get hasPage(): boolean {
    return this.#opened !== undefined;
  }

  /** Makes an account and signs in. */
  async join(): Promise<this> {
    const { name, email, password } = this;
    await this.post('/api/users', { name, email, password }, 201);
    await this.post('/api/session', { email, password }, 200);
    return this;
  }

  async open(path: string): Promise<void> {
    await this.settle();
    this.#opened ??= await this.#newPage();
    const { page } = this.#opened;
    await this.act(() => page.goto(path, { waitUntil: 'domcontentloaded' }));
  }

  async fill(label: string, value: string): Promise<void> {
    await this.act(() => this.page.getByLabel(label, { exact: true }).fill(value));
  }

  async click(target: Locator): Promise<void> {
    await this.act(() => target.click());
  }

  /** An act, and then quiet. */
  async act(doing: () => Promise<unknown>): Promise<void> {
    this.#parts.acted();
    await doing();
    await this.#opened?.quiet.settle(performance.now());
  }

  async settle(): Promise<void> {
    await this.#opened?.quiet.settle();
  }

  /** An empty browser with the session of the beginning. */
  async fresh(): Promise<void> {
    await this.settle();
    this.#parts.acted();
    await this.#opened?.page.context().close();
    this.#opened = await this.#newPage();
  }

  async get(path: string): Promise<Answer> {
    return await this.#call('GET', path);
  }

  /** A request that changes something; its status is checked at once. */
  async send(method: string, path: string, json?: object): Promise<Answer> {
    this.#parts.acted();
    return await this.#call(method, path, json);
  }

  async post(path: string, json: object | undefined, status: number): Promise<unknown> {
    const answer = await this.send('POST', path, json);
    if (answer.status !== status) throw new Error(`POST ${path} answered ${String(answer.status)}`);
    return answer.json;
  }

  /** Publishes an article; its slug. */
  async publish(title: string, body = 'A body.'): Promise<string> {
    const json = (await this.post('/api/articles', { title, body }, 201)) as { article: { slug: string } };
    return json.article.slug;
  }

  async dispose(): Promise<void> {
    await Promise.all([this.#opened?.page.context().close(), this.#parts.request.dispose()]);
  }

  async #call(method: string, path: string, json?: object): Promise<Answer> {
    const response = await this.#parts.request.fetch(path, { method, ...(json === undefined ? {} : { data: json }) });
    const text = await response.text();
    const answer = { status: response.status(), json: text === '' ? undefined : (JSON.parse(text) as unknown) };
    this.calls.push({ method, path, sent: json, headers: response.headers(), ...answer });
    return answer;
  }

  async #newPage(): Promise<{ readonly page: Page; readonly quiet: Quiet }> {
    const { browser, baseURL, request } = this.#parts;
    // Everything else comes from the configuration's `use`.
    const context = await browser.newContext({ baseURL, storageState: await request.storageState() });
    const page = await context.newPage();
    this.record.listen(page);
    return { page, quiet: await Quiet.watch(page) };
  }
}
