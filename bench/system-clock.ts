import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../verifier/index.ts';

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
