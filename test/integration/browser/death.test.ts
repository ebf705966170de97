import assert from 'node:assert/strict';
import { systemClock } from '../../../cli/system-clock.ts';
import { launchBrowser, type BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { BrowserWorld, button, css, launch, text, whole } from './browser-world.ts';

function kindOf(observation: Observation): string {
  return observation.kind === 'observed'
    ? `observed ${JSON.stringify(observation.value)}`
    : `${observation.kind}: ${observation.cause}`;
}

/** Every wait in here is longer than the tests' own time: what does not end by itself fails. */
const patienceMs = 120_000;

describe('a browser that dies', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  let stop: AbortController;
  beforeEach(async () => {
    engine = await launch();
    stop = new AbortController();
    world = await BrowserWorld.open(engine, { signal: stop.signal });
    world.site.page('/', '<p>x</p>');
    await world.open('/');
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  const click = (): Promise<Observation> =>
    world.browser.perform(
      { verb: 'browser.click', actor: 'reader', locator: button('Never'), look: false },
      { id: 'given.1', title: 'click', withinMs: patienceMs, deadlineMs: systemClock.monotonicMs() + patienceMs },
    );

  it('in the middle of an act makes it errored, at once, and every later probe too', async () => {
    const waiting = click();
    process.kill(engine.pid ?? 0, 'SIGKILL');
    assert.equal(kindOf(await waiting), 'errored: environment');
    assert.equal(kindOf(await click()), 'errored: environment');
    assert.equal(kindOf(await world.perform({ verb: 'browser.at', actor: 'reader' })), 'errored: environment');
    assert.equal(
      kindOf(await world.perform({ verb: 'browser.open', actor: 'somebody-new', path: '/' })),
      'errored: environment',
    );
    assert.equal(
      kindOf(await world.perform({ verb: 'browser.fresh', actor: 'reader', signedIn: true })),
      'errored: environment',
    );
    await world.browser.settleAll(systemClock.monotonicMs() + patienceMs);
    assert.equal(await world.browser.screenshot('reader', 'end'), undefined);
    const control = await engine.control();
    assert.equal(control.up, false);
    assert.match(await world.recorded('network'), /"status": 200/u);
  });

  it('tells so once, and answers no more', async () => {
    let ends = 0;
    engine.onEnd(() => {
      ends += 1;
    });
    assert.deepEqual([await engine.answers(), ends], [true, 0]);
    process.kill(engine.pid ?? 0, 'SIGKILL');
    // At once: nobody has heard of its end yet.
    assert.equal(await engine.answers(), false);
    await engine.control();
    await engine[Symbol.asyncDispose]();
    assert.equal(ends, 1);
  });

  it('has recorded nothing that could be looked at', async () => {
    assert.deepEqual(await world.requests(), await world.requests());
    process.kill(engine.pid ?? 0, 'SIGKILL');
    await engine.control();
    for (const verb of ['browser.requests', 'browser.asked', 'browser.downloaded'] as const)
      assert.equal(kindOf(await world.perform({ verb, actor: 'reader' })), 'errored: environment');
  });

  it('while it does not even answer is still ended, which is told to nobody', async () => {
    engine.onEnd(() => assert.fail('nobody ended it but we'));
    process.kill(engine.pid ?? 0, 'SIGSTOP');
    await engine[Symbol.asyncDispose]();
    assert.throws(() => process.kill(engine.pid ?? 0, 0));
  });

  it('is told from a page whose process dies alone', async () => {
    const waiting = click();
    await world.perform({ verb: 'browser.open', actor: 'other', path: '/' });
    await world.perform({ verb: 'browser.open', actor: 'reader', path: 'chrome://crash' });
    assert.equal(kindOf(await waiting), 'errored: environment');
    assert.equal(
      kindOf(
        await world.perform({
          verb: 'browser.see',
          actor: 'reader',
          locator: css('p'),
          read: { properties: [], attributes: [], styles: [] },
        }),
      ),
      'errored: environment',
    );
    assert.deepEqual(await engine.control(), { up: true });
    assert.deepEqual(await world.texts(css('p'), 'other'), ['x']);
    await world.observe({ verb: 'browser.fresh', actor: 'reader', signedIn: true });
    await world.open('/');
    assert.deepEqual(await world.texts(css('p')), ['x']);
    assert.match(await world.recorded('console'), /the page’s process died/u);
  });

  it('is told from a page whose script never ends: that is seen, and meets no expectation', async () => {
    world.site.page('/busy', '<p>x</p><script>setTimeout(() => { for (;;); }, 100)</script>');
    await world.open('/busy');
    const seen = await world.observe({ verb: 'browser.notSee', actor: 'reader', locator: text(whole('absent')) });
    assert.deepEqual(seen, { failed: 'not-answering', detail: 'the page did not answer within 5 s' });
    assert.deepEqual(await engine.control(), { up: true });
  });

  it('leaves nothing waiting when the run is stopped', async () => {
    const waiting = click();
    stop.abort();
    assert.equal(kindOf(await waiting), 'skipped: skipped');
    assert.equal(kindOf(await world.perform({ verb: 'browser.at', actor: 'reader' })), 'skipped: skipped');
  });
});

describe('launching a browser', () => {
  it('says in one text why it did not start', async () => {
    const signal = new AbortController().signal;
    const missing = await launchBrowser({ executablePath: '/nowhere/chromium', clock: systemClock, signal });
    assert.ok(!missing.ok);
    assert.match(missing.failure, /\/nowhere\/chromium/u);
    const wrong = await launchBrowser({ executablePath: '/bin/false', clock: systemClock, signal });
    assert.ok(!wrong.ok);
    assert.match(wrong.failure, /process did exit: exitCode=1/u);
    // Neither colours nor how Playwright cleans up.
    assert.doesNotMatch(wrong.failure, /\[\d+m|gracefully|temporary directories/u);
  });

  it('is not begun when the run was stopped', async () => {
    const launched = await launchBrowser({
      executablePath: '/nowhere/chromium',
      clock: systemClock,
      signal: AbortSignal.abort(),
    });
    assert.equal(launched.ok ? '' : launched.failure, 'the run was stopped before the browser was started');
  });

  it('gives a version, a browser that is up, and leaves no process behind', async () => {
    const engine = await launch();
    assert.match(engine.version, /^\d+\.\d+\.\d+\.\d+$/u);
    assert.deepEqual(await engine.control(), { up: true });
    await engine[Symbol.asyncDispose]();
    assert.throws(() => process.kill(engine.pid ?? 0, 0));
  });
});
