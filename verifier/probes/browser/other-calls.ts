import type { BrowserContext, Page, Request } from '@playwright/test';
import type { Clock } from '../../clock.ts';
import { keepBody, type NetworkCall } from './network-call.ts';
import type { NetworkRecord } from './network-record.ts';

/** Both sessions hear of a call at practically the same time; after this, what the page's session has not heard of is somebody else's. */
const sightingMs = 20;
/** On a busy machine the page's session may hear of a call later than that; up to here it is believed. */
const lateSightingMs = 2_000;

/**
 * Calls that the page's own protocol session does not see: of service workers, workers, frames in other processes, and other pages.
 * Playwright hears of all calls of the context, so these are the ones that only it has heard of.
 */
export class OtherCalls {
  readonly #record: NetworkRecord;
  readonly #clock: Clock;
  /** By method and address: heard of by the page's session, not yet by Playwright. */
  readonly #ahead = new Map<string, number>();
  /** The other way round. */
  readonly #waiting = new Map<string, Request[]>();
  /** Taken for somebody else's; the page's session may still hear of them. */
  readonly #taken = new Map<string, NetworkCall[]>();
  readonly #retracted = new WeakSet<NetworkCall>();

  constructor(record: NetworkRecord, clock: Clock) {
    this.#record = record;
    this.#clock = clock;
  }

  /** The page's session heard of a call. */
  seenByPage(method: string, url: string): void {
    const key = keyOf(method, url);
    if (this.#waiting.get(key)?.shift() !== undefined || this.#retract(key)) return;
    this.#ahead.set(key, (this.#ahead.get(key) ?? 0) + 1);
  }

  /** What was taken for somebody else's was the page's own: else it would count twice. */
  #retract(key: string): boolean {
    const sinceMs = this.#clock.monotonicMs() - lateSightingMs;
    const taken = (this.#taken.get(key) ?? []).filter(({ startedMs }) => startedMs >= sinceMs);
    const call = taken.shift();
    this.#taken.set(key, taken);
    if (call === undefined) return false;
    this.#retracted.add(call);
    this.#record.retract(call);
    return true;
  }

  /** `isWatched` says of a page whether it has a session of its own. */
  listen(context: BrowserContext, isWatched: (page: Page) => boolean): void {
    context.on('request', (request) => {
      if (!/^(?:data|blob):/u.test(request.url())) void this.#heardOf(request, isWatched);
    });
  }

  async #heardOf(request: Request, isWatched: (page: Page) => boolean): Promise<void> {
    const startedMs = this.#clock.monotonicMs();
    const at = this.#clock.now().toISOString();
    if (request.serviceWorker() === null && (await this.#seenByPageToo(request))) return;
    const body = request.postData();
    const call = this.#record.begin({
      at,
      startedMs,
      method: request.method(),
      url: request.url(),
      type: request.resourceType(),
      by: askerOf(request, isWatched),
      ...(body === null ? {} : { requestBody: keepBody(body) }),
      responseBody: { note: 'not kept: the page itself did not ask for it' },
    });
    if (request.serviceWorker() === null) {
      const key = keyOf(request.method(), request.url());
      this.#taken.set(key, [...(this.#taken.get(key) ?? []), call]);
    }
    this.#record.endFaulted(call);
    await this.#follow(request, call);
  }

  async #seenByPageToo(request: Request): Promise<boolean> {
    const key = keyOf(request.method(), request.url());
    const ahead = this.#ahead.get(key) ?? 0;
    if (ahead > 0) {
      this.#ahead.set(key, ahead - 1);
      return true;
    }
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, waiting);
    waiting.push(request);
    await this.#clock.sleep(sightingMs);
    const place = waiting.indexOf(request);
    if (place >= 0) waiting.splice(place, 1);
    return place < 0;
  }

  /** By what Playwright keeps of the request rather than by its events: these may have been before the call was known to be somebody else's. */
  async #follow(request: Request, call: NetworkCall): Promise<void> {
    const response = await request.response().catch(() => null);
    if (this.#retracted.has(call)) return;
    this.#record.markFaulted(call);
    if (response === null) {
      this.#record.end(call, request.failure()?.errorText ?? 'failed');
      return;
    }
    const mimeType = response.headers()['content-type']?.split(';')[0] ?? '';
    this.#record.answer(call, {
      status: response.status(),
      mimeType,
      fromServiceWorker: response.fromServiceWorker(),
    });
    const failure = await response.finished().catch((error: unknown) => error);
    this.#record.end(call, failure instanceof Error ? failure.message : undefined);
  }
}

function keyOf(method: string, url: string): string {
  return `${method} ${url.split('#')[0] ?? url}`;
}

function askerOf(request: Request, isWatched: (page: Page) => boolean): NonNullable<NetworkCall['by']> {
  if (request.serviceWorker() !== null) return 'service worker';
  try {
    return isWatched(request.frame().page()) ? 'worker or frame' : 'another page';
  } catch {
    // The first call of a page that is just being opened: it has no frame yet.
    return 'another page';
  }
}
