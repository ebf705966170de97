import assert from 'node:assert/strict';
import { BrowserLost, SessionEnd } from '../../../../../verifier/probes/browser/session-end.ts';

const never = new Promise<never>(() => undefined);

describe('SessionEnd', () => {
  it('lets work end as it does while nothing is over', async () => {
    const end = new SessionEnd();
    assert.equal(await end.race(Promise.resolve(1)), 1);
    await assert.rejects(end.race(Promise.reject(new Error('own'))), /own/u);
  });

  it('ends everything that waits, and everything that comes later, with the first reason', async () => {
    const end = new SessionEnd();
    const waiting = [end.race(never), end.race(never)];
    end.end(new BrowserLost('first'));
    end.end(new Error('second'));
    for (const each of [...waiting, end.race(never)])
      await assert.rejects(each, { name: 'BrowserLost', message: 'first' });
  });

  it('tells the reason rather than what the dying browser answered', async () => {
    const end = new SessionEnd();
    const work = Promise.reject(new Error('Target closed'));
    const raced = end.race(work);
    end.end(new BrowserLost('the browser died'));
    await assert.rejects(raced, /the browser died/u);
  });
});
