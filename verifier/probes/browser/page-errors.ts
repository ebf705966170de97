import type { CDPSession } from '@playwright/test';
import type { Clock } from '../../clock.ts';

/** Errors beyond this are counted and not kept: a page that throws without pause must not fill the memory. */
const errorLimit = 10_000;
const textLimit = 2_000;

/** An error that nobody caught, of one document of a page. */
export interface PageError {
  readonly atMs: number;
  /** Of the document whose script it was: `http://…`; `://` and the like for documents without an address of their own. */
  readonly origin: string;
  readonly text: string;
}

interface Thrown {
  readonly exceptionId: number;
  readonly executionContextId?: number;
  readonly text: string;
  readonly url?: string;
  readonly exception?: { readonly description?: string; readonly value?: unknown };
}

/** Exceptions and rejections of a page or a worker that nobody caught. A rejection that is caught late is none. */
export class PageErrors {
  readonly #errors = new Map<number, PageError>();
  readonly #origins = new Map<number, string>();
  readonly #clock: Clock;
  #dropped = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** To be called before `Runtime.enable`, which tells what was thrown so far. */
  listen(cdp: Pick<CDPSession, 'on'>): void {
    cdp.on('Runtime.executionContextCreated', ({ context }) => this.#origins.set(context.id, context.origin));
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
      this.#note(exceptionDetails);
    });
    cdp.on('Runtime.exceptionRevoked', ({ exceptionId }) => this.#errors.delete(exceptionId));
  }

  get all(): readonly PageError[] {
    return [...this.#errors.values()];
  }

  /** How many were not kept. */
  get dropped(): number {
    return this.#dropped;
  }

  #note(thrown: Thrown): void {
    if (this.#errors.size >= errorLimit) {
      this.#dropped += 1;
      return;
    }
    const origin = this.#origins.get(thrown.executionContextId ?? 0) ?? thrown.url ?? '';
    this.#errors.set(thrown.exceptionId, { atMs: this.#clock.monotonicMs(), origin, text: textOf(thrown) });
  }
}

/** `Uncaught (in promise) Error: late`; what is no error is told as it was thrown. */
function textOf({ text, exception }: Thrown): string {
  const said = exception?.description?.split('\n')[0] ?? (exception === undefined ? '' : String(exception.value));
  return `${text} ${said}`.trim().slice(0, textLimit);
}
