import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, part, text, whole } from './browser-world.ts';

describe('looks in the browser', () => {
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

  async function show(body: string, headers?: Record<string, string>): Promise<void> {
    world.site.page('/', body, headers);
    assert.deepEqual(await world.open('/'), { outcome: 'done' });
  }

  describe('what is read of an element', () => {
    it('is the state that people are told: pressed, checked, disabled, focused', async () => {
      await show(`<button aria-pressed="true">a</button><button aria-pressed="mixed">b</button><button>c</button><button disabled autofocus>d</button>
        <fieldset disabled><button>e</button></fieldset><div aria-disabled="true"><button>f</button></div>`);
      const seen = (await world.see(css('button'), { properties: ['pressed', 'disabled'] })) as { elements: unknown };
      assert.deepEqual(seen.elements, [
        { pressed: true, disabled: false },
        { pressed: 'mixed', disabled: false },
        { pressed: null, disabled: false },
        { pressed: null, disabled: true },
        { pressed: null, disabled: true },
        { pressed: null, disabled: true },
      ]);
      await world.click(button('c'));
      assert.deepEqual(await world.see({ ...css('button'), nth: 3 }, { properties: ['focused'] }), {
        count: 1,
        elements: [{ focused: true }],
        texts: ['c'],
      });
      assert.deepEqual(await world.see({ ...css('button'), nth: 1 }, { properties: ['focused'] }), {
        count: 1,
        elements: [{ focused: false }],
        texts: ['a'],
      });
    });

    it('is checked of boxes, radio buttons and roles, and null of anything else', async () => {
      await show(`<input type="checkbox" checked><input type="checkbox"><input type="radio" checked><div role="switch" aria-checked="true">s</div>
        <div role="checkbox" aria-checked="mixed">m</div><p>p</p><script>document.querySelectorAll('input')[1].indeterminate = true</script>`);
      const seen = (await world.see(css('input, div, p'), { properties: ['checked'] })) as {
        elements: { checked: unknown }[];
      };
      assert.deepEqual(
        seen.elements.map(({ checked }) => checked),
        [true, 'mixed', true, true, 'mixed', null],
      );
    });

    it('is value, classes, attributes and styles as they are now, not as they were written', async () => {
      await show(`<input id="i" value="old" class="a"><textarea>t</textarea><select><option value="1">One</option><option value="2" selected>Two</option></select>
        <script>i.value = 'new'; i.classList.add('b'); i.setAttribute('data-x', ''); i.style.color = 'red'</script>`);
      assert.deepEqual(
        await world.see(css('#i'), {
          properties: ['value', 'class', 'attribute', 'style'],
          attributes: ['data-x', 'data-y'],
          styles: ['color'],
        }),
        {
          count: 1,
          elements: [
            { value: 'new', class: ['a', 'b'], attribute: { 'data-x': '' }, style: { color: 'rgb(255, 0, 0)' } },
          ],
          texts: [''],
        },
      );
      assert.deepEqual(await world.see(css('textarea'), { properties: ['value'] }), {
        count: 1,
        elements: [{ value: 't' }],
        texts: [''],
      });
      assert.deepEqual(await world.see(css('select'), { properties: ['value', 'text'] }), {
        count: 1,
        elements: [{ value: '2', text: 'Two' }],
        texts: ['Two'],
      });
    });

    it('is the text that is shown, and the only number in it', async () => {
      await show('<p>1,234 likes <span style="display:none">9</span></p><p>1 of 2</p><p>none</p>');
      const seen = (await world.see(css('p'), { properties: ['text', 'number'] })) as { elements: unknown };
      assert.deepEqual(seen.elements, [
        { text: '1,234 likes', number: 1234 },
        { text: '1 of 2', number: null },
        { text: 'none', number: null },
      ]);
    });

    it('counts all elements and reads a hundred', async () => {
      await show('<script>for (let i = 0; i < 250; i += 1) document.write(`<li>${i}</li>`)</script>');
      const seen = (await world.see(css('li'))) as { count: number; elements: unknown[]; texts: string[] };
      assert.deepEqual([seen.count, seen.elements.length, seen.texts.length, seen.texts[99]], [250, 100, 100, '99']);
    });

    it('reaches into open shadow trees, and works on pages that forbid evaluation or change what is built in', async () => {
      await show(
        `<x-y></x-y><script nonce="n">customElements.define('x-y', class extends HTMLElement { constructor() { super(); const b = document.createElement('button'); b.ariaPressed = 'true'; b.append('Deep'); this.attachShadow({ mode: 'open' }).append(b) } });
        Array.prototype.toJSON = () => 'broken'; Object.prototype.toJSON = () => 'broken'; window.JSON = undefined</script>`,
        { 'content-security-policy': "default-src 'none'; script-src 'nonce-n'; require-trusted-types-for 'script'" },
      );
      assert.deepEqual(await world.see(button('Deep'), { properties: ['pressed'] }), {
        count: 1,
        elements: [{ pressed: true }],
        texts: ['Deep'],
      });
    });
  });

  describe('what a page changes in its own world', () => {
    const tampering = `<script>
      const lie = (owner, name, value) => Object.defineProperty(owner, name, { configurable: true, get: () => value, set: () => undefined });
      lie(HTMLElement.prototype, 'innerText', 'lie');
      lie(Node.prototype, 'textContent', 'lie');
      lie(Element.prototype, 'classList', ['lie']);
      lie(HTMLInputElement.prototype, 'value', 'lie');
      lie(HTMLInputElement.prototype, 'checked', true);
      lie(Document.prototype, 'title', 'lie');
      lie(Document.prototype, 'activeElement', null);
      Element.prototype.getAttribute = Element.prototype.hasAttribute = () => 'true';
      Element.prototype.matches = Element.prototype.closest = () => true;
      Element.prototype.querySelectorAll = Document.prototype.querySelectorAll = () => [];
      CSSStyleDeclaration.prototype.getPropertyValue = () => 'lie';
      Array.from = Array.prototype.map = Array.prototype.slice = () => [];
      Object.entries = Object.fromEntries = () => ({});
      JSON.parse = JSON.stringify = () => '{"count":0,"elements":[]}';
      window.decodeURIComponent = () => '"address"';
    </script>`;

    it('changes nothing that is read of elements', async () => {
      await show(
        `<button class="real" data-x="1" style="color: red">True</button><input type="checkbox" value="v">${tampering}`,
      );
      assert.deepEqual(
        await world.see(css('button, input'), {
          properties: ['text', 'class', 'attribute', 'style', 'value', 'pressed', 'checked', 'disabled', 'focused'],
          attributes: ['data-x', 'aria-label'],
          styles: ['color'],
        }),
        {
          count: 2,
          elements: [
            {
              text: 'True',
              class: ['real'],
              attribute: { 'data-x': '1' },
              style: { color: 'rgb(255, 0, 0)' },
              value: null,
              pressed: null,
              checked: null,
              disabled: false,
              focused: false,
            },
            {
              text: '',
              class: [],
              attribute: {},
              style: { color: 'rgb(0, 0, 0)' },
              value: 'v',
              pressed: null,
              checked: false,
              disabled: false,
              focused: false,
            },
          ],
          texts: ['True', ''],
        },
      );
      assert.deepEqual(await world.texts(button('True')), ['True']);
    });

    it('changes neither what is told of absence nor the page’s address and title', async () => {
      await show(tampering);
      assert.deepEqual(await world.texts(css('button')), []);
      assert.deepEqual(await world.observe({ verb: 'browser.at', actor: 'reader' }), { path: '/', title: 'Fixture' });
    });
  });

  describe('a look', () => {
    it('is one reading, which does not wait', async () => {
      await show('<script>setTimeout(() => document.body.append("late"), 400)</script><p>early</p>');
      assert.deepEqual(await world.texts(text(part('never'))), []);
    });

    it('tells path with query and fragment, and title', async () => {
      world.site.page(
        '/a',
        '<title>  Two \n words </title><script>history.pushState(0, "", "/b?c=d#e"); document.title = "Two  words"</script>',
      );
      await world.open('/a');
      assert.deepEqual(await world.observe({ verb: 'browser.at', actor: 'reader' }), {
        path: '/b?c=d#e',
        title: 'Two words',
      });
    });

    it('meets no expectation, least of all one of absence, when no page is there', async () => {
      const notSee = { verb: 'browser.notSee', actor: 'reader', locator: text(whole('x')) } as const;
      assert.deepEqual(await world.observe(notSee), { failed: 'no-page', detail: 'no page was opened' });
    });

    it('survives a page that is replaced again and again', async () => {
      world.site.page('/', '<p>here</p><script>setTimeout(() => location.reload(), 30)</script>');
      await world.open('/');
      for (let round = 0; round < 20; round += 1) {
        // Found, not found yet, or never still: but never an error of ours.
        await world.see(text(whole('here')));
      }
    });

    it('leaves the same evidence for the same sight, and always some', async () => {
      await show('<p>x</p>');
      const probe = {
        verb: 'browser.see',
        actor: 'reader',
        locator: text(whole('x')),
        read: { properties: [], attributes: [], styles: [] },
      } as const;
      const [first, second] = [await world.perform(probe), await world.perform(probe)];
      assert.equal(
        first.kind === 'observed' && second.kind === 'observed' && first.evidence[0] === second.evidence[0],
        true,
      );
      if (first.kind !== 'observed') return;
      assert.deepEqual(JSON.parse(world.read(first.evidence[0]).toString()), {
        verb: 'browser.see',
        actor: 'reader',
        observed: { count: 1, elements: [{}], texts: ['x'] },
      });
    });
  });
});
