import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A call that reached the site. */
export interface SiteCall {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** A small site on a port of its own: pages and answers by path. Counts what really reaches it. */
export class FixtureSite implements AsyncDisposable {
  readonly calls: SiteCall[] = [];
  readonly #server: Server;
  readonly #answers = new Map<string, Answer>();

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? '/';
      this.calls.push({ method: request.method ?? '', path, headers: request.headers });
      const answer = this.#answers.get(path.split('?')[0] ?? path);
      if (answer === undefined) response.writeHead(404).end();
      else answer(request, response);
    });
  }

  static async open(): Promise<FixtureSite> {
    const site = new FixtureSite();
    await new Promise<void>((resolve) => site.#server.listen(0, '127.0.0.1', resolve));
    return site;
  }

  /** `http://localhost:…`, without a slash at the end. */
  get url(): string {
    return `http://localhost:${String((this.#server.address() as AddressInfo).port)}`;
  }

  answer(path: string, answer: Answer): this {
    this.#answers.set(path, answer);
    return this;
  }

  page(path: string, body: string, headers: Record<string, string> = {}): this {
    const html = `<!doctype html><meta charset="utf-8"><title>Fixture</title><link rel="icon" href="data:,">${body}`;
    return this.answer(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(html);
    });
  }

  json(path: string, value: unknown, afterMs = 0): this {
    return this.answer(path, (_, response) => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value)),
        afterMs,
      );
    });
  }

  script(path: string, source: string): this {
    return this.answer(path, (_, response) => {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(source);
    });
  }

  callsTo(path: string): readonly SiteCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
