import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import type { MutationWatch } from './mutation-watch.ts';
import type { NetworkRecord } from './network-record.ts';

/** A page is settled when nothing has happened for this long. */
const quietMs = 200;
/** Waiting for it is over after this: a page that never rests is no error. */
export const settleAtMostMs = 3_000;

/** What tells whether a page is quiet. */
export interface Activity {
  readonly clock: Clock;
  readonly network: NetworkRecord;
  readonly watch: MutationWatch;
  /** Whether a frame of this origin is waited for: a stranger's may never rest. */
  readonly counts: (origin: string) => boolean;
}

/** Monotonic milliseconds. */
export interface SettleBounds {
  /** Quiet counts from here at the earliest: the end of an act, whose effects may take a moment to begin. Without it, quiet already past counts. */
  readonly sinceMs?: number;
  readonly untilMs: number;
}

/** Waits until no call to the system's own hosts is open and no document has changed, both for 200 ms; at most until the bound. Says whether it is so. */
export async function settle(activity: Activity, bounds: SettleBounds): Promise<boolean> {
  const { clock } = activity;
  for (let leftMs = bounds.untilMs - clock.monotonicMs(); leftMs > 0; leftMs = bounds.untilMs - clock.monotonicMs()) {
    const waitMs = (await openCalls(activity, leftMs)) ? 0 : await missingQuietMs(activity, bounds.sinceMs, leftMs);
    if (waitMs === undefined) return true;
    if (waitMs > 0) await clock.sleep(Math.max(0, Math.min(waitMs, bounds.untilMs - clock.monotonicMs())));
  }
  return false;
}

/** Waits for a change when calls are open, and says whether there were any. */
async function openCalls({ clock, network }: Activity, leftMs: number): Promise<boolean> {
  const { count, untilMs } = network.waitedFor();
  if (count === 0) return false;
  await within(network.change(), Math.min(leftMs, untilMs - clock.monotonicMs() + 1), clock);
  return true;
}

/** How much quiet is missing; `undefined` when none is. */
async function missingQuietMs(
  activity: Activity,
  sinceMs: number | undefined,
  leftMs: number,
): Promise<number | undefined> {
  const { clock, network, watch, counts } = activity;
  const sinceAct = sinceMs === undefined ? Number.POSITIVE_INFINITY : clock.monotonicMs() - sinceMs;
  const soFar = Math.min(network.quietForMs(), sinceAct);
  // The document is asked only when nothing else keeps us: asking costs a round trip.
  if (soFar < quietMs) return quietMs - soFar;
  // A page whose script never ends does not answer, and is not quiet.
  const unchanged = (await within(watch.quietForMs(counts), leftMs, clock)) ?? 0;
  if (unchanged < quietMs) return Math.max(1, quietMs - unchanged);
  return network.waitedFor().count === 0 && network.quietForMs() >= quietMs ? undefined : 0;
}
