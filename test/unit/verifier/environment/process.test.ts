import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../../../verifier/clock.ts';
import { collectLines } from '../../../../verifier/environment/app/log-lines.ts';
import { startProcess } from '../../../../verifier/environment/app/process.ts';
import type { Ledger } from '../../../../verifier/environment/live/ledger.ts';
import type { Resource } from '../../../../verifier/environment/live/resource.ts';

const clock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
};

describe('a process of the application', () => {
  it('is on record before it runs, with its number once it has one, and no longer when it has ended', async () => {
    const told: string[] = [];
    const tell = (resource: Resource): void => {
      assert.ok(resource.kind === 'process');
      told.push(resource.pid === undefined ? `will run as ${resource.mark}` : `runs as ${resource.mark}`);
    };
    const ledger: Ledger = {
      live: '',
      record: (resource) => {
        tell(resource);
        return { update: tell, strike: () => told.push('ended'), free: () => undefined };
      },
      close: () => undefined,
    };
    const lines = collectLines(clock);
    const run = [process.execPath, '-p', 'process.env.PROCESS_TREE_ID'];
    const started = startProcess({ run, cwd: '/', env: {}, lines, ledger, clock });
    await Promise.all([started.gone, started.drained]);
    const [{ text: mark } = { text: '' }] = lines.lines();
    assert.match(mark, /^[0-9a-f-]{36}$/u);
    assert.deepEqual(told, [`will run as ${mark}`, `runs as ${mark}`, 'ended']);
  });
});
