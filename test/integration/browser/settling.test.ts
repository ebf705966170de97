import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, text, whole } from './browser-world.ts';

/*
 * Each page is such that a reading taken at once, without waiting, would see something else than it does after settling.
 */
describe('settling', () => {
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

  async function clickAndRead(body: string): Promise<unknown> {
    world.site.page('/', `${body}<output id="o"></output>`);
    await world.open('/');
    assert.deepEqual(await world.click(button('Go')), { outcome: 'done' });
    return await world.texts(css('#o'));
  }

  it('waits for changes that follow each other', async () => {
    const seen = await clickAndRead(
      `<button onclick="let n = 0; const t = setInterval(() => { o.textContent = ++n; if (n === 10) clearInterval(t) }, 100)">Go</button>`,
    );
    assert.deepEqual(seen, ['10']);
  });

  it('waits for a call that is on its way, and for what it brings', async () => {
    world.site.json('/slow', { ok: true }, 900);
    const seen = await clickAndRead(
      `<button onclick="fetch('/slow', { method: 'POST' }).then((r) => r.json()).then(() => setTimeout(() => { o.textContent = 'saved' }, 100))">Go</button>`,
    );
    assert.deepEqual(seen, ['saved']);
  });

  it('waits for a call that begins a moment after the click', async () => {
    world.site.json('/slow', { ok: true }, 300);
    const seen = await clickAndRead(
      `<button onclick="setTimeout(() => fetch('/slow').then(() => { o.textContent = 'saved' }), 120)">Go</button>`,
    );
    assert.deepEqual(seen, ['saved']);
  });

  it('sees what an optimistic page takes back', async () => {
    world.site.answer('/fav', (_, response) => setTimeout(() => response.writeHead(500).end(), 600));
    const seen = await clickAndRead(
      `<button onclick="o.textContent = 'on'; fetch('/fav', { method: 'POST' }).then((r) => { if (!r.ok) o.textContent = 'off' })">Go</button>`,
    );
    assert.deepEqual(seen, ['off']);
  });

  it('sees changes inside shadow trees', async () => {
    world.site.page(
      '/',
      `<x-y></x-y><script>customElements.define('x-y', class extends HTMLElement { constructor() { super();
      const root = this.attachShadow({ mode: 'open' }); root.innerHTML = '<button>Go</button><output>0</output>';
      root.querySelector('button').onclick = () => { let n = 0; const t = setInterval(() => { root.querySelector('output').textContent = ++n; if (n === 8) clearInterval(t) }, 100) } } })</script>`,
    );
    await world.open('/');
    await world.click(button('Go'));
    assert.deepEqual(await world.texts(css('output')), ['8']);
  });

  it('is over although streams, sockets and long polls stay open', async () => {
    const open: unknown[] = [];
    world.site.answer('/events', (_, response) =>
      open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n')),
    );
    world.site.answer('/stream', (_, response) =>
      open.push(response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: x\n\n')),
    );
    world.site.answer('/poll', (request) => open.push(request));
    const seen = await clickAndRead(
      `<button onclick="o.textContent = 'clicked'">Go</button><script>new EventSource('/events'); fetch('/stream'); fetch('/poll'); new WebSocket(location.origin.replace('http', 'ws') + '/socket')</script>`,
    );
    assert.deepEqual(seen, ['clicked']);
    assert.equal(open.length, 3);
  });

  it('is over although the page never rests', async () => {
    const seen = await clickAndRead(
      `<button onclick="o.textContent = 'clicked'">Go</button><p id="p"></p><script>setInterval(() => { p.textContent = performance.now() }, 20)</script>`,
    );
    assert.deepEqual(seen, ['clicked']);
  });

  it('is over although another host does not answer', async () => {
    const silent = await BrowserWorld.open(engine);
    silent.site.answer('/', () => undefined);
    const started = performance.now();
    const seen = await clickAndRead(
      `<button onclick="fetch('${silent.site.url}/'); o.textContent = 'clicked'">Go</button>`,
    );
    assert.deepEqual(seen, ['clicked']);
    // Not one of the system's own hosts: if it counted, each act would take the whole 3 s.
    assert.ok(performance.now() - started < 3_000);
    await silent[Symbol.asyncDispose]();
  });

  for (const leave of ['open', 'reload', 'fresh'] as const) {
    it(`lets a call that the page began by itself end before the page is left by ${leave}`, async () => {
      const save = saveOnPush(world);
      world.site.page(
        '/',
        `<p>x</p><script>new EventSource('/events').onmessage = () => fetch('/save', { method: 'POST' })</script>`,
      );
      await world.open('/');
      save.push();
      await save.began;
      const actor = 'reader';
      if (leave === 'open') await world.open('/');
      else if (leave === 'reload') await world.observe({ verb: 'browser.reload', actor });
      else await world.observe({ verb: 'browser.fresh', actor, signedIn: true });
      assert.equal(save.arrived(), 'whole');
    });
  }

  it('can be asked for: of one actor and of all', async () => {
    world.site.page(
      '/',
      `<output id="o">0</output><script>setTimeout(() => { let n = 0; const t = setInterval(() => { o.textContent = ++n; if (n === 12) clearInterval(t) }, 100) }, 300)</script>`,
    );
    await world.observe({ verb: 'browser.open', actor: 'reader', path: '/', until: text(whole('3')) });
    await world.open('/', 'author');
    await world.browser.settleAll(performance.now() + 10_000);
    assert.deepEqual(await world.texts(css('#o')), ['12']);
    await world.browser.settle('nobody', performance.now() + 10_000);
  });
});

/** A page that listens is told to save, when no act is under way; the answer takes its time. */
function saveOnPush({ site }: BrowserWorld): { push: () => void; began: Promise<void>; arrived: () => string } {
  let arrived = 'not at all';
  const listening: ServerResponse[] = [];
  site.answer('/events', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    listening.push(response);
  });
  const began = new Promise<void>((resolve) => {
    site.answer('/save', (_, response) => {
      resolve();
      response.on('close', () => {
        arrived = response.writableFinished ? 'whole' : 'cut off';
      });
      setTimeout(() => response.end(), 800);
    });
  });
  return {
    push: () => {
      for (const response of listening) response.write('data: save\n\n');
    },
    began,
    arrived: () => arrived,
  };
}
