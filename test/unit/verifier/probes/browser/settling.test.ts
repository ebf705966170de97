import assert from 'node:assert/strict';
import { NetworkRecord } from '../../../../../verifier/probes/browser/network-record.ts';
import { settle, type SettleBounds } from '../../../../../verifier/probes/browser/settling.ts';
import { PlannedTime } from '../planned-time.ts';

describe('settle', () => {
  let time: PlannedTime;
  let network: NetworkRecord;
  let changedMs: number;
  const watch = { quietForMs: () => Promise.resolve(time.monotonicMs() - changedMs) };
  beforeEach(() => {
    time = new PlannedTime();
    changedMs = 0;
    network = new NetworkRecord(time, (url) => url.startsWith('http://own/'));
  });

  /** When settling was over, in milliseconds from its beginning. */
  async function settledAfterMs(bounds: Partial<SettleBounds> = {}): Promise<number> {
    await settle({ clock: time, network, watch, counts: () => true }, { untilMs: 13_000, ...bounds });
    return time.monotonicMs() - 10_000;
  }

  const change = (): void => {
    changedMs = time.monotonicMs();
  };
  const call = (url = 'http://own/x', type = 'Fetch'): ReturnType<NetworkRecord['begin']> =>
    network.begin({ method: 'GET', url, type });

  it('is over at once when it has been quiet for long', async () => {
    assert.equal(await settledAfterMs(), 0);
  });

  it('takes 200 ms after an act that does nothing', async () => {
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 200);
  });

  it('takes 200 ms after the last change', async () => {
    for (const atMs of [0, 150, 300, 480]) time.at(atMs, change);
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 680);
  });

  it('does not count a change after 200 ms of quiet', async () => {
    time.at(100, change);
    time.at(350, change);
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 300);
  });

  it('takes 200 ms after the last call has ended', async () => {
    const open = call();
    time.at(900, () => {
      network.end(open);
    });
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 1_100);
  });

  it('starts anew with a call that begins within the quiet', async () => {
    time.at(190, () => {
      const open = call();
      time.at(500, () => {
        network.end(open);
      });
    });
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 700);
  });

  it('is over after its bound, come what may', async () => {
    for (let atMs = 0; atMs < 5_000; atMs += 100) time.at(atMs, change);
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 3_000);
  });

  it('is over after its bound when the document does not answer', async () => {
    await settle(
      { clock: time, network, watch: { quietForMs: () => new Promise(() => undefined) }, counts: () => true },
      { untilMs: 13_000 },
    );
    assert.equal(time.monotonicMs(), 13_000);
  });

  it('does not wait for other hosts, event streams, and calls that have been open for 3 s', async () => {
    call('http://other/x');
    call('http://own/events', 'EventSource');
    const stream = call('http://own/stream');
    network.answer(stream, { status: 200, mimeType: 'text/event-stream' });
    assert.equal(await settledAfterMs({ sinceMs: 10_000 }), 200);
    call('http://own/poll');
    assert.equal(await settledAfterMs({ untilMs: 99_000 }), 3_201);
    assert.equal(await settledAfterMs({ sinceMs: time.monotonicMs(), untilMs: 99_000 }), 3_401);
  });
});
