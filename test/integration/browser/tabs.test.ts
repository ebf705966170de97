import assert from 'node:assert/strict';
import type { Locator, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, text, whole } from './browser-world.ts';

describe('tabs of the browser', () => {
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

  const link = (name: string): Locator<Value> => role('link', whole(name));
  const at = async (): Promise<Value> => await world.observe({ verb: 'browser.at', actor: 'reader' });

  it('that a link or a script opens are where the actor is, also when they come late', async () => {
    world.site
      .page('/', '<p>first</p><a href="/second" target="_blank">Second</a>')
      .page('/third', '<p>third</p>')
      .answer('/second', (_, response) =>
        setTimeout(() => {
          response.writeHead(200, { 'content-type': 'text/html' });
          response.end(`<p>second</p><button onclick="window.open('/third')">Third</button>`);
        }, 700),
      );
    await world.open('/');
    assert.deepEqual(await world.click(link('Second')), { outcome: 'done' });
    assert.deepEqual(await world.texts(css('p')), ['second']);
    assert.deepEqual(await world.click(button('Third')), { outcome: 'done' });
    assert.deepEqual(await at(), { path: '/third', title: 'Fixture' });
  });

  it('that close give way to the one before', async () => {
    world.site
      .page('/', `<p>first</p><button onclick="window.open('/second')">Open</button>`)
      .page('/second', '<p>second</p><button onclick="window.close()">Close</button>');
    await world.open('/');
    await world.click(button('Open'));
    assert.deepEqual(await world.texts(css('p')), ['second']);
    assert.deepEqual(await world.click(button('Close')), { outcome: 'done' });
    assert.deepEqual(await world.texts(css('p')), ['first']);
    assert.deepEqual(await world.click(button('Open')), { outcome: 'done' });
    assert.deepEqual(await world.texts(css('p')), ['second']);
  });

  it('that were closed by another, in whatever order, leave the last one that is open', async () => {
    world.site
      .page('/', `<p>first</p><button onclick="a = window.open('/a')">Open</button>`)
      .page('/a', `<p>a</p><button onclick="window.open('/b')">Open</button>`)
      .page(
        '/b',
        `<p>b</p><button onclick="opener.close()">Close</button><button onclick="window.close()">Leave</button>`,
      );
    await world.open('/');
    await world.click(button('Open'));
    await world.click(button('Open'));
    await world.click(button('Close'));
    assert.deepEqual(await world.texts(css('p')), ['b']);
    await world.click(button('Leave'));
    assert.deepEqual(await world.texts(css('p')), ['first']);
  });

  it('are empty windows that scripts write, too', async () => {
    world.site.page(
      '/',
      `<button onclick="const w = window.open(''); w.document.write('<p>written</p>'); w.document.close()">Print</button>`,
    );
    await world.open('/');
    await world.click(button('Print'));
    assert.deepEqual(await world.texts(css('p')), ['written']);
  });

  it('are recorded all: their calls, what they say, what they ask', async () => {
    world.site
      .json('/api/a', 1)
      .json('/api/b', 2)
      .page(
        '/',
        `<button onclick="window.open('/second')">Open</button><script>onmessage = () => fetch('/api/a')</script>`,
      )
      .page(
        '/second',
        `<button onclick="console.log('said by the second'); alert('Sure?'); fetch('/api/b'); opener.postMessage(1)">Go</button>`,
      );
    await world.open('/');
    world.browser.markWhen();
    await world.click(button('Open'));
    await world.click(button('Go'));
    const { calls } = (await world.requests()) as { calls: { path: string }[] };
    assert.deepEqual(calls.map(({ path }) => path).toSorted(), ['/api/a', '/api/b', '/second']);
    assert.deepEqual(await world.observe({ verb: 'browser.asked', actor: 'reader' }), {
      count: 1,
      dialogs: [{ type: 'alert', text: 'Sure?', answer: 'dismissed' }],
    });
    assert.match(await world.recorded('console'), /said by the second/u);
  });

  it('are waited for until they have settled', async () => {
    world.site
      .json('/slow', { ok: true }, 600)
      .page('/', '<a href="/second" target="_blank">Second</a>')
      .page(
        '/second',
        `<output id="o">0</output><script>let n = 0; const t = setInterval(() => { o.textContent = ++n; if (n === 8) { clearInterval(t); fetch('/slow').then(() => { o.textContent = 'loaded' }) } }, 100)</script>`,
      );
    await world.open('/');
    await world.click(link('Second'));
    assert.deepEqual(await world.texts(css('#o')), ['loaded']);
  });

  it('go back by themselves, each in its own history', async () => {
    world.site
      .page('/', '<a href="#one">One</a><a href="/next">Next</a><a href="/tab" target="_blank">Tab</a>')
      .page('/next', '<p>next</p>')
      .page('/tab', '<p>tab</p>');
    const back = { verb: 'browser.back', actor: 'reader' } as const;
    await world.open('/');
    const nowhere = { outcome: 'not-possible', detail: 'there is no page before this one' };
    assert.deepEqual(await world.observe(back), nowhere);
    await world.click(link('One'));
    await world.click(link('Next'));
    assert.deepEqual(await world.observe(back), { outcome: 'done' });
    assert.deepEqual(await at(), { path: '/#one', title: 'Fixture' });
    assert.deepEqual(await world.observe(back), { outcome: 'done' });
    assert.deepEqual(await at(), { path: '/', title: 'Fixture' });
    await world.click(link('Tab'));
    assert.deepEqual(await world.observe(back), nowhere);
    assert.deepEqual(await world.texts(text(whole('tab'))), ['tab']);
  });

  it('going back bring a page that the server can’t make as a failed act', async () => {
    // Without this, a browser takes the page before from its cache.
    world.site.page('/', '<a href="/next">Next</a>', { 'cache-control': 'no-store' }).page('/next', '<p>next</p>');
    await world.open('/');
    await world.click(link('Next'));
    world.site.answer('/', (_, response) => response.writeHead(502).end());
    assert.deepEqual(await world.observe({ verb: 'browser.back', actor: 'reader' }), {
      outcome: 'not-possible',
      detail: 'the server answered 502',
    });
  });
});
