import type { BrowserLook, Value, ValueMap } from '../../../contracts/language/index.ts';
import type { ActorRecords } from './actor-records.ts';
import type { MatchValue, PageLook } from './looks.ts';
import { isLost, reachedNetwork } from './network-call.ts';
import type { NetworkRecord } from './network-record.ts';
import { pathOf } from './own-hosts.ts';

/** Looks at what was recorded of all of an actor's tabs. */
export type RecordedLook = Exclude<BrowserLook<Value>, PageLook>;

/** How records are looked at: from when on (monotonic), and by which matching. */
export interface RecordsView {
  readonly sinceMs: number;
  readonly matches: MatchValue;
}

/** What was recorded so far, without waiting. */
export function lookAtRecords(records: ActorRecords, probe: RecordedLook, view: RecordsView): ValueMap {
  switch (probe.verb) {
    case 'browser.asked': {
      const dialogs = records.dialogs.since(view.sinceMs);
      return { count: dialogs.length, dialogs };
    }
    case 'browser.downloaded': {
      const downloads = records.downloads.since(view.sinceMs);
      return { count: downloads.length, downloads };
    }
    case 'browser.requests':
      return requestsSince(records.network, probe, view);
  }
}

/** The actor's calls to the system's own hosts since `sinceMs` that reached the network, and are what the probe asks for. */
function requestsSince(
  network: NetworkRecord,
  probe: Extract<RecordedLook, { verb: 'browser.requests' }>,
  { sinceMs, matches }: RecordsView,
): ValueMap {
  const asked = network.calls
    .filter((call) => call.own && call.startedMs >= sinceMs && reachedNetwork(call))
    .map((call) => ({ method: call.method, path: pathOf(call.url), status: call.status, isLost: isLost(call) }))
    .filter((call) => probe.method === undefined || call.method === probe.method)
    .filter((call) => probe.path === undefined || matches(probe.path, call.path));
  const { status } = probe;
  const answered = asked.filter((call) => status === undefined || matches(status, call.status));
  const lost = status === undefined ? undefined : asked.find((call) => call.isLost);
  const lacking = [
    ...(network.lacksSince(sinceMs) ? [`calls beyond ${String(network.calls.length)}`] : []),
    ...(lost === undefined ? [] : [`the answer to ${lost.method} ${lost.path}, whose page was left before it came`]),
  ];
  const calls = answered.map(({ method, path, status: answer }) => ({ method, path, status: answer }));
  return { count: calls.length, calls, ...(lacking.length === 0 ? {} : { truncated: lacking.join(', ') }) };
}
