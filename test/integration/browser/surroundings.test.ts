import assert from 'node:assert/strict';
import type { Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, text, whole } from './browser-world.ts';

describe('what is around the browser', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    engine = await launch({
      internet: 'none',
      ownHosts: ['own.test'],
      served: [
        { url: 'cdn.example/app.css', type: 'text/css', body: Buffer.from('p { color: rgb(1, 2, 3) }') },
        { url: 'cdn.example/lib.js?v=1', type: 'text/javascript', body: Buffer.from('export const said = "served"') },
        { url: 'cdn.example/widget', type: 'text/html', body: Buffer.from('<p>widget ü</p>') },
      ],
      place: { timezone: 'Asia/Tokyo', locale: 'ja-JP' },
    });
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    world = await BrowserWorld.open(engine, {
      places: {
        here: { timezone: 'Asia/Tokyo', locale: 'ja-JP' },
        there: { timezone: 'America/New_York', locale: 'de-DE' },
      },
    });
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  async function show(body: string, actor = 'here'): Promise<void> {
    world.site.page('/', body);
    await world.open('/', actor);
  }
  const told = async (actor = 'here'): Promise<unknown> => await world.texts(css('#o'), actor);

  it('is a place of each actor’s own: time zone, language, and what the server hears of it', async () => {
    const tells = `<output id="o"></output><script>o.textContent = [Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.language, new Date('2024-03-01T20:00:00Z').getDate(), (1234.5).toLocaleString()].join(' ')</script>`;
    const heard: unknown[] = [];
    for (const actor of ['here', 'there', 'nowhere']) {
      await show(tells, actor);
      heard.push(
        await told(actor),
        String(world.site.callsTo('/').at(-1)?.headers['accept-language']).split(/[,;]/u)[0],
      );
    }
    assert.deepEqual(heard, [
      ['Asia/Tokyo ja-JP 2 1,234.5'],
      'ja-JP',
      ['America/New_York de-DE 1 1.234,5'],
      'de-DE',
      ['UTC en-US 1 1,234.5'],
      'en-US',
    ]);
  });

  it('is no internet, for pages, sockets, workers and service workers; this machine and the own host are found', async () => {
    const port = new URL(world.site.url).port;
    world.site
      .answer('/ok', (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end('ok'))
      .script(
        '/w.js',
        `fetch('http://foreign.localhost.invalid:${port}/ok').then(() => postMessage('found'), () => postMessage('not found'))`,
      )
      .script(
        '/sw.js',
        `self.addEventListener('fetch', (e) => { if (new URL(e.request.url).pathname === '/ask') e.respondWith(fetch('http://8.8.8.8:${port}/ok').then(() => new Response('found'), () => new Response('not found'))) });
        self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (e) => e.waitUntil(clients.claim()))`,
      );
    await show(`<p>starting</p><output id="o"></output><script type="module">
      const ask = (url) => fetch(url).then((r) => r.text(), () => 'not found');
      const socket = (url) => new Promise((resolve) => { const s = new WebSocket(url); s.onopen = () => resolve('found'); s.onerror = () => resolve('not found') });
      const worker = new Promise((resolve) => { new Worker('/w.js').onmessage = ({ data }) => resolve(data) });
      navigator.serviceWorker.register('/sw.js');
      if (!navigator.serviceWorker.controller) await new Promise((resolve) => { navigator.serviceWorker.oncontrollerchange = resolve });
      const all = [ask('http://example.com/'), ask('http://93.184.216.34/'), socket('ws://echo.example.com/'), worker, ask('/ask'),
        ask('http://localhost:${port}/ok'), ask('http://127.0.0.1:${port}/ok'), ask('http://sub.localhost:${port}/ok')];
      o.textContent = (await Promise.all(all)).join(', ');
      document.querySelector('p').textContent = 'done';
    </script>`);
    const actor = 'here';
    for (
      let look = 0;
      look < 200 && ((await world.texts(text(whole('done')), actor)) as unknown[]).length === 0;
      look += 1
    );
    assert.deepEqual(await told(), ['not found, not found, not found, not found, not found, ok, ok, ok']);
  });

  it('is what is served in the place of foreign hosts: just these addresses, by both schemes, in frames and new tabs too', async () => {
    await show(`<link rel="stylesheet" href="http://cdn.example/app.css"><p>styled</p><output id="o"></output><iframe src="https://cdn.example/widget"></iframe>
      <a href="https://cdn.example/widget" target="_blank">Widget</a><script type="module">
      import { said } from 'https://cdn.example/lib.js?v=1';
      const other = await fetch('https://cdn.example/lib.js').then(() => 'found', () => 'not found');
      const fetched = await fetch('https://cdn.example/app.css', { credentials: 'include', headers: { 'x-asks-first': '1' } }).then((r) => r.status);
      o.textContent = [said, other, fetched].join(' ');</script>`);
    assert.deepEqual(await told(), ['served not found 200']);
    const styled = (await world.see(css('p'), { properties: ['style'], styles: ['color'] }, 'here')) as {
      elements: Value[];
    };
    assert.deepEqual(styled.elements, [{ style: { color: 'rgb(1, 2, 3)' } }]);
    assert.deepEqual(await world.texts({ ...css('p'), frame: css('iframe') }, 'here'), ['widget ü']);
    await world.click(role('link', whole('Widget')), 'here');
    assert.deepEqual(await world.texts(css('p'), 'here'), ['widget ü']);
    assert.deepEqual(await world.requests('here'), { count: 1, calls: [{ method: 'GET', path: '/', status: 200 }] });
  });

  describe('latency', () => {
    const timed = `<button onclick="const t = performance.now(); fetch('/x').then(() => { o.textContent = performance.now() - t >= 395 ? 'slow' : 'fast' })">Go</button><output id="o"></output>`;
    beforeEach(() => {
      world.site.json('/x', 1);
    });

    it('holds for pages that are open, in new tabs, in fresh browsers and of actors to come, and ends', async () => {
      world.site.page('/tab', timed);
      await show(`${timed}<a href="/tab" target="_blank">Tab</a>`);
      await world.browser.setLatency(400);
      const go = async (actor = 'here'): Promise<unknown> => {
        await world.click(button('Go'), actor);
        return await told(actor);
      };
      assert.deepEqual(await go(), ['slow']);
      await world.click(role('link', whole('Tab')), 'here');
      assert.deepEqual(await go(), ['slow']);
      await world.observe({ verb: 'browser.fresh', actor: 'here', signedIn: true });
      await world.open('/', 'here');
      assert.deepEqual(await go(), ['slow']);
      await world.open('/', 'there');
      assert.deepEqual(await go('there'), ['slow']);
      await world.browser.setLatency(0);
      assert.deepEqual(await go(), ['fast']);
    });

    it('leaves the browser’s cache as it is for people', async () => {
      world.site.answer('/x', (_, response) => response.writeHead(200, { 'cache-control': 'max-age=600' }).end('x'));
      await show(timed);
      await world.browser.setLatency(400);
      await world.click(button('Go'), 'here');
      await world.click(button('Go'), 'here');
      assert.deepEqual(await told(), ['fast']);
      assert.equal(world.site.callsTo('/x').length, 1);
    });
  });
});
