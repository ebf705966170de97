import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role } from './browser-world.ts';

describe('what goes wrong in the browser', () => {
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
    await other?.[Symbol.asyncDispose]();
    other = undefined;
  });

  let other: BrowserWorld | undefined;
  const strangers = async (): Promise<BrowserWorld> => (other = await BrowserWorld.open(engine));

  const said = (errors: readonly { actor: string; text: string }[]): readonly string[] =>
    errors.map(({ actor, text }) => `${actor}: ${text}`);

  it('on the server is each 5xx of the own hosts that came from the network: documents, calls, files, workers', async () => {
    const stranger = await strangers();
    for (const site of [stranger.site, world.site])
      site.answer('/broken', (_, response) => response.writeHead(503, { 'access-control-allow-origin': '*' }).end());
    world.site
      .answer('/refused', (_, response) => response.writeHead(404).end())
      .answer('/document', (_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end('<p>no</p>'))
      .script('/w.js', `onmessage = () => fetch('/broken?worker')`)
      .page(
        '/',
        `<img src="/broken?image"><button onclick="fetch('/broken?call'); fetch('/refused'); fetch('${stranger.site.url}/broken'); w.postMessage(1)">Go</button><script>const w = new Worker('/w.js')</script>`,
      );
    const startMs = performance.now();
    await world.open('/');
    await world.click(button('Go'));
    await world.open('/document', 'author');
    const errors = world.browser.serverErrors();
    assert.deepEqual(said(errors).toSorted(), [
      'author: GET /document: 500',
      'reader: GET /broken?call: 503',
      'reader: GET /broken?image: 503',
      'reader: GET /broken?worker: 503',
    ]);
    assert.ok(errors.every(({ atMs }) => atMs >= startMs && atMs <= performance.now()));
  });

  it('in scripts is what nobody caught: errors, rejections and things thrown, not what was only logged or caught late', async () => {
    world.site.page('/tab', `<script>setTimeout(() => { throw new Error('tab') }, 20)</script>`).page(
      '/',
      `<button onclick="throw new TypeError('click')">Throw</button><button onclick="Promise.reject(new Error('rejected'))">Reject</button>
      <button onclick="throw 'just text'">Text</button><button onclick="window.open('/tab')">Tab</button>
      <button onclick="console.error('logged'); const late = Promise.reject(new Error('late')); setTimeout(() => late.catch(() => 0), 50); try { throw 1 } catch {}">Fine</button>`,
    );
    await world.open('/');
    for (const name of ['Fine', 'Throw', 'Reject', 'Text', 'Tab']) await world.click(button(name));
    assert.deepEqual(said(world.browser.scriptErrors()), [
      'reader: Uncaught TypeError: click',
      'reader: Uncaught (in promise) Error: rejected',
      'reader: Uncaught just text',
      'reader: Uncaught Error: tab',
    ]);
    assert.deepEqual(world.browser.serverErrors(), []);
  });

  it('in scripts of strangers’ frames is not counted; in one’s own frames it is', async () => {
    const stranger = await strangers();
    stranger.site.page('/', `<script>throw new Error('strange')</script>`);
    world.site.page('/own', `<script>throw new Error('own')</script>`);
    world.site.page('/', `<iframe src="${stranger.site.url}/"></iframe><iframe src="/own"></iframe>`);
    await world.open('/');
    assert.deepEqual(said(world.browser.scriptErrors()), ['reader: Uncaught Error: own']);
    assert.match(await world.recorded('console'), /strange/u);
  });

  it('to a page’s process is an error, too', async () => {
    world.site.page('/', '<p>x</p>');
    await world.open('/');
    await world.perform({ verb: 'browser.open', actor: 'reader', path: 'chrome://crash' });
    // The next probe hears of it, too.
    await world.perform({ verb: 'browser.back', actor: 'reader' });
    assert.deepEqual(said(world.browser.scriptErrors()), ['reader: the page’s process died']);
  });

  it('can be reloaded between looks, and is settled then; nobody’s page is nothing', async () => {
    world.site.answer('/', (_, response) => {
      const times = String(world.site.callsTo('/').length);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        `<output></output><script>setTimeout(() => { document.querySelector('output').textContent = ${times} }, 150)</script>`,
      );
    });
    await world.browser.reload('reader', performance.now() + 5_000);
    await world.open('/');
    await world.browser.reload('reader', performance.now() + 5_000);
    assert.deepEqual(await world.texts(css('output')), ['2']);
  });

  it('asked when the page is left is answered as was said, once; else whoever leaves leaves', async () => {
    world.site
      .page(
        '/',
        `<p>form</p><button onclick="onbeforeunload = (e) => { e.preventDefault() }">Type</button><a href="/next">Leave</a><button onclick="confirm('Really?')">Ask</button>`,
      )
      .page('/next', '<p>next</p>');
    const leave = async (): Promise<unknown> => {
      await world.click(role('link'));
      return await world.texts(css('p'));
    };
    await world.open('/');
    await world.click(button('Type'));
    await world.perform({ verb: 'browser.dialog', actor: 'reader', answer: 'dismiss' }, 5_000, { id: 'when.1' });
    assert.deepEqual(world.browser.unmetDialogs(), ['when.1']);
    assert.deepEqual(await leave(), ['form']);
    assert.deepEqual(world.browser.unmetDialogs(), []);
    await world.click(button('Ask'));
    assert.deepEqual(await leave(), ['next']);
    const asked = await world.observe({ verb: 'browser.asked', actor: 'reader' });
    assert.deepEqual(
      (asked as { dialogs: readonly { type: string; answer: string }[] }).dialogs.map(({ type, answer }) => [
        type,
        answer,
      ]),
      [
        ['beforeunload', 'dismissed'],
        ['confirm', 'dismissed'],
        ['beforeunload', 'accepted'],
      ],
    );
  });

  it('asked before `when` counts from the beginning, then from there on', async () => {
    world.site.page(
      '/',
      `<button onclick="confirm('Sure?')">Ask</button><button onclick="prompt('Name?')">Prompt</button>`,
    );
    const asked = { verb: 'browser.asked', actor: 'reader' } as const;
    assert.deepEqual(await world.observe(asked), { count: 0, dialogs: [] });
    await world.open('/');
    await world.observe({ verb: 'browser.dialog', actor: 'reader', answer: 'accept' });
    await world.click(button('Ask'));
    const sure = { type: 'confirm', text: 'Sure?', answer: 'accepted' };
    assert.deepEqual(await world.observe(asked), { count: 1, dialogs: [sure] });
    world.browser.markWhen();
    assert.deepEqual(await world.observe(asked), { count: 0, dialogs: [] });
    await world.click(button('Prompt'));
    assert.deepEqual(await world.observe(asked), {
      count: 1,
      dialogs: [{ type: 'prompt', text: 'Name?', answer: 'dismissed' }],
    });
  });
});
