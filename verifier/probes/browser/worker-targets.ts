import { EventEmitter } from 'node:events';
import type { Browser, CDPSession } from '@playwright/test';

const kinds: readonly string[] = ['worker', 'shared_worker', 'service_worker'];

/** A worker of some page, and what the protocol tells of it. */
export class WorkerSession {
  readonly kind: string;
  readonly #events = new EventEmitter();
  readonly #send: (message: string) => void;
  #lastId = 0;

  constructor(kind: string, send: (message: string) => void) {
    this.kind = kind;
    this.#send = send;
  }

  /** Calls back for each event of this name, with what the protocol says that it carries. */
  get on(): CDPSession['on'] {
    return this.#events.on.bind(this.#events) as unknown as CDPSession['on'];
  }

  /** Asks for something whose answer nobody needs. */
  send(method: string, params: object = {}): void {
    this.#lastId += 1;
    this.#send(JSON.stringify({ id: this.#lastId, method, params }));
  }

  /** To be called when the worker is gone. */
  onEnd(ended: () => void): void {
    this.#events.once('ended', ended);
  }

  /** What came from the worker, as the protocol writes it. */
  receive(message: string): void {
    const { method, params } = JSON.parse(message) as { readonly method?: string; readonly params?: unknown };
    if (method !== undefined) this.#events.emit(method, params);
  }

  end(): void {
    this.#events.emit('ended');
  }
}

/**
 * The workers of all pages of a browser, from before their scripts run, by the protocol's session of the whole browser: the sessions of pages tell
 * nothing of a shared worker.
 */
export class WorkerTargets {
  readonly #cdp: CDPSession;
  readonly #sessions = new Map<string, WorkerSession>();
  readonly #followers = new Map<string, (worker: WorkerSession) => void>();

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    cdp.on('Target.targetCreated', ({ targetInfo: { targetId, type, browserContextId } }) => {
      if (!kinds.includes(type) || !this.#followers.has(browserContextId ?? '')) return;
      // One that is gone already has nothing to tell.
      cdp.send('Target.attachToTarget', { targetId, flatten: false }).catch(() => undefined);
    });
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo: { type, browserContextId } }) => {
      this.#attach(sessionId, type, browserContextId ?? '');
    });
    cdp.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      this.#sessions.get(sessionId)?.receive(message);
    });
    cdp.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.#sessions.get(sessionId)?.end();
      this.#sessions.delete(sessionId);
    });
  }

  static async open(browser: Browser): Promise<WorkerTargets> {
    const cdp = await browser.newBrowserCDPSession();
    const targets = new WorkerTargets(cdp);
    await cdp.send('Target.setDiscoverTargets', { discover: true, filter: kinds.map((type) => ({ type })) });
    return targets;
  }

  /** Tells of each worker that is made in this browser context from now on; returns what ends it. */
  follow(contextId: string, onWorker: (worker: WorkerSession) => void): () => void {
    this.#followers.set(contextId, onWorker);
    return () => {
      this.#followers.delete(contextId);
    };
  }

  #attach(sessionId: string, kind: string, contextId: string): void {
    const session = new WorkerSession(kind, (message) => {
      this.#cdp.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => undefined);
    });
    this.#sessions.set(sessionId, session);
    this.#followers.get(contextId)?.(session);
  }
}
