import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../verifier/clock.ts';

/** Real time. */
export const realClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};

/** Real time, but for deadlines, which pass when `pass` is called and never by themselves. */
export function heldClock(): Clock & { pass(): void; readonly waiting: () => number } {
  const sleepers = new Set<() => void>();
  return {
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    sleep: (_, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          resolve();
        };
        sleepers.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    pass: () => {
      for (const wake of sleepers) wake();
    },
    waiting: () => sleepers.size,
  };
}
