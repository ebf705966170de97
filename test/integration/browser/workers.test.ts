import assert from 'node:assert/strict';
import { systemClock } from '../../../cli/system-clock.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch } from './browser-world.ts';

describe('workers of a page', () => {
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

  const errors = (): readonly string[] =>
    world.browser
      .scriptErrors()
      .map(({ text }) => text)
      .toSorted();

  it('have errors that nobody caught: of each kind, from the first line of their scripts on', async () => {
    const stranger = await BrowserWorld.open(engine);
    stranger.site.script('/w.js', `throw new Error('strange')`).page('/', `<script>new Worker('/w.js')</script>`);
    world.site
      .script('/w.js', `self.onmessage = () => { throw new TypeError('told') }; throw new Error('dedicated')`)
      .script('/s.js', `onconnect = () => Promise.reject(new Error('connected')); throw new Error('shared')`)
      .script('/sw.js', `self.addEventListener('install', () => setTimeout(() => { throw new Error('service') }, 20))`)
      .page(
        '/',
        `<script>const w = new Worker('/w.js'); new SharedWorker('/s.js'); navigator.serviceWorker.register('/sw.js');
        new Worker(URL.createObjectURL(new Blob(["throw new Error('made')"])))</script>
        <button onclick="w.postMessage(1)">Tell</button><iframe src="${stranger.site.url}/"></iframe>`,
      );
    await world.open('/');
    await world.click(button('Tell'));
    assert.deepEqual(errors(), [
      'Uncaught (in promise) Error: connected',
      'Uncaught Error: dedicated',
      'Uncaught Error: made',
      'Uncaught Error: service',
      'Uncaught Error: shared',
      'Uncaught TypeError: told',
    ]);
    await stranger[Symbol.asyncDispose]();
  });

  const shared = (body: string): void => {
    world.site.script('/s.js', `onconnect = ({ ports: [port] }) => { port.onmessage = async () => { ${body} } }`).page(
      '/',
      `<script>const s = new SharedWorker('/s.js'); s.port.onmessage = ({ data }) => { o.textContent = data }</script>
        <button onclick="o.textContent = 'saved'; s.port.postMessage(1)">Save</button><output id="o"></output>`,
    );
  };

  it('that are shared make requests: they are waited for, counted, and their 5xx are errors of the server', async () => {
    world.site.answer('/save', (_, response) => setTimeout(() => response.writeHead(503).end('no'), 700));
    shared(`port.postMessage((await fetch('/save', { method: 'POST', body: 'x' })).status)`);
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Save'));
    assert.deepEqual(await world.texts(css('#o')), ['503']);
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 1_000), []);
    assert.deepEqual(await world.requests(), { count: 1, calls: [{ method: 'POST', path: '/save', status: 503 }] });
    assert.deepEqual(
      world.browser.serverErrors().map(({ text }) => text),
      ['POST /save: 503'],
    );
    assert.match(await world.recorded('network'), /"by": "shared worker"/u);
  });

  it('that are shared have requests that are not over', async () => {
    world.site.answer('/save', () => undefined);
    shared(`await fetch('/save', { method: 'POST' })`);
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Save'));
    assert.deepEqual(await world.browser.finishWrites(systemClock.monotonicMs() + 300), ['POST /save']);
  });

  it('that are shared meet faults like pages', async () => {
    shared(`port.postMessage((await fetch('/save', { method: 'POST' })).status)`);
    await world.open('/');
    await world.observe({
      verb: 'browser.fail',
      actor: 'reader',
      method: 'POST',
      answer: { kind: 'status', status: 503 },
    });
    await world.click(button('Save'));
    assert.deepEqual(await world.texts(css('#o')), ['503']);
    assert.deepEqual(world.browser.serverErrors(), []);
    assert.deepEqual(
      world.site.calls.filter(({ method }) => method === 'POST'),
      [],
    );
  });

  it('are as slow as the pages: those that are there, and those to come', async () => {
    const ask = `const since = performance.now(); await fetch('/x'); return performance.now() - since`;
    const answering = `onmessage = async ({ data, ports }) => { ports[0].postMessage(await (async () => { ${ask} })()) }`;
    world.site
      .json('/x', 1)
      .script('/w.js', answering)
      .script('/s.js', `onconnect = ({ ports: [port] }) => { port.${answering} }`)
      .script('/sw.js', `self.addEventListener('activate', (e) => e.waitUntil(clients.claim())); self.${answering}`)
      .page(
        '/',
        `<script>const askOf = (to) => new Promise((tell) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = ({ data }) => tell(data); to.postMessage(1, [port2]) });
        const show = (kind, ms) => { o.textContent += ' ' + kind + (ms >= 400 ? ' slow' : ms >= 200 ? ' once' : ' fast') };
        navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready).then(() => { ready.textContent = 'ready' });
        const w = new Worker('/w.js'), s = new SharedWorker('/s.js'); s.port.start();
        const go = async () => { o.textContent = ''; show('worker', await askOf(w)); show('shared', await askOf(s.port)); show('service', await askOf((await navigator.serviceWorker.ready).active)) }</script>
        <button onclick="go()">Go</button><output id="o"></output><i id="ready"></i>`,
      );
    await world.open('/');
    const told = async (): Promise<unknown> => {
      await world.click(button('Go'));
      return await world.texts(css('#o'));
    };
    assert.deepEqual(await told(), ['worker fast shared fast service fast']);
    await world.browser.setLatency(200);
    assert.deepEqual(await told(), ['worker once shared once service once']);
    await world.browser.setLatency(0);
    assert.deepEqual(await told(), ['worker fast shared fast service fast']);
  });
});
