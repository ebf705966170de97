import assert from 'node:assert/strict';
import type { Probe, Value } from '../../../../contracts/language/index.ts';
import { linksNeeded, observeErrors } from '../../../../verifier/run/criterion-faults.ts';
import { FaultWindows } from '../../../../verifier/run/fault-windows.ts';
import { healthy } from './healthy-run.ts';
import { runScripted } from './scripted-run.ts';

const stop: Probe<Value> = { verb: 'system.stop', service: 'db' };
const start: Probe<Value> = { verb: 'system.start', service: 'db' };
const fail: Probe<Value> = { verb: 'browser.fail', actor: 'reader', answer: { kind: 'none' } };

describe('a span in which something was made to fail', () => {
  it('excuses what goes wrong from its beginning until its end, and nothing before or after', () => {
    const windows = new FaultWindows();
    windows.note(stop, { id: 'when.1', fromMs: 100, doneMs: 110 });
    assert.deepEqual(
      [99, 100, 5_000].map((at) => windows.excuses(at, 'server')),
      [false, true, true],
    );
    windows.note(start, { id: 'then.1', fromMs: 200, doneMs: 250 });
    assert.deepEqual(
      [249, 251].map((at) => windows.excuses(at, 'server')),
      [true, false],
    );
  });

  it('of another service goes on when one is started', () => {
    const windows = new FaultWindows();
    windows.note({ ...stop, service: 'cache' }, { id: 'when.1', fromMs: 0, doneMs: 1 });
    windows.note(start, { id: 'then.1', fromMs: 10, doneMs: 20 });
    assert.ok(windows.excuses(1_000, 'server'));
    windows.endAll(2_000);
    assert.ok(!windows.excuses(2_001, 'server'));
  });

  it('excuses the answer to a request that was under way while it lasted, whenever it comes', () => {
    const windows = new FaultWindows();
    windows.note({ verb: 'system.restart', service: 'db' }, { id: 'when.1', fromMs: 100, doneMs: 200 });
    assert.ok(windows.excuses(205, 'server', 150), 'begun in it');
    assert.ok(windows.excuses(205, 'server', 50), 'begun before it');
    assert.ok(windows.excuses(150, 'server', 50), 'answered in it');
    assert.ok(!windows.excuses(205, 'server', 201), 'begun after it');
    assert.ok(!windows.excuses(99, 'server', 50), 'answered before it');
  });

  it('made in the browser excuses scripts, and no server', () => {
    const windows = new FaultWindows();
    windows.note(fail, { id: 'given.1', fromMs: 0, doneMs: 1 });
    assert.ok(windows.excuses(5, 'script'));
    assert.ok(!windows.excuses(5, 'server'));
  });
});

describe('a span in which a single call was made to fail', () => {
  it('ends by itself, and those of other steps go on', () => {
    const windows = new FaultWindows();
    windows.note(fail, { id: 'given.1', fromMs: 0, doneMs: 1 });
    windows.end('given.1', 500);
    assert.deepEqual(
      [500, 501].map((at) => windows.excuses(at, 'script')),
      [true, false],
    );
    windows.note(fail, { id: 'given.2', fromMs: 600, doneMs: 601 });
    windows.end('given.1', 650);
    assert.ok(windows.excuses(700, 'script'));
  });
});

describe('errors outside of faults', () => {
  it('are counted and told, with whose they are', () => {
    const windows = new FaultWindows();
    windows.note(stop, { id: 'when.1', fromMs: 100, doneMs: 110 });
    const errors = [
      { atMs: 50, actor: 'reader', text: 'GET /: 500' },
      { atMs: 150, actor: 'reader', text: 'POST /: 503' },
    ];
    const { value } = observeErrors({ of: 'server', errors, dropped: 0 }, windows);
    assert.deepEqual(value, { count: 1, errors: ['reader: GET /: 500'] });
  });

  it('may be among those that were not kept, which is said', () => {
    const windows = new FaultWindows();
    windows.note(stop, { id: 'when.1', fromMs: 100, doneMs: 110 });
    const errors = [{ atMs: 150, actor: 'reader', text: 'POST /: 503' }];
    const { value } = observeErrors({ of: 'server', errors, dropped: 3 }, windows);
    assert.deepEqual(value, { count: 0, errors: [], truncated: '3 errors beyond 1' });
  });
});

describe('the ways that must be under our hand', () => {
  it('are those to databases that are acted on, and to whatever is slowed', () => {
    const probes: Probe<Value>[] = [
      stop,
      start,
      { verb: 'system.stop', service: 'cache' },
      { verb: 'system.restart', service: 'app' },
      { verb: 'system.latency', from: 'app', to: 'cache', addMs: 5 },
      { verb: 'system.latency', from: 'browser', to: 'app', addMs: 5 },
    ];
    assert.deepEqual(linksNeeded(probes, ['db']), ['db', 'cache']);
  });
});

describe('a fault that had no effect', () => {
  const criterion = `
    claim: shown
    given: [ { browser.open: { as: reader, path: / } }, { browser.fail: { as: reader, method: POST, status: 503 } } ]
    when:  [ { browser.click: { as: reader, role: button, name: Save } } ]
    then:  [ { browser.see: { as: reader, text: Saved } } ]
  `;
  const idle = { liftFaults: () => Promise.resolve(new Map([['given.2', 'no call met it']])) };

  it('leaves the criterion unverified, and its step says why', async () => {
    const { outcome } = await runScripted(criterion, healthy, { broken: idle });
    assert.equal(outcome.report.judgement, 'unverified');
    assert.equal(outcome.report.cause, 'precondition');
    const step = outcome.report.steps.find(({ id }) => id === 'given.2');
    assert.equal(step?.judgement.kind === 'unverified' && step.judgement.why, 'no call met it');
  });

  it('hides no violation', async () => {
    const { outcome } = await runScripted(
      criterion,
      async (step, clock) =>
        (step.id === 'then.1'
          ? { ...(await healthy(step, clock)), value: { count: 0 } }
          : healthy(step, clock)) as never,
      { broken: idle },
    );
    assert.equal(outcome.report.judgement, 'violated');
  });
});
