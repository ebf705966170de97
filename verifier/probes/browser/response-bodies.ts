import type { CDPSession } from '@playwright/test';
import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import { bodyLimit, isListening, isTextual, keepBody, type NetworkCall, type RecordedBody } from './network-call.ts';

/** All bodies of one actor together; beyond it they are left out, and the record says so. */
const totalLimit = 4 * 1024 * 1024;
/** A body that the browser does not hand over within this is left out. */
const fetchAtMostMs = 2_000;

/** Documents, and what scripts ask for; not the files that make up the page. */
const keptTypes = new Set(['Document', 'Fetch', 'XHR']);

/** Fetches the bodies of answers while the browser still has them: it drops them with the page. */
export class ResponseBodies {
  readonly #pending = new Set<Promise<void>>();
  readonly #clock: Clock;
  #total = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Begins to fetch the call's body, if it is one that is kept. Never rejects: the record says why a body is missing. */
  fetch(cdp: CDPSession, requestId: string, call: NetworkCall): void {
    const reason = this.#reasonNotTo(call);
    if (reason !== undefined) {
      call.responseBody = { note: reason };
      return;
    }
    const work = this.#read(cdp, requestId).then((body) => {
      this.#total += body.text?.length ?? 0;
      call.responseBody = body;
    });
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  /** Waits for the bodies that are on their way, at most `ms`. */
  async settle(ms: number): Promise<void> {
    if (this.#pending.size > 0) await within(Promise.all(this.#pending), ms, this.#clock);
  }

  #reasonNotTo(call: NetworkCall): string | undefined {
    if (!call.own) return 'not kept: another host';
    if (!keptTypes.has(call.type)) return `not kept: ${call.type.toLowerCase()}`;
    if (!isTextual(call.mimeType ?? '')) return `not kept: ${call.mimeType ?? 'no media type'}`;
    if (isListening(call)) return 'not kept: a stream';
    return this.#total >= totalLimit
      ? `not kept: the bodies of this browser exceed ${String(totalLimit / 1024 / 1024)} MB`
      : undefined;
  }

  async #read(cdp: CDPSession, requestId: string): Promise<RecordedBody> {
    try {
      const body = await within(cdp.send('Network.getResponseBody', { requestId }), fetchAtMostMs, this.#clock);
      if (body === undefined) return { note: 'missing: the browser did not hand it over in time' };
      return keepBody(
        body.base64Encoded ? Buffer.from(body.body, 'base64').toString('utf8').slice(0, bodyLimit) : body.body,
      );
    } catch {
      return { note: 'missing: the browser no longer had it (the page was left, or the body was too long)' };
    }
  }
}
