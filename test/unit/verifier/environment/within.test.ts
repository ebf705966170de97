import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { within } from '../../../../verifier/environment/within.ts';

const never = new Promise<never>(() => undefined);

describe('what is waited for within some time', () => {
  it('is told when it comes, with its value or its failure', async () => {
    assert.equal(await within(60_000, Promise.resolve(1)), 1);
    await assert.rejects(within(60_000, Promise.reject(new Error('no'))), /^Error: no$/u);
  });
  it('is given up when the time is over, also when garbage was collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const waiting = within(50, never);
    collect();
    await assert.rejects(waiting, /no answer within 0\.05 s/u);
  });
  it('is given up when it is no longer wanted, or was not from the beginning', async () => {
    const stop = new AbortController();
    const waiting = within(60_000, never, stop.signal);
    stop.abort();
    await assert.rejects(waiting, /the run was stopped/u);
    await assert.rejects(within(60_000, never, stop.signal), /the run was stopped/u);
  });
});
