import assert from 'node:assert/strict';
import { finishWrites } from '../../../../../verifier/probes/browser/finish-writes.ts';
import { NetworkRecord } from '../../../../../verifier/probes/browser/network-record.ts';
import { PlannedTime } from '../planned-time.ts';

describe('waiting for requests that write', () => {
  let time: PlannedTime;
  let networks: NetworkRecord[];
  beforeEach(() => {
    time = new PlannedTime();
    networks = [1, 2].map(() => new NetworkRecord(time, (url) => url.startsWith('http://own/')));
  });

  const begin = (method: string, url: string, actor = 0): (() => void) => {
    const network = networks[actor];
    const call = network?.begin({ method, url, type: 'Fetch' });
    return () => {
      if (call !== undefined) network?.end(call);
    };
  };
  const finish = async (sinceMs = 10_000): Promise<readonly string[]> =>
    await finishWrites(networks, { clock: time, sinceMs, untilMs: 15_000 });

  it('is over when every one of every actor is, however long ago it began', async () => {
    time.at(4_500, begin('POST', 'http://own/notes'));
    time.at(4_900, begin('DELETE', 'http://own/notes/1', 1));
    assert.deepEqual(await finish(), []);
    assert.equal(time.monotonicMs(), 14_900);
  });

  it('tells at the bound what is still open', async () => {
    begin('PUT', 'http://own/notes/1?x=2');
    assert.deepEqual(await finish(), ['PUT /notes/1?x=2']);
    assert.equal(time.monotonicMs(), 15_000);
  });

  it('is not over when a stream begins to answer, but when that ends; one that only listens is not waited for', async () => {
    const answerWithStream = (method: string): (() => void) => {
      const call = networks[1]?.begin({ method, url: 'http://own/chat', type: 'Fetch' });
      if (call !== undefined) networks[1]?.answer(call, { status: 200, mimeType: 'text/event-stream' });
      return () => {
        if (call !== undefined) networks[1]?.end(call);
      };
    };
    answerWithStream('GET');
    time.at(1_200, answerWithStream('POST'));
    assert.deepEqual(await finish(), []);
    assert.equal(time.monotonicMs(), 11_200);
    answerWithStream('POST');
    assert.deepEqual(await finish(), ['POST /chat']);
  });

  it('takes no time for reads, other hosts, and what began before', async () => {
    begin('POST', 'http://own/notes');
    await time.sleep(10);
    for (const method of ['GET', 'HEAD', 'OPTIONS']) begin(method, 'http://own/notes');
    begin('POST', 'http://other/notes');
    assert.deepEqual(await finish(10_005), []);
    assert.equal(time.monotonicMs(), 10_010);
  });
});
