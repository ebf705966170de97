import assert from 'node:assert/strict';
import type { BrowserAct, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, text, whole } from './browser-world.ts';

type Fail = Extract<BrowserAct<Value>, { verb: 'browser.fail' }>;

const calls = (...paths: readonly string[]): string =>
  paths
    .map(
      (path) =>
        `<button onclick="fetch('${path}', { method: '${path.startsWith('/save') ? 'POST' : 'GET'}' }).then(async (r) => { o.textContent += r.status + (await r.text()) + ' ' }, () => { o.textContent += 'refused ' })">${path}</button>`,
    )
    .join('') + '<output id="o"></output>';

const status = (code: number, more: object = {}): Fail['answer'] => ({ kind: 'status', status: code, ...more });

describe('calls that are made to fail', () => {
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

  async function show(body: string, actor = 'reader'): Promise<void> {
    world.site.page('/', body);
    await world.open('/', actor);
  }
  const equal = (value: string): NonNullable<Fail['path']> => ({ is: 'equal', value });
  const fail = async (how: Partial<Fail>, id = 'given.2'): Promise<void> => {
    const probe: Fail = { verb: 'browser.fail', actor: 'reader', answer: status(503), ...how };
    const set = await world.perform(probe, 5_000, { id });
    assert.deepEqual(set.kind === 'observed' && set.value, { outcome: 'done' });
  };
  const told = async (actor = 'reader'): Promise<unknown> => await world.texts(css('#o'), actor);

  it('are answered once and never reach the network, nor count as requests or as errors of the server', async () => {
    world.site.json('/save', 'ok');
    await show(calls('/save'));
    await fail({ method: 'POST', path: equal('/save') });
    assert.deepEqual(world.browser.unmetFaults(), ['given.2']);
    await world.click(button('/save'));
    assert.deepEqual(await told(), ['503']);
    assert.deepEqual(world.browser.unmetFaults(), []);
    const asked = { verb: 'browser.requests', actor: 'reader', path: equal('/save') } as const;
    assert.deepEqual(await world.observe(asked), { count: 0, calls: [] });
    assert.equal(world.site.callsTo('/save').length, 0);
    await world.click(button('/save'));
    assert.deepEqual(await told(), ['503 200"ok"']);
    assert.equal(world.site.callsTo('/save').length, 1);
    assert.deepEqual(world.browser.serverErrors(), []);
    assert.match(await world.recorded('network'), /"fault": true/u);
  });

  it('are over when the page has settled after its answer: what it throws of it is before that, the rest after it', async () => {
    await show(
      `<button onclick="fetch('/x').then((r) => r.json())">Provoke</button><button onclick="throw new Error('real')">Throw</button>`,
    );
    await fail({ path: equal('/x') });
    assert.deepEqual([...world.browser.faultEnds()], []);
    await world.click(button('Provoke'));
    const [end, ...more] = [...world.browser.faultEnds()];
    await world.click(button('Throw'));
    assert.deepEqual([end?.[0], more], ['given.2', []]);
    assert.deepEqual([...world.browser.faultEnds()], [end]);
    const [provoked, real] = world.browser.scriptErrors();
    assert.ok(end !== undefined && provoked !== undefined && real !== undefined);
    assert.ok(provoked.atMs < end[1] && end[1] < real.atMs);
  });

  it('are answered with data or text, or not at all', async () => {
    await show(calls('/a', '/b', '/c'));
    await fail({ path: equal('/a'), answer: status(422, { json: { why: 'so' } }) });
    await fail({ path: equal('/b'), answer: status(500, { text: 'Ünlucky' }) });
    await fail({ path: equal('/c'), answer: { kind: 'none' } });
    for (const path of ['/a', '/b', '/c']) await world.click(button(path));
    assert.deepEqual(await told(), ['422{"why":"so"} 500Ünlucky refused']);
    assert.deepEqual(world.site.calls.length, 1);
  });

  it('leave every other call alone: of another method, path, host or actor', async () => {
    const stranger = await strangers();
    stranger.site.answer('/save', (_, response) =>
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('far'),
    );
    world.site.json('/save', 'near').json('/saved', 'other').json('/get', 'got');
    await show(calls('/save', '/saved', '/get') + calls(`${stranger.site.url}/save`).replace('POST', 'GET'));
    await show(world.site.url === '' ? '' : calls('/save'), 'author');
    await world.observe({ verb: 'browser.reload', actor: 'reader' });
    await fail({ method: 'PUT', path: equal('/save') }, 'given.1');
    await fail({ actor: 'nobody-else', path: equal('/save') }, 'given.2');
    await world.click(button('/save'));
    assert.deepEqual(await told(), ['200"near"']);
    assert.deepEqual(world.browser.unmetFaults(), ['given.1', 'given.2']);
    await fail({ path: equal('/save') }, 'given.3');
    await world.click(button('/save'), 'author');
    assert.deepEqual(await told('author'), ['200"near"']);
    assert.deepEqual(world.browser.unmetFaults(), ['given.1', 'given.2', 'given.3']);
    await world.click(button('/save'));
    assert.deepEqual(await told(), ['200"near" 503']);
  });

  it('are several, each once, in the order in which they were set up, also when they come at the same moment', async () => {
    world.site.json('/x', 'ok');
    await show(
      `<button onclick="Promise.all([1, 2, 3].map(() => fetch('/x').then((r) => r.status))).then((all) => { o.textContent = all.sort() })">Go</button><output id="o"></output>`,
    );
    await fail({ path: { is: 'matches', pattern: '^/x' }, answer: status(500) }, 'given.1');
    await fail({ path: { is: 'matches', pattern: 'x$' }, answer: status(502) }, 'given.2');
    await world.click(button('Go'));
    assert.deepEqual(await told(), ['200,500,502']);
    assert.equal(world.site.callsTo('/x').length, 1);
  });

  it('are documents, too, and those of a frame or a new tab', async () => {
    world.site.page('/inner', '<p>inner</p>').page('/next', '<p>next</p>');
    await fail({ path: equal('/'), answer: status(500, { text: 'broken' }) });
    world.site.page('/', '<p>start</p><iframe src="/inner"></iframe><a href="/next" target="_blank">Next</a>');
    assert.deepEqual(await world.open('/'), { outcome: 'not-possible', detail: 'the server answered 500' });
    await fail({ path: equal('/inner'), answer: status(500, { text: 'no inner' }) });
    await world.open('/');
    assert.deepEqual(await world.texts({ ...css('body'), frame: css('iframe') }), ['no inner']);
    await fail({ path: equal('/next'), answer: status(500, { text: 'no tab' }) });
    await world.click({ by: { kind: 'role', role: 'link', name: whole('Next') } });
    assert.deepEqual(await world.texts(css('body')), ['no tab']);
    assert.deepEqual(world.browser.unmetFaults(), []);
    assert.deepEqual(world.browser.serverErrors(), []);
  });

  it('are those of workers and service workers, too; what a service worker answers by itself leaves the fault unmet', async () => {
    world.site
      .script(
        '/sw.js',
        `self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (e) => e.waitUntil(clients.claim()));
        self.addEventListener('fetch', (e) => { const { pathname } = new URL(e.request.url);
          if (pathname === '/kept') e.respondWith(new Response(' from the worker')); if (pathname === '/passed') e.respondWith(fetch(e.request)) })`,
      )
      .script('/w.js', `onmessage = () => fetch('/working').then((r) => postMessage(r.status))`)
      .json('/passed', 'ok')
      .json('/working', 'ok');
    world.site.page(
      '/',
      `${calls('/kept', '/passed')}<button onclick="w.postMessage(1)">Work</button><p>starting</p><script>
      const w = new Worker('/w.js'); w.onmessage = ({ data }) => { o.textContent += data + ' ' };
      navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready); navigator.serviceWorker.addEventListener('controllerchange', () => { document.querySelector('p').textContent = 'ready' })</script>`,
    );
    await world.observe({ verb: 'browser.open', actor: 'reader', path: '/', until: text(whole('ready')) });
    await fail({ path: equal('/kept') }, 'given.1');
    await fail({ path: equal('/passed') }, 'given.2');
    await fail({ path: equal('/working'), answer: status(504) }, 'given.3');
    await world.click(button('/kept'));
    await world.click(button('/passed'));
    await world.click(button('Work'));
    assert.deepEqual(await told(), ['200 from the worker 503 504']);
    assert.deepEqual(world.browser.unmetFaults(), ['given.1']);
    assert.equal(world.site.callsTo('/passed').length + world.site.callsTo('/working').length, 0);
    const passed = {
      verb: 'browser.requests',
      actor: 'reader',
      path: { is: 'matches', pattern: 'passed|working' },
    } as const;
    assert.deepEqual(await world.observe(passed), { count: 0, calls: [] });
    assert.deepEqual(world.browser.serverErrors(), []);
    await world.click(button('/passed'));
    assert.deepEqual(await world.observe(passed), {
      count: 1,
      calls: [{ method: 'GET', path: '/passed', status: 200 }],
    });
  });

  it('leave the browser’s cache as it is for people', async () => {
    world.site.answer('/cached', (_, response) =>
      response.writeHead(200, { 'cache-control': 'max-age=600' }).end(String(world.site.callsTo('/cached').length)),
    );
    await show(calls('/cached', '/other'));
    await world.click(button('/cached'));
    await fail({ path: { is: 'matches', pattern: 'never' } });
    await world.click(button('/cached'));
    assert.deepEqual(await told(), ['2001 2001']);
    assert.equal(world.site.callsTo('/cached').length, 1);
  });

  it('end when they are cleared, and follow the actor into a fresh browser', async () => {
    world.site.json('/a', 'ok');
    await show(calls('/a'));
    await fail({ path: equal('/a') });
    await world.observe({ verb: 'browser.fresh', actor: 'reader', signedIn: true });
    await world.open('/');
    await world.click(button('/a'));
    assert.deepEqual(await told(), ['503']);
    await fail({ path: equal('/a') });
    world.browser.clearFaults();
    await world.click(button('/a'));
    assert.deepEqual(await told(), ['503 200"ok"']);
    assert.deepEqual(world.browser.unmetFaults(), []);
  });
});
