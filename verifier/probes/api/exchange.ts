import type { ClientRequest, IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import supertest from 'supertest';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import { decoders } from './decoders.ts';
import type { WireRequest } from './request.ts';

/** How much of a body is read. */
export const BODY_LIMIT_BYTES = 5 * 1024 * 1024;

/** What came before the body. */
export interface AnswerHead {
  readonly status: number;
  /** Names in lower case; several values of one name are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
}

/** How one request went. Only `impossible` and `stopped` are not the application's doing. */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly head: AnswerHead;
      readonly body: Uint8Array;
      /** Why this is not all of the body: there was more than we read, or the application had not ended it. */
      readonly cut?: { readonly by: 'us' | 'application'; readonly why: string };
    }
  | {
      readonly kind: 'failed';
      readonly failed: 'refused' | 'reset' | 'late' | 'unreadable';
      readonly detail: string;
      readonly head?: AnswerHead;
      readonly body: Uint8Array;
    }
  | { readonly kind: 'impossible'; readonly cause: 'environment' | 'not-run'; readonly why: string }
  | { readonly kind: 'stopped' };

export interface ExchangeLimits {
  readonly withinMs: number;
  readonly clock: Clock;
  /** Ends the request when the run is stopped. */
  readonly signal: AbortSignal;
}

/** Sends one request exactly once, follows no redirect, and waits for its answer at most `withinMs`. Never rejects. */
export function exchange(origin: string, request: WireRequest, limits: ExchangeLimits): Promise<Exchange> {
  return new Promise((resolve) => {
    const running = new RunningRequest(resolve);
    const stop = (): void => {
      running.settle({ kind: 'stopped' });
    };
    if (limits.signal.aborted) {
      stop();
      return;
    }
    limits.signal.addEventListener('abort', stop, { signal: running.over });
    void limits.clock.sleep(limits.withinMs, running.over).then(() => {
      running.expire(limits.withinMs);
    });
    try {
      running.send(origin, request);
    } catch (error) {
      running.fail(error);
    }
  });
}

class RunningRequest {
  readonly #resolve: (exchange: Exchange) => void;
  readonly #over = new AbortController();
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #head: AnswerHead | undefined;
  #error: Error | undefined;
  #encoding: string | undefined;
  #abort: () => void = () => undefined;

  constructor(resolve: (exchange: Exchange) => void) {
    this.#resolve = resolve;
  }

  get over(): AbortSignal {
    return this.#over.signal;
  }

  send(origin: string, request: WireRequest): void {
    const test = startTest(origin, request);
    // Before superagent sees it: it takes the beginning of a compressed body for the whole.
    (test as unknown as WithRequest).request().prependListener('response', (message: IncomingMessage) => {
      this.#encoding = message.headers['content-encoding'];
      delete message.headers['content-encoding'];
    });
    this.#abort = () => {
      test.abort();
    };
    test.on('error', (error: Error) => {
      // The raw error, with its code: supertest replaces it by one that has none.
      this.#error = error;
    });
    test.buffer(true).parse((response: unknown, done: (error: Error | null, body: unknown) => void) => {
      // The types promise superagent's response; what comes is Node's message.
      this.#read(response as IncomingMessage, done);
    });
    test.end((error: unknown, response: unknown) => {
      if (error !== null && error !== undefined) this.fail(this.#error ?? error);
      else this.#finish(response as Pick<IncomingMessage, 'headers'> & { readonly status: number });
    });
  }

  /** Whatever comes later is ignored. */
  settle(exchange: Exchange): void {
    if (this.over.aborted) return;
    this.#over.abort();
    if (exchange.kind !== 'answered' || exchange.cut !== undefined) this.#abort();
    this.#resolve(exchange);
  }

  /** An event stream is meant to stay open: what it has said so far is its answer. Anything else is late. */
  expire(withinMs: number): void {
    const head = this.#head;
    const isStream = head?.headers['content-type']?.toLowerCase().startsWith('text/event-stream') ?? false;
    if (head !== undefined && isStream) {
      const why = `the stream was still open after ${String(Math.round(withinMs))} ms`;
      this.settle({ kind: 'answered', head, body: this.#body(), cut: { by: 'application', why } });
      return;
    }
    const progress = head === undefined ? 'no answer' : `no complete answer (${this.#progress(head)})`;
    this.#settleFailed('late', `${progress} within ${String(Math.round(withinMs))} ms`);
  }

  #read(message: IncomingMessage, done: (error: Error | null, body: unknown) => void): void {
    const head = this.#headOf(message.statusCode ?? 0, message.headers);
    this.#head = head;
    const keep = new Writable({
      write: (chunk: Uint8Array, _, written) => {
        this.#keep(chunk, head);
        written();
      },
    });
    pipeline([message, ...decoders(this.#encoding), keep]).then(
      () => {
        done(null, undefined);
      },
      (error: unknown) => {
        this.fail(error);
      },
    );
  }

  #headOf(status: number, headers: IncomingMessage['headers']): AnswerHead {
    return headOf(status, this.#encoding === undefined ? headers : { ...headers, 'content-encoding': this.#encoding });
  }

  #keep(chunk: Uint8Array, head: AnswerHead): void {
    if (this.over.aborted) return;
    const room = BODY_LIMIT_BYTES - this.#bytes;
    this.#chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
    this.#bytes += Math.min(chunk.length, room);
    if (chunk.length <= room) return;
    const why = `only its first ${String(BODY_LIMIT_BYTES)} bytes were read`;
    this.settle({ kind: 'answered', head, body: this.#body(), cut: { by: 'us', why } });
  }

  #finish(response: Pick<IncomingMessage, 'headers'> & { readonly status: number }): void {
    const head = this.#head ?? this.#headOf(response.status, response.headers);
    this.settle({ kind: 'answered', head, body: this.#body() });
  }

  fail(error: unknown): void {
    const code = codeOf(error);
    const message = wordsOfError(error);
    const failed = failureOf(code);
    if (failed === undefined) {
      // Node refuses to write some requests (a line break in a header); the rest is the machine's: no route, no more files.
      const cause = code.startsWith('ERR_') ? 'not-run' : 'environment';
      this.settle({ kind: 'impossible', cause, why: `the request could not be sent: ${message}` });
      return;
    }
    const progress = this.#head === undefined ? '' : `, in the middle of the answer (${this.#progress(this.#head)})`;
    this.#settleFailed(failed, `${WORDS[failed]}${progress} (${code})`);
  }

  #settleFailed(failed: (Exchange & { kind: 'failed' })['failed'], detail: string): void {
    const head = this.#head === undefined ? {} : { head: this.#head };
    this.settle({ kind: 'failed', failed, detail, ...head, body: this.#body() });
  }

  #progress(head: AnswerHead): string {
    return `status ${String(head.status)}, ${String(this.#bytes)} bytes of its body`;
  }

  #body(): Uint8Array {
    return Buffer.concat(this.#chunks);
  }
}

/** What superagent has and its types leave out. */
interface WithRequest {
  request(): ClientRequest;
}

type Test = ReturnType<ReturnType<typeof supertest>['get']>;

function startTest(origin: string, request: WireRequest): Test {
  const method = request.method.toLowerCase() as Lowercase<typeof request.method>;
  // Without supertest's own cookie jar: see CookieJar.
  const test = supertest(origin)[method](request.path);
  test.redirects(0).ok(() => true);
  for (const [name, value] of Object.entries(request.headers)) test.set(name, value);
  if (request.body !== undefined) test.send(request.body);
  return test;
}

const WORDS = {
  refused: 'the connection was refused',
  reset: 'the connection was closed',
  late: 'the connection timed out',
  unreadable: 'the answer is not valid HTTP or not what its encoding says',
} as const;

/** What an error of the connection says of the application; `undefined` when it says nothing of it. */
function failureOf(code: string): (Exchange & { kind: 'failed' })['failed'] | undefined {
  if (code === 'ECONNREFUSED') return 'refused';
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'ECONNABORTED') return 'reset';
  if (code === 'ETIMEDOUT') return 'late';
  return /^(HPE|Z)_/u.test(code) ? 'unreadable' : undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function headOf(status: number, headers: IncomingMessage['headers']): AnswerHead {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ]);
  return {
    status,
    headers: Object.fromEntries(entries) as Record<string, string>,
    setCookies: headers['set-cookie'] ?? [],
  };
}
