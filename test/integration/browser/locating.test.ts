import assert from 'node:assert/strict';
import type { Locator, Value } from '../../../contracts/language/index.ts';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch, matching, part, role, text, whole } from './browser-world.ts';

describe('locating in the browser', () => {
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

  describe('what a locator finds', () => {
    it('is the element whose whole name it is: “Favorite” is not “Unfavorite”, nor “favorite”', async () => {
      await show(
        '<button>Unfavorite</button><button>favorite</button><button id="it">Favorite</button><button>Favorite it</button>',
      );
      assert.deepEqual(await world.see(button('Favorite'), { properties: ['attribute'], attributes: ['id'] }), {
        count: 1,
        elements: [{ attribute: { id: 'it' } }],
        texts: ['Favorite'],
      });
    });

    it('does not depend on icon signs and white space, in names and in texts', async () => {
      await show('<button>\uE001  Favorite\n  article \uE002</button><p>\uF004 1 \n like</p>');
      assert.deepEqual(await world.texts(button('Favorite article')), ['Favorite article']);
      assert.deepEqual(await world.texts(text(whole('1 like'))), ['1 like']);
      assert.deepEqual(await world.texts(text(matching('^\\d like$'))), ['1 like']);
      assert.deepEqual(await world.texts(role('button', matching('^Favorite article$'))), ['Favorite article']);
    });

    it('counts icons made by style sheets as no part of a name', async () => {
      await show('<style>.i::before { content: "\\e001" }</style><button><i class="i"></i> Favorite</button>');
      assert.deepEqual(await world.texts(button('Favorite')), ['Favorite']);
    });

    it('is the innermost element with that text', async () => {
      await show('<div><section><p id="it">Hello</p></section></div>');
      const seen = await world.see(text(whole('Hello')), { properties: ['attribute'], attributes: ['id'] });
      assert.deepEqual(seen, { count: 1, elements: [{ attribute: { id: 'it' } }], texts: ['Hello'] });
    });

    it('is the element around marked-up text when the whole text is asked for', async () => {
      await show('<p>Hello <b>dear</b> reader</p><p>Hello</p>');
      assert.deepEqual(await world.texts(text(whole('Hello dear reader'))), ['Hello dear reader']);
      assert.deepEqual(await world.texts(text(whole('Hello'))), ['Hello']);
    });

    it('holds for texts with signs that selectors and patterns give a meaning', async () => {
      const odd = [
        'say "hi" >> now',
        "it's /a+b/ (c)",
        '<b>[x]</b> {y} $1 ^ | \\n',
        'Ünïcode 😀 & more',
        '`tick` > > >>',
      ];
      await show(
        odd.map((each) => `<button>${each.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</button>`).join(''),
      );
      for (const each of odd) {
        assert.deepEqual(await world.texts(button(each)), [each]);
        assert.deepEqual(await world.texts(text(whole(each))), [each]);
        assert.deepEqual(
          await world.texts({ ...role('button', part(each)), inside: { ...css('body'), has: text(part(each)) } }),
          [each],
        );
      }
      assert.deepEqual(await world.texts(role('button', matching('^say "hi" >> \\w+$'))), ['say "hi" >> now']);
      assert.deepEqual(await world.texts(text(matching("^(?<who>it's) /[a-z]"))), ["it's /a+b/ (c)"]);
    });

    it('is found by label, placeholder, alternative text, title and test id', async () => {
      await show(`<label>Your  name <input value="a"></label><input placeholder="Search" value="b"><img alt="A cat" width="9" height="9">
        <label>Size <select><option>Small</option></select></label><span title="More">…</span><span data-testid="total">7</span>`);
      const value = async (by: Locator<Value>['by']): Promise<unknown> => {
        const seen = (await world.see({ by }, { properties: ['value'] })) as { elements: readonly unknown[] };
        return seen.elements;
      };
      assert.deepEqual(await value({ kind: 'label', text: whole('Your name') }), [{ value: 'a' }]);
      assert.deepEqual(await value({ kind: 'label', text: whole('Size') }), [{ value: 'Small' }]);
      assert.deepEqual(await value({ kind: 'placeholder', text: whole('Search') }), [{ value: 'b' }]);
      assert.deepEqual(await value({ kind: 'alt', text: whole('A cat') }), [{ value: null }]);
      assert.deepEqual(await value({ kind: 'alt', text: whole('cat') }), []);
      assert.deepEqual(await world.texts({ by: { kind: 'title', text: whole('More') } }), ['…']);
      assert.deepEqual(await world.texts({ by: { kind: 'testId', id: 'total' } }), ['7']);
    });

    it('is narrowed by inside, has and nth, which counts the visible', async () => {
      await show(`<article><h2>One</h2><button hidden>Open</button><button id="a">Open</button></article>
        <article><h2>Two</h2><button id="b">Open</button><button id="c">Open</button></article>`);
      const ids = async (locator: Locator<Value>): Promise<unknown> => {
        const seen = (await world.see(locator, { properties: ['attribute'], attributes: ['id'] })) as {
          elements: { attribute: { id: string } }[];
        };
        return seen.elements.map(({ attribute }) => attribute.id);
      };
      const inTwo: Locator<Value> = { ...css('button'), inside: { ...css('article'), has: text(whole('Two')) } };
      assert.deepEqual(await ids(inTwo), ['b', 'c']);
      assert.deepEqual(await ids({ ...inTwo, nth: 2 }), ['c']);
      assert.deepEqual(await ids({ ...inTwo, nth: 'first' }), ['b']);
      assert.deepEqual(await ids({ ...inTwo, nth: 'last' }), ['c']);
      assert.deepEqual(await ids({ ...inTwo, nth: 3 }), []);
      assert.deepEqual(await ids({ ...css('button'), nth: 1 }), ['a']);
      assert.deepEqual(await ids({ ...css('button'), inside: { ...css('article'), nth: 2 }, nth: 1 }), ['b']);
    });

    it('is never what nobody can see', async () => {
      await show(
        '<p style="display:none">x</p><p style="visibility:hidden">x</p><p hidden>x</p><details><summary>s</summary><p>x</p></details>',
      );
      assert.deepEqual(await world.see(text(whole('x'))), { count: 0, elements: [], texts: [] });
      assert.deepEqual(await world.observe({ verb: 'browser.notSee', actor: 'reader', locator: text(whole('x')) }), {
        count: 0,
        texts: [],
      });
    });

    it('is the fault of the contract when it does not parse', async () => {
      await show('<p>x</p>');
      for (const locator of [css('p['), text(matching('(')), css('p:nth-child(')]) {
        for (const probe of [
          { verb: 'browser.see', actor: 'reader', locator, read: { properties: [], attributes: [], styles: [] } },
          { verb: 'browser.click', actor: 'reader', locator, look: false },
          { verb: 'browser.open', actor: 'reader', path: '/', until: locator },
        ] as const) {
          const observation = await world.perform(probe);
          assert.equal(
            observation.kind === 'errored' && observation.cause,
            'precondition',
            JSON.stringify(observation),
          );
        }
      }
    });
  });
});
