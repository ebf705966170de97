import assert from 'node:assert/strict';
import type { Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch } from './browser-world.ts';

describe('requests of the browser', () => {
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

  const get = (path: string): string =>
    `<button onclick="fetch('${path}').then((r) => r.text()).then((t) => { o.textContent = t })">Go</button><output id="o"></output>`;

  it('are those since `when` began, to the system’s own hosts, in order', async () => {
    const stranger = await BrowserWorld.open(engine);
    stranger.site.answer('/', (_, response) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end());
    world.site
      .json('/a', 1)
      .page(
        '/',
        `<button onclick="fetch('/a?q=1', { method: 'POST', body: '{}' }).then(() => fetch('/missing')).then(() => fetch('${stranger.site.url}/'))">Go</button><script>fetch('/a')</script>`,
      );
    await world.open('/');
    world.browser.markWhen();
    assert.deepEqual(await world.requests(), { count: 0, calls: [] });
    await world.click(button('Go'));
    assert.deepEqual(await world.requests(), {
      count: 2,
      calls: [
        { method: 'POST', path: '/a?q=1', status: 200 },
        { method: 'GET', path: '/missing', status: 404 },
      ],
    });
    assert.equal(stranger.site.calls.length, 1);
    const chosen = async (probe: object): Promise<Value> =>
      await world.observe({ verb: 'browser.requests', actor: 'reader', ...probe });
    assert.deepEqual(await chosen({ method: 'POST' }), {
      count: 1,
      calls: [{ method: 'POST', path: '/a?q=1', status: 200 }],
    });
    assert.deepEqual(await chosen({ path: { is: 'equal', value: '/missing' } }), {
      count: 1,
      calls: [{ method: 'GET', path: '/missing', status: 404 }],
    });
    assert.deepEqual(await chosen({ status: { is: 'equal', value: 500 } }), { count: 0, calls: [] });
    await stranger[Symbol.asyncDispose]();
  });

  it('count each hop of a redirect', async () => {
    world.site
      .answer('/old', (_, response) => response.writeHead(302, { location: '/new' }).end())
      .json('/new', 1)
      .page('/', get('/old'));
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.deepEqual(await world.requests(), {
      count: 2,
      calls: [
        { method: 'GET', path: '/old', status: 302 },
        { method: 'GET', path: '/new', status: 200 },
      ],
    });
  });

  it('leave out what came from the browser’s own cache, which works as it does for people', async () => {
    world.site
      .answer('/kept', (_, response) =>
        response
          .writeHead(200, { 'cache-control': 'max-age=600', 'content-type': 'text/plain' })
          .end(String(world.site.callsTo('/kept').length)),
      )
      .page('/', get('/kept'));
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Go'));
    await world.click(button('Go'));
    await world.open('/');
    await world.click(button('Go'));
    assert.deepEqual(await world.texts(css('#o')), ['1']);
    assert.equal(world.site.callsTo('/kept').length, 1);
    const kept = await world.observe({
      verb: 'browser.requests',
      actor: 'reader',
      path: { is: 'equal', value: '/kept' },
    });
    assert.deepEqual(kept, { count: 1, calls: [{ method: 'GET', path: '/kept', status: 200 }] });
  });

  it('count a call that only asked whether the cache is still right', async () => {
    world.site
      .answer('/tagged', (request, response) => {
        const same = request.headers['if-none-match'] === '"1"';
        response
          .writeHead(same ? 304 : 200, { etag: '"1"', 'cache-control': 'no-cache', 'content-type': 'text/plain' })
          .end(same ? '' : 'text');
      })
      .page('/', get('/tagged'));
    await world.open('/');
    await world.click(button('Go'));
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.equal(world.site.callsTo('/tagged').length, 2);
    assert.deepEqual(await world.texts(css('#o')), ['text']);
    const seen = (await world.requests()) as { count: number };
    assert.equal(seen.count, 1);
  });

  it('leave out what a service worker answers, and count what it asks for itself', async () => {
    world.site
      .script(
        '/worker.js',
        `self.addEventListener('activate', (e) => e.waitUntil(clients.claim()));
        self.addEventListener('fetch', (e) => { const { pathname } = new URL(e.request.url);
          if (pathname === '/made-up') e.respondWith(new Response('made up')); if (pathname === '/passed-on') e.respondWith(fetch('/asked-by-worker')) })`,
      )
      .json('/asked-by-worker', 'from the server')
      .page(
        '/',
        `${get('/made-up')}<button onclick="fetch('/passed-on').then((r) => r.json()).then((t) => { o.textContent = t })">Pass</button>
        <p>starting</p><script>navigator.serviceWorker.register('/worker.js'); navigator.serviceWorker.addEventListener('controllerchange', () => { document.querySelector('p').textContent = 'ready' })</script>`,
      );
    await world.observe(
      {
        verb: 'browser.open',
        actor: 'reader',
        path: '/',
        until: { by: { kind: 'text', text: { how: 'whole', text: 'ready' } } },
      },
      5_000,
    );
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.deepEqual(await world.texts(css('#o')), ['made up']);
    assert.deepEqual(await world.requests(), { count: 0, calls: [] });
    await world.click(button('Pass'));
    assert.deepEqual(await world.texts(css('#o')), ['from the server']);
    assert.deepEqual(await world.requests(), {
      count: 1,
      calls: [{ method: 'GET', path: '/asked-by-worker', status: 200 }],
    });
    assert.equal(world.site.callsTo('/asked-by-worker').length, 1);
  });

  it('include those of workers', async () => {
    world.site
      .script('/worker.js', `onmessage = () => fetch('/from-worker', { method: 'PUT', body: 'x' })`)
      .json('/from-worker', 1)
      .page('/', `<button onclick="w.postMessage(1)">Go</button><script>const w = new Worker('/worker.js')</script>`);
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Go'));
    assert.deepEqual(await world.requests(), {
      count: 1,
      calls: [{ method: 'PUT', path: '/from-worker', status: 200 }],
    });
    assert.match(await world.recorded('network'), /"by": "worker or frame"/u);
  });

  it('are recorded with bodies, and with the reason where one is missing', async () => {
    const long = 'x'.repeat(100_000);
    world.site
      .answer('/echo', (request, response) => {
        request
          .resume()
          .on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"answer":"yes"}'));
      })
      .answer('/long', (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(long))
      .answer('/cut', (request) => request.socket.destroy())
      .answer('/endless', (_, response) =>
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n'),
      )
      .answer('/image.png', (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end())
      .page(
        '/',
        `<img src="/image.png"><button onclick="fetch('/echo', { method: 'POST', body: JSON.stringify({ question: 'well?' }) }); fetch('/long'); fetch('/cut').catch(() => 0); fetch('/endless')">Go</button>`,
      );
    await world.open('/');
    await world.click(button('Go'));
    await world.open('/');
    const { calls } = JSON.parse(await world.recorded('network')) as {
      calls: { url: string; [field: string]: unknown }[];
    };
    const of = (path: string): Record<string, unknown> => calls.find(({ url }) => url === world.site.url + path) ?? {};
    assert.deepEqual(
      [of('/echo')['requestBody'], of('/echo')['responseBody'], of('/echo')['status']],
      [{ text: '{"question":"well?"}' }, { text: '{"answer":"yes"}' }, 201],
    );
    assert.deepEqual(of('/long')['responseBody'], {
      text: long.slice(0, 65_536),
      note: 'cut: 100000 characters, of which 65536 are kept',
    });
    assert.match(String(of('/cut')['failure']), /ERR_/u);
    assert.equal(of('/endless')['responseBody'], undefined);
    assert.deepEqual(of('/image.png')['responseBody'], { note: 'not kept: image' });
  });
});
