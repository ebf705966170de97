import type { Clock } from '../../clock.ts';
import type { CriterionDatabase } from '../../environment/environment.ts';

/** Databases are settled when nothing has happened for this long: as long as for pages. */
const quietMs = 200;
/** Waiting for it is over after this, and a session that has been at work for so long no longer counts: a lock that is held, a long poll. */
export const settleAtMostMs = 3_000;
/** How often a database is looked at while something else is waited for. */
const watchEveryMs = 100;

/** Monotonic milliseconds. */
export interface QuietBounds {
  /** Quiet counts from here at the earliest: the end of an act, whose effects may take a moment to begin. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * Knows how long a criterion's databases have been quiet: no change was recorded and no session of the application was at work.
 * One look tells of the time since the look before it, so quiet that is past already costs one question.
 */
export class DatabaseQuiet {
  readonly #databases: readonly CriterionDatabase[];
  readonly #clock: Clock;
  readonly #positions = new Map<CriterionDatabase, string>();
  readonly #busySinceMs = new Map<CriterionDatabase, number>();
  #lastActivityMs = Number.NEGATIVE_INFINITY;

  constructor(databases: Iterable<CriterionDatabase>, clock: Clock) {
    this.#databases = [...databases];
    this.#clock = clock;
  }

  /** Waits until all of them are quiet, at most until the bound. Never rejects: one that does not answer is told by whoever asks it next. */
  async settle({ sinceMs, untilMs }: QuietBounds): Promise<void> {
    const clock = this.#clock;
    while (this.#databases.length > 0) {
      if (!(await this.#lookWithin(untilMs - clock.monotonicMs()))) return;
      const nowMs = clock.monotonicMs();
      const missingMs = quietMs - (nowMs - Math.max(this.#lastActivityMs, sinceMs));
      if (missingMs <= 0 || nowMs >= untilMs) return;
      await clock.sleep(Math.min(missingMs, untilMs - nowMs));
    }
  }

  /** Looks again and again while the work goes on, so that quiet meanwhile is known afterwards. The work's own result. */
  async during<T>(work: Promise<T>): Promise<T> {
    const over = new AbortController();
    void this.#watch(over.signal);
    try {
      return await work;
    } finally {
      over.abort();
    }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#lookWithin(settleAtMostMs))) await this.#clock.sleep(watchEveryMs, signal);
  }

  /** Whether all databases answered. */
  async #lookWithin(ms: number): Promise<boolean> {
    const over = new AbortController();
    const looks = Promise.all(this.#databases.map((database) => this.#look(database))).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([looks, this.#clock.sleep(Math.max(0, ms), over.signal).then(() => false)]);
    } finally {
      over.abort();
    }
  }

  async #look(database: CriterionDatabase): Promise<void> {
    const { position, busy } = await database.activity();
    const nowMs = this.#clock.monotonicMs();
    const before = this.#positions.get(database);
    const busySinceMs = this.#busySinceMs.get(database) ?? (busy > 0 ? nowMs : Number.NEGATIVE_INFINITY);
    this.#positions.set(database, position);
    if (busy > 0) this.#busySinceMs.set(database, busySinceMs);
    else this.#busySinceMs.delete(database);
    // Who was at work at the look before may have come to its end just now.
    const wasAtWork = nowMs - busySinceMs < settleAtMostMs;
    if (wasAtWork || (before !== undefined && before !== position)) this.#lastActivityMs = nowMs;
  }
}
