import assert from 'node:assert/strict';
import { createActorRecords, type ActorRecords } from '../../../../../verifier/probes/browser/actor-records.ts';
import { lookAtRecords } from '../../../../../verifier/probes/browser/recorded-looks.ts';
import { PlannedTime } from '../planned-time.ts';

describe('the record of calls', () => {
  let time: PlannedTime;
  let records: ActorRecords;
  beforeEach(() => {
    time = new PlannedTime();
    records = createActorRecords(time, (url) => url.startsWith('http://own/'));
  });

  const call = (method: string, url: string, status = 200): void => {
    const begun = records.network.begin({ method, url, type: 'Fetch' });
    records.network.answer(begun, { status, mimeType: 'text/plain' });
    records.network.end(begun);
  };
  const posts = (sinceMs: number): unknown =>
    lookAtRecords(
      records,
      { verb: 'browser.requests', actor: 'reader', method: 'POST' },
      { sinceMs, matches: () => true },
    );

  it('keeps an error of the server that comes after thousands of others', () => {
    for (let n = 0; n < 5_000; n += 1) call('GET', 'http://own/down', 500);
    call('GET', 'http://own/broken', 500);
    const { all, dropped } = records.network.serverErrors;
    assert.equal(all.at(-1)?.text, 'GET /broken: 500');
    assert.deepEqual([all.length, dropped], [5_001, 0]);
  });

  it('keeps a call that comes after thousands of others', () => {
    for (let n = 0; n < 5_000; n += 1) call('GET', 'http://own/poll');
    call('POST', 'http://own/notes');
    assert.deepEqual(posts(0), { count: 1, calls: [{ method: 'POST', path: '/notes', status: 200 }] });
  });

  it('says when it lacks some: what is told of a time in which none was left out is whole', async () => {
    for (let n = 0; n < 20_000; n += 1) call('GET', 'http://own/down', 500);
    call('POST', 'http://other/x');
    assert.deepEqual(posts(Number.NEGATIVE_INFINITY), { count: 0, calls: [] });
    call('POST', 'http://own/notes', 500);
    assert.deepEqual(posts(0), { count: 0, calls: [], truncated: 'calls beyond 20000' });
    assert.equal(records.network.serverErrors.dropped, 1);
    await time.sleep(1);
    assert.deepEqual(posts(time.monotonicMs()), { count: 0, calls: [] });
  });
});
