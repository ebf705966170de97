import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import type { NetworkRecord } from './network-record.ts';
import { pathOf } from './own-hosts.ts';

/** Monotonic milliseconds. */
export interface WritesBounds {
  readonly clock: Clock;
  /** Requests that began before are not waited for. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** Waits until all writing calls to the system's own hosts are over; at the bound it tells those that are not. */
export async function finishWrites(
  networks: readonly NetworkRecord[],
  { clock, sinceMs, untilMs }: WritesBounds,
): Promise<readonly string[]> {
  for (;;) {
    const changes = networks.map((network) => network.change());
    const open = networks.flatMap((network) => network.openWrites(sinceMs));
    const leftMs = untilMs - clock.monotonicMs();
    if (open.length === 0 || leftMs <= 0) return open.map(({ method, url }) => `${method} ${pathOf(url)}`);
    await within(Promise.race(changes), leftMs, clock);
  }
}
