import assert from 'node:assert/strict';
import type { Locator, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, text, whole } from './browser-world.ts';

const nothing = { properties: [], attributes: [], styles: [] } as const;

describe('frames and alternatives in the browser', () => {
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

  async function show(body: string): Promise<void> {
    world.site.page('/', body);
    await world.open('/');
  }
  const inFrame = (locator: Locator<Value>, frame: Locator<Value> = css('iframe')): Locator<Value> => ({
    ...locator,
    frame,
  });
  const notSee = async (locator: Locator<Value>): Promise<Value> =>
    await world.observe({ verb: 'browser.notSee', actor: 'reader', locator });

  it('are looked at and acted on in the document of the frame alone', async () => {
    world.site.page(
      '/inner',
      `<p>inner</p><label>Name <input oninput="o.textContent = this.value"></label><button onclick="o.textContent += '!'">Go</button><output id="o"></output>`,
    );
    await show('<p>outer</p><button>Go</button><iframe title="Form" src="/inner"></iframe>');
    const frame: Locator<Value> = { by: { kind: 'title', text: whole('Form') } };
    assert.deepEqual(await world.texts(inFrame(css('p'), frame)), ['inner']);
    assert.deepEqual(await world.texts(css('p')), ['outer']);
    const name = inFrame({ by: { kind: 'label', text: whole('Name') } }, frame);
    await world.observe({ verb: 'browser.fill', actor: 'reader', locator: name, value: 'Ann' });
    assert.deepEqual(await world.click(inFrame(button('Go'), frame)), { outcome: 'done' });
    assert.deepEqual(await world.texts(inFrame(css('#o'), frame)), ['Ann!']);
    assert.deepEqual(await notSee(inFrame(text(whole('outer')), frame)), { count: 0, texts: [] });
  });

  it('of another origin are reached all the same', async () => {
    const stranger = await strangers();
    stranger.site.page('/', '<button onclick="this.textContent = 1">Pay</button>');
    await show(`<iframe src="${stranger.site.url.replace('localhost', '127.0.0.1')}/"></iframe>`);
    assert.deepEqual(await world.click(inFrame(button('Pay'))), { outcome: 'done' });
    assert.deepEqual(await world.texts(inFrame(button('1'))), ['1']);
  });

  it('that are not there, are several, are none, or could not be loaded meet no expectation, least of all one of absence', async () => {
    const failed = async (frame?: Locator<Value>): Promise<unknown> => await notSee(inFrame(text(whole('x')), frame));
    await show('<p>x</p>');
    assert.deepEqual(await failed(), { failed: 'no-frame', detail: 'the frame is not on the page' });
    assert.deepEqual(await world.click(inFrame(button('Go'))).catch(String), {
      outcome: 'not-found',
      detail: 'the frame is not on the page',
    });
    assert.deepEqual(await failed(css('p')), { failed: 'no-frame', detail: 'what was found is no frame' });
    world.site.page('/a', '<p>a</p>');
    await show('<iframe src="/a"></iframe><iframe src="/a"></iframe>');
    assert.deepEqual(await failed(), { failed: 'no-frame', detail: '2 frames like this are on the page' });
    world.site.answer('/cut', (request) => request.socket.destroy());
    await show('<iframe src="/cut"></iframe>');
    assert.deepEqual(await failed(), { failed: 'no-frame', detail: 'the frame’s page could not be loaded' });
  });

  it('of strangers that never rest do not hold a page up; one’s own do', async () => {
    const stranger = await strangers();
    const restless = '<p id="p"></p><script>setInterval(() => { p.textContent = performance.now() }, 20)</script>';
    stranger.site.page('/', restless);
    world.site.page('/own', restless);
    const settledInMs = async (src: string): Promise<number> => {
      await show(`<iframe src="${src}"></iframe><p>x</p>`);
      const startMs = performance.now();
      await world.browser.settleAll(performance.now() + 10_000);
      return performance.now() - startMs;
    };
    // Each takes the whole 3 s of settling, or a moment.
    assert.ok((await settledInMs(`${stranger.site.url}/`)) < 2_500);
    assert.ok((await settledInMs('/own')) > 2_900);
  });

  describe('any of several', () => {
    const seeAny = async (...any: readonly Locator<Value>[]): Promise<unknown> => {
      const alternatives = any.map((locator) => ({ locator, read: { ...nothing, properties: ['text'] as const } }));
      return await world.observe({ verb: 'browser.seeAny', actor: 'reader', any: alternatives });
    };

    it('are read each, in their order', async () => {
      await show('<p>b</p><h1>a</h1><p>c</p>');
      assert.deepEqual(await seeAny(role('heading'), css('p'), css('h2')), {
        any: [
          { count: 1, elements: [{ text: 'a' }], texts: ['a'] },
          { count: 2, elements: [{ text: 'b' }, { text: 'c' }], texts: ['b', 'c'] },
          { count: 0, elements: [], texts: [] },
        ],
      });
    });

    it('are read at one moment: never both of what takes turns', async () => {
      await show(
        '<h1 id="h">a</h1><p id="p" hidden>b</p><script>setInterval(() => { h.hidden = !h.hidden; p.hidden = !p.hidden }, 0)</script>',
      );
      for (let look = 0; look < 40; look += 1) {
        const { any } = (await seeAny(css('h1'), css('p'))) as { any: { count: number }[] };
        assert.equal(
          any.reduce((sum, { count }) => sum + count, 0),
          1,
        );
      }
    });

    it('may be in frames; one whose frame is missing leaves the others', async () => {
      world.site.page('/inner', '<p>inner</p>');
      await show('<p>outer</p><iframe src="/inner"></iframe>');
      assert.deepEqual(await seeAny(css('p'), inFrame(css('p')), inFrame(css('p'), css('#none'))), {
        any: [
          { count: 1, elements: [{ text: 'outer' }], texts: ['outer'] },
          { count: 1, elements: [{ text: 'inner' }], texts: ['inner'] },
          { failed: 'no-frame', detail: 'the frame is not on the page' },
        ],
      });
    });
  });
});
