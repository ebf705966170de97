import type { Clock } from '../../clock.ts';

/** The work's result, or `undefined` when it takes longer than `ms` (it then goes on unheeded). Rejects as the work does. */
export async function within<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const timer = new AbortController();
  const late = clock.sleep(Math.max(0, ms), timer.signal).then(() => undefined);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
  }
}
