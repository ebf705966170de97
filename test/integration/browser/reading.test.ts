import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, css, launch } from './browser-world.ts';

describe('the text of an element', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    engine = await launch();
    world = await BrowserWorld.open(engine);
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  async function show(body: string): Promise<void> {
    world.site.page('/', body);
    assert.deepEqual(await world.open('/'), { outcome: 'done' });
  }

  it('is the text as it is written, where styles change only its letters', async () => {
    await show(`<style>.u { text-transform: uppercase } b { display: block }</style><button class="u">Keep it</button>
        <p>My<b>Notes <i class="u">ǆ here</i></b><u class="u" style="visibility:hidden">gone</u><s class="u" hidden>Gone</s>!</p><p class="u">Straße</p>
        <p class="u">AS IS</p>`);
    assert.deepEqual(await world.texts(css('button, p')), ['Keep it', 'My Notes ǆ here !', 'STRASSE', 'AS IS']);
  });

  it('and what else is read is the element’s own, whatever a form or a page names its fields', async () => {
    // Not `checkVisibility`: Playwright itself would stumble over it.
    const names = ['innerText', 'matches', 'closest', 'getAttribute', 'hasAttribute', 'classList', 'getRootNode'];
    await show(`<form class="f" aria-disabled="true" data-x="y"><p>hello</p>${names.map((name) => `<input name="${name}">`).join('')}</form>
        ${['title', 'createElement', 'createTreeWalker', 'activeElement'].map((name) => `<img name="${name}">`).join('')}`);
    const properties = ['class', 'attribute', 'disabled', 'focused', 'pressed'] as const;
    assert.deepEqual(await world.see(css('form'), { properties: [...properties], attributes: ['data-x'] }), {
      count: 1,
      elements: [{ class: ['f'], attribute: { 'data-x': 'y' }, disabled: true, focused: false, pressed: null }],
      texts: ['hello'],
    });
    assert.deepEqual(await world.observe({ verb: 'browser.at', actor: 'reader' }), { path: '/', title: 'Fixture' });
  });
});
