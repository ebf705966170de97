import type { Browser, CDPSession } from '@playwright/test';

/** A call that was stopped on its way to the network, by whatever made it: a page, a frame, a new tab, a worker, a service worker. */
export interface PausedCall {
  readonly method: string;
  readonly url: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the frame that asked, or of the service worker. */
  readonly frameId: string;
  /** The call's id in the records of the session that made it, where it has one. */
  readonly networkId: string | undefined;
}

/** What a stopped call is answered with; `none` refuses the connection. */
export type CallAnswer =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array;
    };

/** Who wants some calls stopped. */
export interface Interceptor {
  /** Which addresses, as narrow as can be: CDP patterns. Asked whenever `Interception.refresh` is called. */
  readonly patterns: () => readonly string[];
  /** `undefined` lets the call go on as if it had never been stopped. */
  readonly answer: (call: PausedCall) => CallAnswer | undefined | Promise<CallAnswer | undefined>;
}

/** Never asked for. It keeps a place for patterns in everything that makes calls: what began to make calls without one could not get one later. */
const never = 'http://assay.invalid/never';

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly networkId?: string;
  readonly request: { readonly method: string; readonly url: string; readonly headers: Record<string, string> };
}

/**
 * Answers single calls in the place of a server, by the protocol's Fetch domain on the session of the whole browser: it reaches frames, new
 * tabs, workers and service workers alike. Only what a pattern names is ever stopped; caches work on, which routing by Playwright would turn off.
 */
export class Interception {
  readonly #cdp: CDPSession;
  readonly #interceptors = new Set<Interceptor>();

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    cdp.on('Fetch.requestPaused', (paused) => {
      // A page that is closed meanwhile takes its calls with it.
      this.#decide(paused).catch(() => undefined);
    });
  }

  static async open(browser: Browser): Promise<Interception> {
    const interception = new Interception(await browser.newBrowserCDPSession());
    await interception.refresh();
    return interception;
  }

  /** Takes effect for calls that begin after it is done. */
  async add(interceptor: Interceptor): Promise<void> {
    this.#interceptors.add(interceptor);
    await this.refresh();
  }

  async remove(interceptor: Interceptor): Promise<void> {
    if (this.#interceptors.delete(interceptor)) await this.refresh();
  }

  /** Asks all for their patterns anew. */
  async refresh(): Promise<void> {
    const wanted = [...this.#interceptors].flatMap((interceptor) => interceptor.patterns());
    const patterns = [never, ...new Set(wanted)].map((urlPattern) => ({
      urlPattern,
      requestStage: 'Request' as const,
    }));
    await this.#cdp.send('Fetch.enable', { patterns });
  }

  /** The browser context that a page, frame or worker with this target id belongs to; `undefined` when there is no such target. */
  async contextOf(targetId: string): Promise<string | undefined> {
    const { targetInfos } = await this.#cdp.send('Target.getTargets');
    return targetInfos.find((target) => target.targetId === targetId)?.browserContextId;
  }

  async #decide({ requestId, frameId, networkId, request }: Paused): Promise<void> {
    const { method, url } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const answer = await this.#answerTo({ method, url, headers, frameId, networkId });
    if (answer === undefined) await this.#cdp.send('Fetch.continueRequest', { requestId });
    else if (answer.kind === 'none')
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' });
    else
      await this.#cdp.send('Fetch.fulfillRequest', {
        requestId,
        responseCode: answer.status,
        responseHeaders: Object.entries(answer.headers).map(([name, value]) => ({ name, value })),
        body: Buffer.from(answer.body).toString('base64'),
      });
  }

  async #answerTo(call: PausedCall): Promise<CallAnswer | undefined> {
    for (const interceptor of this.#interceptors) {
      try {
        const answer = await interceptor.answer(call);
        if (answer !== undefined) return answer;
      } catch {
        // One that can't tell does not want the call; it must not hang.
      }
    }
    return undefined;
  }
}

/** A CDP pattern that means just this text. */
export function literalPattern(url: string): string {
  return url.replace(/[*?\\]/gu, '\\$&');
}

/** What lets a page of any origin read an answer that stands for a server's. */
export function readableFrom({ headers }: PausedCall): Readonly<Record<string, string>> {
  const { origin } = headers;
  const open = { 'cross-origin-resource-policy': 'cross-origin', 'timing-allow-origin': '*' };
  return origin === undefined
    ? { ...open, 'access-control-allow-origin': '*' }
    : { ...open, 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' };
}

/** Whether the browser only asks whether it may ask. */
export function isPreflight({ method, headers }: PausedCall): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
