import type { Clock } from '../../clock.ts';
import type { PageErrors } from './page-errors.ts';

/** Something that went wrong, when (monotonic). */
export interface RecordedError {
  readonly atMs: number;
  /** Of an answer: when its request began. */
  readonly sinceMs?: number;
  readonly text: string;
}

/** What went wrong in the scripts of one actor's pages, over all contexts. */
export class ScriptErrors {
  readonly #pages: PageErrors[] = [];
  readonly #crashes: RecordedError[] = [];
  readonly #clock: Clock;
  readonly #isOwn: (url: string) => boolean;

  constructor(clock: Clock, isOwn: (url: string) => boolean) {
    this.#clock = clock;
    this.#isOwn = isOwn;
  }

  watch(page: PageErrors): void {
    this.#pages.push(page);
  }

  noteCrash(text: string): void {
    this.#crashes.push({ atMs: this.#clock.monotonicMs(), text });
  }

  /** How many were not kept. */
  get dropped(): number {
    return this.#pages.reduce((sum, { dropped }) => sum + dropped, 0);
  }

  /** Those of the system's own documents, in the order of time. */
  get all(): readonly RecordedError[] {
    const thrown = this.#pages.flatMap(({ all }) => all).filter(({ origin }) => this.#counts(origin));
    return [...thrown, ...this.#crashes].toSorted((a, b) => a.atMs - b.atMs).map(({ atMs, text }) => ({ atMs, text }));
  }

  /** A document without an address (`about:blank`, written by a script) belongs to the page that made it. */
  #counts(from: string): boolean {
    // A worker whose script was made by a page.
    const origin = from.replace(/^blob:/u, '');
    return origin !== 'null' && (!URL.canParse(origin) || !/^https?:/u.test(origin) || this.#isOwn(origin));
  }
}
