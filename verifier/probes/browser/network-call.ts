/** Why a body is not in the record, or not whole. */
export interface RecordedBody {
  readonly text?: string;
  readonly note?: string;
}

/** One call of the browser, as it is kept for evidence. Written to while the call goes on. */
export interface NetworkCall {
  /** Wall time, ISO. */
  readonly at: string;
  readonly startedMs: number;
  readonly method: string;
  readonly url: string;
  /** As Chromium names it: Document, Fetch, XHR, Script… */
  readonly type: string;
  /** To one of the system's own hosts. */
  readonly own: boolean;
  /** Who asked, when it was not the page itself. */
  readonly by?: 'service worker' | 'shared worker' | 'worker or frame' | 'another page';
  /** Set when it went out to the network. */
  sent?: true;
  status: number | null;
  mimeType?: string;
  fromCache: boolean;
  fromServiceWorker: boolean;
  /** Set when a fault of the contract answered it. */
  fault?: true;
  requestBody?: RecordedBody;
  responseBody?: RecordedBody;
  /** Set when the page that sent it was left before the answer came: of what goes on without a page (`keepalive`) the browser tells no more. */
  left?: true;
  failure?: string;
  /** Set when it is over, one way or the other. */
  durationMs?: number;
}

/** Whether the call went out to a server, as far as the browser could tell. */
export function reachedNetwork(call: NetworkCall): boolean {
  return !call.fromCache && !call.fromServiceWorker && call.fault !== true;
}

/** Whether the call can go on for ever without being unfinished business: pages that listen are quiet all the same. */
export function isListening(call: NetworkCall): boolean {
  return call.type === 'EventSource' || call.mimeType === 'text/event-stream';
}

/** Whether the server may change something on its account. */
export function isWriting({ method }: Pick<NetworkCall, 'method'>): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** More text than this is cut. */
export const bodyLimit = 64 * 1024;

/** A text body as it is kept. */
export function keepBody(text: string): RecordedBody {
  if (text.length <= bodyLimit) return { text };
  return {
    text: text.slice(0, bodyLimit),
    note: `cut: ${String(text.length)} characters, of which ${String(bodyLimit)} are kept`,
  };
}

/** JSON, text, forms, XML and HTML can be read by people; the rest is not kept. */
export function isTextual(mimeType: string): boolean {
  return /^text\/|[/+]json$|[/+]xml$|^application\/(?:x-www-form-urlencoded|graphql|problem)/u.test(mimeType);
}

/** Whether it can't be known how the call ended, or whether it did. */
export function isLost(call: NetworkCall): boolean {
  return call.left === true && call.status === null && call.durationMs === undefined;
}
