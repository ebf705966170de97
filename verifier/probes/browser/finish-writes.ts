import type { Clock } from '../../clock.ts';
import { within } from './bounded.ts';
import { isLost, type NetworkCall } from './network-call.ts';
import type { NetworkRecord } from './network-record.ts';
import { pathOf } from './own-hosts.ts';

/** Monotonic milliseconds. */
export interface WritesBounds {
  readonly clock: Clock;
  /** Requests that began before are not waited for. */
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * Waits until all writing calls to the system's own hosts are over; at the bound it tells those that are not. One that was answered, and whose
 * answer nobody has begun to read by then, is over: pages look at a refusal's status and leave its body alone.
 */
export async function finishWrites(
  networks: readonly NetworkRecord[],
  { clock, sinceMs, untilMs }: WritesBounds,
): Promise<readonly string[]> {
  for (;;) {
    const changes = networks.map((network) => network.change());
    const open = networks.flatMap((network) => network.openWrites(sinceMs).map((call) => ({ call, network })));
    const leftMs = untilMs - clock.monotonicMs();
    const unanswered = open.filter(({ call, network }) => !network.isUnread(call)).map(({ call }) => call);
    if (open.length === 0 || leftMs <= 0) return unanswered.map(told);
    await within(Promise.race(changes), leftMs, clock);
  }
}

/** Waits until a call that began since then went out to the network, or the bound is reached: as a rule there was no call. */
export async function untilSent(network: NetworkRecord, { clock, sinceMs, untilMs }: WritesBounds): Promise<void> {
  for (;;) {
    const change = network.change();
    const leftMs = untilMs - clock.monotonicMs();
    if (network.hasSentSince(sinceMs) || leftMs <= 0) return;
    await within(change, leftMs, clock);
  }
}

function told(call: NetworkCall): string {
  const request = `${call.method} ${pathOf(call.url)}`;
  return isLost(call) ? `${request} (its page was left meanwhile, and the browser tells no more of it)` : request;
}
