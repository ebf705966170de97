import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { BrowserContext, Request } from '@playwright/test';
import { NetworkRecord } from '../../../../../verifier/probes/browser/network-record.ts';
import { OtherCalls } from '../../../../../verifier/probes/browser/other-calls.ts';
import { PlannedTime } from '../planned-time.ts';

const url = 'http://127.0.0.1:1/orders';

/** A request as Playwright tells of it, without an answer yet. */
const request = {
  url: () => url,
  method: () => 'POST',
  serviceWorker: () => null,
  postData: () => null,
  resourceType: () => 'fetch',
  frame: () => ({ page: () => undefined }),
  response: () => new Promise(() => undefined),
} as unknown as Request;

describe('a call that two sessions hear of', () => {
  /** The page's session hears of it that much later than Playwright. */
  async function countWhenHeardAfter(ms: number): Promise<number> {
    const clock = new PlannedTime();
    const record = new NetworkRecord(clock, () => true);
    const others = new OtherCalls(record, clock);
    const context = new EventEmitter();
    others.listen(context as unknown as BrowserContext, () => true);
    context.emit('request', request);
    clock.at(ms, () => {
      others.seenByPage('POST', url);
      record.begin({ method: 'POST', url, type: 'Fetch' });
    });
    await clock.sleep(5_000);
    return record.calls.length;
  }

  it('is one, also when the page’s session hears of it late, as on a busy machine', async () => {
    assert.equal(await countWhenHeardAfter(5), 1);
    assert.equal(await countWhenHeardAfter(300), 1);
  });

  it('is two when the second comes so late that it is another one', async () => {
    assert.equal(await countWhenHeardAfter(4_000), 2);
  });
});
