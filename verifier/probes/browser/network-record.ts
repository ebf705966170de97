import type { Clock } from '../../clock.ts';
import { isListening, isWriting, type NetworkCall } from './network-call.ts';

/** After this, a call that is still open no longer keeps a page from being quiet: a long poll, or a server that hangs. */
const openAtMostMs = 3_000;
/** Calls beyond this are counted and not kept: a page that polls without pause must not fill the memory. */
const callLimit = 2_000;

interface ReceivedResponse {
  readonly status: number;
  readonly mimeType: string;
  readonly fromDiskCache?: boolean;
  readonly fromServiceWorker?: boolean;
}

/** What a call is made of when it begins. */
export type NewCall = Pick<NetworkCall, 'method' | 'url' | 'type'> &
  Partial<Pick<NetworkCall, 'at' | 'startedMs' | 'by' | 'requestBody' | 'responseBody'>>;

/** Every call of one actor's browser, over all its contexts, in order; and whether the system's own hosts are being waited for. */
export class NetworkRecord {
  readonly #calls: NetworkCall[] = [];
  readonly #open = new Set<NetworkCall>();
  readonly #clock: Clock;
  readonly #isOwn: (url: string) => boolean;
  #dropped = 0;
  #lastActivityMs = Number.NEGATIVE_INFINITY;
  #changed: () => void = () => undefined;
  #change: Promise<void>;

  constructor(clock: Clock, isOwn: (url: string) => boolean) {
    this.#clock = clock;
    this.#isOwn = isOwn;
    this.#change = this.#nextChange();
  }

  get calls(): readonly NetworkCall[] {
    return this.#calls;
  }

  /** How many calls were not kept. */
  get dropped(): number {
    return this.#dropped;
  }

  begin(call: NewCall): NetworkCall {
    const begun: NetworkCall = {
      at: this.#clock.now().toISOString(),
      startedMs: this.#clock.monotonicMs(),
      own: this.#isOwn(call.url),
      status: null,
      fromCache: false,
      fromServiceWorker: false,
      ...call,
    };
    if (this.#calls.length < callLimit) this.#calls.push(begun);
    else this.#dropped += 1;
    if (begun.own) {
      this.#open.add(begun);
      this.#note();
    }
    return begun;
  }

  /** The headers of the answer are there; a listening call is not waited for from here on. */
  answer(call: NetworkCall, response: ReceivedResponse): void {
    call.status = response.status;
    call.mimeType = response.mimeType;
    call.fromCache ||= response.fromDiskCache === true;
    call.fromServiceWorker ||= response.fromServiceWorker === true;
    if (isListening(call)) this.#close(call);
  }

  end(call: NetworkCall, failure?: string): void {
    call.durationMs = this.#clock.monotonicMs() - call.startedMs;
    if (failure !== undefined) call.failure = failure;
    this.#close(call);
  }

  /** Nothing of an old page is waited for once its context is gone. */
  abandon(): void {
    this.#open.clear();
    this.#note();
  }

  /** Own calls that are being waited for, and when the oldest of them stops to count (monotonic). */
  waitedFor(): { readonly count: number; readonly untilMs: number } {
    const since = this.#clock.monotonicMs() - openAtMostMs;
    const counting = [...this.#open].filter((call) => call.startedMs > since && call.type !== 'EventSource');
    return { count: counting.length, untilMs: Math.min(...counting.map((call) => call.startedMs)) + openAtMostMs };
  }

  /** Own calls since then (monotonic) that may change something, and that are not over. */
  openWrites(sinceMs: number): readonly NetworkCall[] {
    return [...this.#open].filter((call) => call.startedMs >= sinceMs && isWriting(call));
  }

  quietForMs(): number {
    return this.#clock.monotonicMs() - this.#lastActivityMs;
  }

  /** Resolves when the next own call begins or ends. */
  change(): Promise<void> {
    return this.#change;
  }

  #close(call: NetworkCall): void {
    if (this.#open.delete(call)) this.#note();
  }

  #note(): void {
    this.#lastActivityMs = this.#clock.monotonicMs();
    this.#changed();
    this.#change = this.#nextChange();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
}
