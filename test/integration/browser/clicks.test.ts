import assert from 'node:assert/strict';
import type { BrowserAct, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, whole } from './browser-world.ts';

type Click = Extract<BrowserAct<Value>, { verb: 'browser.click' }>;

/** Writes down every press of the mouse that the page meets: where, and how many it is in a row. */
const notes = `<output id="o"></output><script>document.addEventListener('click', (event) => {
  o.textContent += event.target.tagName + event.detail + ' ' }, true)</script>`;

describe('clicks in the browser', () => {
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

  async function show(body: string): Promise<void> {
    world.site.page('/', body);
    await world.open('/');
  }
  const click = async (how: Partial<Click>, withinMs?: number): Promise<Value> =>
    await world.observe(
      { verb: 'browser.click', actor: 'reader', locator: button('Save'), look: false, ...how },
      withinMs,
    );
  const noted = async (): Promise<unknown> => await world.texts(css('#o'));

  it('twice are a double click on one place', async () => {
    await show(`<button ondblclick="o.textContent += 'double '">Save</button>${notes}`);
    assert.deepEqual(await click({ times: 2 }), { outcome: 'done' });
    assert.deepEqual(await noted(), ['BUTTON1 BUTTON2 double']);
  });

  it('more than there is time for end with the criterion’s time', async () => {
    await show(`<button>Save</button>`);
    const probe = { verb: 'browser.click', actor: 'reader', locator: button('Save'), look: false } as const;
    for (const how of [{}, { by: 'keyboard' }] as const) {
      const ended = await world.perform({ ...probe, ...how, times: 1_000_000 }, 500, { deadlineMs: 2_000 });
      assert.ok(ended.kind === 'timed-out' && ended.cause === 'time');
      assert.match(ended.why, /the criterion’s time was over after \d+ of 1000000 clicks/u);
    }
  });

  it('go to the place where the target was, though it is gone, disabled or somewhere else after the first', async () => {
    for (const [change, expected] of [
      ['this.remove()', 'BUTTON1 DIV2 DIV3'],
      // What is disabled hears nothing.
      ['this.disabled = true', 'BUTTON1'],
      ["this.style.marginLeft = '500px'", 'BUTTON1 DIV2 DIV3'],
      ["this.textContent = 'Saved'", 'BUTTON1 BUTTON2 BUTTON3'],
    ] as const) {
      await show(`<div style="height:50px"><button onclick="${change}">Save</button></div>${notes}`);
      assert.deepEqual(await click({ times: 3 }), { outcome: 'done' });
      assert.deepEqual(await noted(), [expected]);
    }
  });

  it('wait once for a target that is late, and then do not wait', async () => {
    await show(`<div style="height:50px"><button disabled id="b" onclick="this.disabled = true; setTimeout(() => { b.disabled = false }, 700)">Save</button></div>
      <script>setTimeout(() => { b.disabled = false }, 600)</script>${notes}`);
    assert.deepEqual(await click({ times: 2 }), { outcome: 'done' });
    assert.deepEqual(await noted(), ['BUTTON1']);
  });

  it('that come slowly are single ones, each after its time', async () => {
    await show(
      `<button onclick="const now = performance.now(); if (this.last) o.textContent += now - this.last >= 590 ? 'later ' : 'too soon '; this.last = now">Save</button>${notes}`,
    );
    await click({ times: 3, everyMs: 600 });
    assert.deepEqual(await noted(), ['BUTTON1 BUTTON1 later BUTTON1 later']);
  });

  it('on a button of a form send it as often, though the page of the first answer never comes', async () => {
    for (const by of ['mouse', 'keyboard'] as const) {
      let sent = 0;
      world.site.answer('/loans', (_, response) => {
        sent += 1;
        // The answer comes when all were sent: until then the page stays.
        if (sent % 3 === 0) response.writeHead(303, { location: '/done' }).end();
      });
      world.site.page('/done', 'done');
      await show('<form method="post" action="/loans"><button>Save</button></form>');
      assert.deepEqual(await click({ times: 3, ...(by === 'keyboard' ? { by } : {}) }), { outcome: 'done' });
      await world.browser.settleAll(Number.POSITIVE_INFINITY);
      assert.equal(sent, 3, by);
    }
  });

  it('meet a link that is broken over two lines', async () => {
    await show(
      `<p style="width:120px;font:20px monospace">aaaaaa <a href="#x">bbbbb ccccc</a></p>${notes}<script>document.querySelector('a').scrollIntoView()</script>`,
    );
    await click({ locator: role('link', whole('bbbbb ccccc')), times: 2 });
    assert.deepEqual(await noted(), ['A1 A2']);
  });

  it('go to a target that lies far down, and in a frame', async () => {
    world.site.page('/inner', `<div style="height:3000px"></div><button>Save</button>${notes}`);
    await show('<div style="height:2000px"></div><iframe src="/inner" style="margin-left:300px"></iframe>');
    const frame = css('iframe');
    await click({ locator: { ...button('Save'), frame }, times: 2 });
    assert.deepEqual(await world.texts({ ...css('#o'), frame }), ['BUTTON1 BUTTON2']);
  });

  it('by keyboard reach what takes the focus, and nothing else', async () => {
    await show(
      `<div style="position:fixed;inset:0"></div><button>Save</button><div role="button" onclick="">Open</div>${notes}`,
    );
    assert.deepEqual(await click({ by: 'keyboard', times: 2 }), { outcome: 'done' });
    // A press of Enter is a click without a mouse, though something lies above.
    assert.deepEqual(await noted(), ['BUTTON0 BUTTON0']);
    const open = (await click({ by: 'keyboard', locator: button('Open') })) as { outcome: string; detail: string };
    assert.equal(open.outcome, 'not-possible');
    assert.match(open.detail, /focus/u);
    assert.deepEqual(await noted(), ['BUTTON0 BUTTON0']);
  });

  it('do not happen when there are several targets, or none that can be clicked', async () => {
    await show(`<button>Save</button><button>Save</button><button disabled>Off</button>${notes}`);
    for (const by of [{ times: 2 }, { by: 'keyboard' }] as const) {
      assert.equal(((await click(by)) as { outcome: string }).outcome, 'ambiguous');
      const off = await click({ locator: button('Off'), ...by }, 500);
      assert.deepEqual(off, { outcome: 'not-possible', detail: 'it is disabled' });
    }
    // What is empty is not seen.
    assert.deepEqual(await noted(), []);
  });

  it('right after the opening meet a page that wakes late, where its waking can be seen', async () => {
    world.site.answer('/app.js', (_, response) =>
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end(`document.querySelector('button').onclick = () => { o.textContent = 'saved' }`);
      }, 900),
    );
    await show('<button>Save</button><output id="o"></output><script src="/app.js" async></script>');
    await click({});
    assert.deepEqual(await noted(), ['saved']);
  });

  it('wait for a target that comes late to be awake', async () => {
    world.site.answer('/late.js', (_, response) =>
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'text/javascript' });
        response.end(`document.querySelector('button').onclick = () => { o.textContent = 'saved' }`);
      }, 700),
    );
    // The button comes long after the page has come to rest, and its script later still.
    await show(`<output id="o"></output><script>setTimeout(() => { const b = document.createElement('button'); b.textContent = 'Save'; document.body.append(b);
      const s = document.createElement('script'); s.src = '/late.js'; document.body.append(s) }, 800)</script>`);
    await click({});
    assert.deepEqual(await noted(), ['saved']);
  });
});
