import assert from 'node:assert/strict';
import { systemClock } from '../../../cli/system-clock.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch } from './browser-world.ts';

describe('requests of the browser that write', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    engine = await launch();
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    world = await BrowserWorld.open(engine);
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  it('are over when they were answered, although the page went on without reading the answer', async () => {
    world.site
      .json('/save', 1)
      .page(
        '/',
        `<button onclick="fetch('/save', { method: 'POST' }).then(() => { location.href = '/next' })">Go</button>`,
      )
      .page('/next', '<p>next</p>');
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.deepEqual(await world.texts(css('p')), ['next']);
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 1_000), []);
  });

  it('that go on after their page was left are told as such: how they end is not known', async () => {
    world.site
      .answer('/save', (_, response) => setTimeout(() => response.writeHead(409).end('no'), 300))
      .answer('/aborted', () => undefined)
      .page(
        '/',
        `<button onclick="fetch('/aborted', { method: 'PUT' }).catch(() => 0); fetch('/save', { method: 'POST', keepalive: true }); location.href = '/next'">Go</button>`,
      )
      .page('/next', '<p>next</p>');
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.deepEqual(await world.texts(css('p')), ['next']);
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 500), [
      'PUT /aborted (its page was left meanwhile, and the browser tells no more of it)',
      'POST /save (its page was left meanwhile, and the browser tells no more of it)',
    ]);
    const asked = { verb: 'browser.requests', actor: 'reader', method: 'POST' } as const;
    assert.deepEqual(await world.observe({ ...asked, status: { is: 'equal', value: 409 } }), {
      count: 0,
      calls: [],
      truncated: 'the answer to POST /save, whose page was left before it came',
    });
    assert.deepEqual(await world.observe(asked), {
      count: 1,
      calls: [{ method: 'POST', path: '/save', status: null }],
    });
  });

  it('are over at the bound when they were answered and nobody reads the answer, and not while it still comes', async () => {
    world.site
      .answer('/refused', (_, response) => response.writeHead(503).end('no'))
      .answer('/trickle', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).write('a'))
      .page(
        '/',
        `<button onclick="fetch('/refused', { method: 'POST' }).then((r) => { if (!r.ok) o.textContent = 'refused' })">Unread</button>
        <button onclick="fetch('/trickle', { method: 'POST' }).then((r) => r.text())">Read</button><output id="o"></output>`,
      );
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Unread'));
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 500), []);
    await world.click(button('Read'));
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 500), ['POST /trickle']);
  });

  it('are over when the whole answer came, though nobody reads it and it may not be stored', async () => {
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json' };
    world.site
      .answer('/refused', (_, response) =>
        response.writeHead(409, { ...headers, 'content-length': 15 }).end('{"error":"no!"}'),
      )
      .page(
        '/',
        `<button onclick="fetch('/refused', { method: 'POST' }).then((r) => { if (!r.ok) o.textContent = 'refused' })">Unread</button>
        <output id="o"></output>`,
      );
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Unread'));
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 5_000), []);
    assert.deepEqual(await world.texts(css('#o')), ['refused']);
  });
});
