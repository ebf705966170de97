import type { Clock } from '../../../../verifier/clock.ts';

/** A clock whose time passes only when somebody sleeps, and then at once; things can be planned for a time. */
export class PlannedTime implements Clock {
  #nowMs = 10_000;
  readonly #plans: { atMs: number; happens: () => void }[] = [];

  now(): Date {
    return new Date(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  at(atMs: number, happens: () => void): void {
    this.#plans.push({ atMs: 10_000 + atMs, happens });
    this.#plans.sort((a, b) => a.atMs - b.atMs);
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      // Whoever waits for something planned must hear of it before time goes on.
      await new Promise(setImmediate);
      if (signal?.aborted === true) return;
      const plan = this.#plans[0];
      if (plan === undefined || plan.atMs > untilMs) break;
      this.#plans.shift();
      this.#nowMs = Math.max(this.#nowMs, plan.atMs);
      plan.happens();
    }
    this.#nowMs = Math.max(this.#nowMs, untilMs);
  }
}
