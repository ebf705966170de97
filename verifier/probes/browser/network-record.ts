import type { Clock } from '../../clock.ts';
import { KeptErrors } from './kept-errors.ts';
import { isListening, isWriting, reachedNetwork, type NetworkCall } from './network-call.ts';
import { pathOf } from './own-hosts.ts';

/** After this, a call that is still open no longer keeps a page from being quiet: a long poll, or a server that hangs. */
const openAtMostMs = 3_000;
/** Calls beyond this are counted and not kept: a page that polls without pause must not fill the memory. */
const callLimit = 20_000;

interface ReceivedResponse {
  readonly status: number;
  readonly mimeType: string;
  readonly fromDiskCache?: boolean;
  readonly fromServiceWorker?: boolean;
}

/** A call that a fault answers in the server's place. */
interface FaultedCall {
  readonly networkId: string | undefined;
  readonly method: string;
  readonly url: string;
}

/** What a call is made of when it begins. */
export type NewCall = Pick<NetworkCall, 'method' | 'url' | 'type'> &
  Partial<Pick<NetworkCall, 'at' | 'startedMs' | 'by' | 'requestBody' | 'responseBody'>>;

/** Every call of one actor's browser, over all its contexts, in order; and whether the system's own hosts are being waited for. */
export class NetworkRecord {
  readonly #calls: NetworkCall[] = [];
  readonly #read = new WeakSet<NetworkCall>();
  readonly #open = new Set<NetworkCall>();
  readonly #clock: Clock;
  readonly #isOwn: (url: string) => boolean;
  readonly #serverErrors = new KeptErrors();
  readonly #pageIds = new Set<string>();
  #faulted: readonly FaultedCall[] = [];
  #dropped = 0;
  #lastDroppedMs: number | undefined;
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

  /** Answers with 5xx by the system's own hosts that came from the network, in the order of time. */
  get serverErrors(): KeptErrors {
    return this.#serverErrors;
  }

  /** Whether a call to the system's own hosts that began at or after this moment (monotonic) was not kept. */
  lacksSince(sinceMs: number): boolean {
    return this.#lastDroppedMs !== undefined && this.#lastDroppedMs >= sinceMs;
  }

  /** A call is about to be answered by a fault: it does not reach the network. To be said before it is answered. */
  noteFault({ networkId, method, url }: FaultedCall): void {
    this.#faulted = [...this.#faulted, { networkId, method, url }];
    for (const call of this.#open) if (call.by !== undefined) this.endFaulted(call);
  }

  /** Ends the call of a worker when a fault answers it: Playwright does not tell of its end. */
  endFaulted(call: NetworkCall): void {
    this.markFaulted(call);
    if (call.fault === true) this.end(call);
  }

  /** A page's session heard of a call with this id. */
  notePageCall(networkId: string): void {
    this.#pageIds.add(networkId);
  }

  /** Marks the call when it was a fault that answered it; of what no page's session hears, method and address must do. */
  markFaulted(call: NetworkCall, networkId?: string): void {
    const found = this.#faulted.find((faulted) =>
      networkId === undefined
        ? faulted.method === call.method && faulted.url === call.url && !this.#pageIds.has(faulted.networkId ?? '')
        : faulted.networkId === networkId,
    );
    if (found === undefined) return;
    this.#faulted = this.#faulted.filter((faulted) => faulted !== found);
    call.fault = true;
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
    this.#keep(begun);
    if (begun.own) {
      this.#open.add(begun);
      this.#note();
    }
    return begun;
  }

  /** The call went out to the network. */
  noteSent(call: NetworkCall): void {
    call.sent = true;
    this.#tellChange();
  }

  /** Whether a call that began since then (monotonic) went out, or is over without that. */
  hasSentSince(sinceMs: number): boolean {
    for (let index = this.#calls.length - 1; index >= 0; index -= 1) {
      const call = this.#calls[index];
      if (call === undefined || call.startedMs < sinceMs) return false;
      if (call.sent === true || call.durationMs !== undefined) return true;
    }
    return false;
  }

  /** The headers of the answer are there; a call that only listens is not waited for from here on. */
  answer(call: NetworkCall, response: ReceivedResponse): void {
    call.status = response.status;
    call.mimeType = response.mimeType;
    call.fromCache ||= response.fromDiskCache === true;
    call.fromServiceWorker ||= response.fromServiceWorker === true;
    this.#noteServerError(call);
    if (isListening(call) && !isWriting(call)) this.#close(call);
  }

  end(call: NetworkCall, failure?: string): void {
    call.durationMs = this.#clock.monotonicMs() - call.startedMs;
    if (failure !== undefined) call.failure = failure;
    this.#close(call);
  }

  /** The call was on record already, under another name. */
  retract(call: NetworkCall): void {
    const place = this.#calls.indexOf(call);
    if (place >= 0) this.#calls.splice(place, 1);
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

  /** Some of the answer's body came: the page reads it. */
  noteData(call: NetworkCall): void {
    this.#read.add(call);
  }

  /**
   * Whether the call was answered, and nothing of the answer's body came: as a rule the page does not read it, and then the browser never says
   * that the call is over. Of a stream of events the first may come late.
   */
  isUnread(call: NetworkCall): boolean {
    return call.status !== null && !isListening(call) && !this.#read.has(call);
  }

  /** Own calls since then (monotonic) that may change something, and that are not over. */
  openWrites(sinceMs: number): readonly NetworkCall[] {
    return [...this.#open].filter((call) => call.startedMs >= sinceMs && isWriting(call));
  }

  quietForMs(): number {
    return this.#clock.monotonicMs() - this.#lastActivityMs;
  }

  /** Resolves when the next own call begins or ends, or the next call is sent. */
  change(): Promise<void> {
    return this.#change;
  }

  #keep(call: NetworkCall): void {
    if (this.#calls.length < callLimit) {
      this.#calls.push(call);
      return;
    }
    this.#dropped += 1;
    if (call.own) this.#lastDroppedMs = Math.max(this.#lastDroppedMs ?? call.startedMs, call.startedMs);
  }

  #noteServerError(call: NetworkCall): void {
    const { status, method, url } = call;
    if (status === null || status < 500 || !call.own || !reachedNetwork(call)) return;
    this.#serverErrors.note({
      atMs: this.#clock.monotonicMs(),
      sinceMs: call.startedMs,
      text: `${method} ${pathOf(url)}: ${String(status)}`,
    });
  }

  #close(call: NetworkCall): void {
    if (this.#open.delete(call)) this.#note();
  }

  #note(): void {
    this.#lastActivityMs = this.#clock.monotonicMs();
    this.#tellChange();
  }

  #tellChange(): void {
    this.#changed();
    this.#change = this.#nextChange();
  }

  #nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#changed = resolve;
    });
  }
}
