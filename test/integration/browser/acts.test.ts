import assert from 'node:assert/strict';
import type { Locator, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, role, text, whole } from './browser-world.ts';

describe('acts in the browser', () => {
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
    assert.deepEqual(await world.open('/'), { outcome: 'done' });
  }

  const clickable = 'onclick="this.dataset.clicks = Number(this.dataset.clicks ?? 0) + 1"';
  const clicks = async (locator: Locator<Value>): Promise<unknown> => {
    const seen = (await world.see(locator, { properties: ['attribute'], attributes: ['data-clicks'] })) as {
      elements: { attribute: Record<string, string> }[];
    };
    return seen.elements.map(({ attribute }) => attribute['data-clicks'] ?? '0');
  };

  describe('click', () => {
    it('happens once', async () => {
      await show(`<button ${clickable}>Save</button>`);
      assert.deepEqual(await world.click(button('Save')), { outcome: 'done' });
      assert.deepEqual(await clicks(button('Save')), ['1']);
    });

    it('waits for a target that is not there yet, and for one that is disabled or covered for a while', async () => {
      await show(`<div id="cover" style="position:fixed;inset:0"></div><button id="b" disabled ${clickable}>Save</button>
        <script>setTimeout(() => cover.remove(), 300); setTimeout(() => { b.disabled = false }, 400);
        setTimeout(() => { const late = document.createElement('button'); late.textContent = 'Late'; late.onclick = () => late.dataset.clicks = 1; document.body.append(late) }, 500)</script>`);
      assert.deepEqual(await world.click(button('Save')), { outcome: 'done' });
      assert.deepEqual(await world.click(button('Late')), { outcome: 'done' });
      assert.deepEqual([await clicks(button('Save')), await clicks(button('Late'))], [['1'], ['1']]);
    });

    it('does not choose among several', async () => {
      await show(`<button ${clickable}>Save</button><button ${clickable}>Save</button>`);
      const outcome = (await world.click(button('Save'))) as { outcome: string; detail: string };
      assert.equal(outcome.outcome, 'ambiguous');
      assert.match(outcome.detail, /2 elements: 1\) <button/u);
      assert.deepEqual(await clicks(button('Save')), ['0', '0']);
      assert.deepEqual(await world.click({ ...button('Save'), nth: 2 }), { outcome: 'done' });
      assert.deepEqual(await clicks(button('Save')), ['0', '1']);
    });

    it('takes the one that is left when several were there only while the page changed', async () => {
      await show(
        `<button ${clickable}>Save</button><button id="old">Save</button><script>setTimeout(() => old.remove(), 250)</script>`,
      );
      assert.deepEqual(await world.click(button('Save')), { outcome: 'done' });
      assert.deepEqual(await clicks(button('Save')), ['1']);
    });

    it('says what stood in the way: disabled, covered, hidden, nothing there', async () => {
      await show(`<button disabled ${clickable}>Off</button><button ${clickable}>Under</button><button hidden>Hidden</button>
        <div style="position:fixed;inset:0" id="cover"></div>`);
      const outcome = async (name: string): Promise<unknown> =>
        await world.observe({ verb: 'browser.click', actor: 'reader', locator: button(name), look: false }, 1_500);
      assert.deepEqual(await outcome('Off'), { outcome: 'not-possible', detail: 'it is disabled' });
      const under = (await outcome('Under')) as { outcome: string; detail: string };
      assert.equal(under.outcome, 'not-possible');
      assert.match(under.detail, /id="cover".* intercepts pointer events/u);
      assert.deepEqual(await outcome('Nowhere'), { outcome: 'not-found', detail: 'nothing like this is on the page' });
      const hidden = { by: { kind: 'css', selector: 'button[hidden]' } } as const;
      assert.deepEqual(
        await world.observe({ verb: 'browser.click', actor: 'reader', locator: hidden, look: false }, 300),
        {
          outcome: 'not-found',
          detail: '1 on the page, none of them visible',
        },
      );
      assert.deepEqual(await clicks(css('button')), ['0', '0']);
    });

    it('follows a link to another page and is over when that one is there', async () => {
      await show('<a href="/next">Next</a>');
      world.site.answer('/next', (_, response) =>
        setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>second</p>'), 300),
      );
      assert.deepEqual(await world.click(role('link', whole('Next'))), { outcome: 'done' });
      assert.deepEqual(await world.texts(text(whole('second'))), ['second']);
    });
  });

  describe('fill, press and select', () => {
    it('type what a person would, and let the page hear of it', async () => {
      await show(`<form onsubmit="event.preventDefault(); out.textContent = new URLSearchParams(new FormData(this))"><label>Name <input name="n"></label>
        <label>Age <input name="a" type="number"></label><label>Size <select name="s"><option value="1">Small</option><option value="2">Very  large</option></select></label><button>Send</button></form><output id="out"></output>`);
      const label = (name: string): Locator<Value> => ({ by: { kind: 'label', text: whole(name) } });
      const actor = 'reader';
      await world.observe({ verb: 'browser.fill', actor, locator: label('Name'), value: 'Ünï & "x"' });
      await world.observe({ verb: 'browser.fill', actor, locator: label('Age'), value: 42 });
      assert.deepEqual(
        await world.observe({ verb: 'browser.select', actor, locator: label('Size'), option: 'Very large' }),
        { outcome: 'done' },
      );
      assert.deepEqual(await world.observe({ verb: 'browser.press', actor, key: 'Enter', locator: label('Name') }), {
        outcome: 'done',
      });
      assert.deepEqual(await world.texts(css('#out')), ['n=%C3%9Cn%C3%AF+%26+%22x%22&a=42&s=2']);
    });

    it('press goes to whatever has the focus when no target is named', async () => {
      await show('<input id="i" autofocus oninput="o.textContent = this.value"><output id="o"></output>');
      await world.click(css('#i'));
      await world.observe({ verb: 'browser.press', actor: 'reader', key: 'x' });
      assert.deepEqual(await world.texts(css('#o')), ['x']);
      const unknown = (await world.observe({ verb: 'browser.press', actor: 'reader', key: 'NoSuchKey' })) as {
        outcome: string;
        detail: string;
      };
      assert.equal(unknown.outcome, 'not-possible');
      assert.match(unknown.detail, /NoSuchKey/u);
    });

    it('say that a field is closed or an option is missing', async () => {
      await show('<input id="i" readonly><select id="s"><option>A</option></select><p id="p">p</p>');
      const actor = 'reader';
      const closed = (await world.observe({ verb: 'browser.fill', actor, locator: css('#i'), value: 'x' }, 1_500)) as {
        outcome: string;
        detail: string;
      };
      assert.deepEqual(closed, { outcome: 'not-possible', detail: 'element is not editable' });
      const option = (await world.observe(
        { verb: 'browser.select', actor, locator: css('#s'), option: 'B' },
        1_500,
      )) as {
        outcome: string;
        detail: string;
      };
      assert.deepEqual(option, { outcome: 'not-possible', detail: 'did not find some options' });
      const paragraph = (await world.observe({ verb: 'browser.fill', actor, locator: css('#p'), value: 'x' }, 300)) as {
        outcome: string;
      };
      assert.equal(paragraph.outcome, 'not-possible');
    });
  });

  describe('open and reload', () => {
    it('load anew each time, also when the address differs in nothing, or in its fragment only', async () => {
      await show('<p>x</p>');
      await world.open('/');
      await world.open('/#a');
      await world.open('/#b');
      await world.open('/#b');
      await world.observe({ verb: 'browser.reload', actor: 'reader' });
      assert.equal(world.site.callsTo('/').length, 6);
      assert.deepEqual(await world.observe({ verb: 'browser.at', actor: 'reader' }), { path: '/#b', title: 'Fixture' });
    });

    it('do not wait for a picture that never comes', async () => {
      world.site.answer('/never.png', () => undefined);
      const elsewhere = world.site.url.replace('localhost', 'nowhere.invalid');
      await show(`<p>x</p><img src="${elsewhere}/a.png"><img src="/never.png">`);
      assert.deepEqual(await world.texts(text(whole('x'))), ['x']);
    });

    it('wait for what `until` names', async () => {
      world.site.page(
        '/',
        '<script>setTimeout(() => { const p = document.createElement("p"); p.textContent = "awake"; document.body.append(p) }, 500)</script><p>x</p>',
      );
      const actor = 'reader';
      assert.deepEqual(await world.observe({ verb: 'browser.open', actor, path: '/', until: text(whole('awake')) }), {
        outcome: 'done',
      });
      const missed = (await world.observe(
        { verb: 'browser.open', actor, path: '/', until: text(whole('never')) },
        200,
      )) as { outcome: string };
      assert.equal(missed.outcome, 'not-found');
    });

    it('follow a page that sends the browser elsewhere', async () => {
      world.site.page('/', '<script>location.replace("/there")</script>').page('/there', '<p>there</p>');
      assert.deepEqual(await world.open('/'), { outcome: 'done' });
      assert.deepEqual(await world.texts(text(whole('there'))), ['there']);
    });

    it('observe an application that does not answer; looks then find no page', async () => {
      await show('<p>x</p>');
      await world.site[Symbol.asyncDispose]();
      const outcome = (await world.open('/')) as { outcome: string; detail: string };
      assert.equal(outcome.outcome, 'unreachable');
      assert.match(outcome.detail, /ERR_CONNECTION_REFUSED/u);
      assert.deepEqual(await world.see(text(whole('x'))), {
        failed: 'no-page',
        detail: 'the page could not be loaded',
      });
      assert.deepEqual(
        await world.observe({ verb: 'browser.click', actor: 'reader', locator: button('x'), look: false }),
        { outcome: 'not-found', detail: 'no page is open' },
      );
    });

    it('observe a connection that is cut, and an answer that is no page', async () => {
      world.site.answer('/cut', (request) => request.socket.destroy());
      world.site.answer('/nothing', (_, response) => response.writeHead(204).end());
      const cut = (await world.open('/cut')) as { outcome: string };
      assert.equal(cut.outcome, 'unreachable');
      const nothing = (await world.open('/nothing')) as { outcome: string };
      assert.equal(nothing.outcome, 'not-possible');
    });

    it('are bounded by the criterion’s time, which is no finding about the application', async () => {
      world.site.answer('/', () => undefined);
      const observation = await world.browser.perform(
        { verb: 'browser.open', actor: 'reader', path: '/' },
        { id: 'given.1', title: 'open', withinMs: 5_000, deadlineMs: performance.now() + 300 },
      );
      assert.deepEqual(
        [observation.kind, observation.kind === 'timed-out' && observation.cause],
        ['timed-out', 'time'],
      );
    });
  });

  describe('dialogs', () => {
    const deletes =
      "<button onclick=\"o.textContent = confirm('Really?') ? 'gone' : 'kept'\">Delete</button><button onclick=\"o.textContent = prompt('Name?')\">Ask</button><output id=\"o\"></output>";

    it('are answered as was said before, once', async () => {
      await show(deletes);
      const actor = 'reader';
      assert.deepEqual(await world.observe({ verb: 'browser.dialog', actor, answer: 'accept' }), { outcome: 'done' });
      await world.click(button('Delete'));
      assert.deepEqual(await world.texts(css('#o')), ['gone']);
      await world.click(button('Delete'));
      assert.deepEqual(await world.texts(css('#o')), ['kept']);
      await world.observe({ verb: 'browser.dialog', actor, answer: 'accept', text: 'Ann' });
      await world.click(button('Ask'));
      assert.deepEqual(await world.texts(css('#o')), ['Ann']);
      await world.observe({ verb: 'browser.dialog', actor, answer: 'dismiss' });
      await world.click(button('Delete'));
      assert.deepEqual(await world.texts(css('#o')), ['kept']);
    });

    it('that nobody expected are dismissed, and recorded', async () => {
      await show(`${deletes}<script>alert('Hello')</script>`);
      assert.match(await world.recorded('console'), /Hello \(unexpected, dismissed\)/u);
    });

    it('do not keep a page from being left', async () => {
      await show('<button>b</button><script>onbeforeunload = (event) => event.preventDefault()</script>');
      await world.click(button('b'));
      world.site.page('/next', '<p>next</p>');
      assert.deepEqual(await world.open('/next'), { outcome: 'done' });
      assert.deepEqual(await world.texts(text(whole('next'))), ['next']);
    });
  });
});
