import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, launch } from './browser-world.ts';

describe('evidence of the browser', () => {
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

  it('is a picture of what the window shows, though a font never comes', async () => {
    world.site.answer('/never.woff2', () => undefined);
    world.site.page(
      '/',
      `<style>@font-face { font-family: F; src: url(/never.woff2) } body { font-family: F; background: red; height: 5000px }</style><p>x</p>`,
    );
    await world.open('/');
    const ref = await world.browser.screenshot('reader', 'the page at the end');
    assert.ok(ref !== undefined);
    assert.deepEqual([ref.kind, ref.mediaType, ref.title], ['screenshot', 'image/png', 'the page at the end']);
    const png = world.read(ref);
    // Width and height stand at a fixed place in every PNG.
    assert.deepEqual([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], ['PNG', 1280, 800]);
  });

  it('is an outline of what the page offers, without icon signs, and cut when it is long', async () => {
    world.site.page('/', '<h1>News</h1><button aria-pressed="true">\uE001 Favorite</button>');
    world.site.page('/long', `<script>document.write('<p>${'word '.repeat(20)}</p>'.repeat(2000))</script>`);
    await world.open('/');
    const ref = await world.browser.outline('reader', 'what was there');
    assert.ok(ref !== undefined);
    assert.equal(ref.kind, 'page');
    assert.equal(
      world.read(ref).toString(),
      `# ${world.site.url}/\n- heading "News" [level=1]\n- button "Favorite" [pressed]`,
    );
    await world.open('/long');
    const long = await world.browser.outline('reader', 'what was there');
    assert.match(long?.truncated ?? '', /^\d+ characters, of which 65536 are kept$/u);
    assert.equal(long?.bytes, 65_536);
  });

  it('is nothing where nothing was opened', async () => {
    assert.equal(await world.browser.screenshot('reader', 'x'), undefined);
    assert.equal(await world.browser.outline('reader', 'x'), undefined);
    assert.deepEqual(await world.browser.flushRecord(), []);
    assert.deepEqual(world.browser.actors, []);
  });

  it('is what the page said: messages with their place, and errors that nobody caught', async () => {
    world.site.page(
      '/',
      `<button onclick="throw new TypeError('from the click')">Go</button><script>console.warn('careful', { a: 1 }); Promise.reject(new Error('nobody waits'))</script>`,
    );
    await world.open('/');
    await world.click(button('Go'));
    const { actor, entries } = JSON.parse(await world.recorded('console')) as {
      actor: string;
      entries: { kind: string; type: string; text: string; location?: string }[];
    };
    assert.equal(actor, 'reader');
    const of = (part: string): { kind?: string; type?: string; location?: string } =>
      entries.find(({ text }) => text.includes(part)) ?? {};
    assert.deepEqual([of('careful').kind, of('careful').type], ['message', 'warning']);
    assert.match(of('careful').location ?? '', new RegExp(`^${world.site.url}/:1:\\d+$`, 'u'));
    assert.deepEqual([of('from the click').kind, of('from the click').type], ['error', 'TypeError']);
    assert.equal(of('nobody waits').kind, 'error');
  });

  it('comes with every act, and says what became of it', async () => {
    world.site.page('/', '<button>Go</button>');
    const observation = await world.perform({ verb: 'browser.open', actor: 'reader', path: '/' });
    assert.ok(observation.kind === 'observed');
    const [ref] = observation.evidence;
    assert.deepEqual(
      [ref.kind, JSON.parse(world.read(ref).toString())],
      ['observation', { verb: 'browser.open', actor: 'reader', observed: { outcome: 'done' } }],
    );
  });

  it('is kept apart for each actor', async () => {
    world.site.page('/', '<p>x</p>');
    await world.open('/', 'reader');
    await world.open('/', 'author');
    const refs = await world.browser.flushRecord();
    assert.deepEqual(
      refs.map(({ title }) => title),
      ['network calls of reader', 'network calls of author'],
    );
  });
});
