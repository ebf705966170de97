import assert from 'node:assert/strict';
import { chromium } from '@playwright/test';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, css, executable, launch } from './browser-world.ts';

const tells = `<output id="o"></output><script>onload = async () => {
  const hints = await navigator.userAgentData.getHighEntropyValues(['fullVersionList', 'platform']);
  o.textContent = JSON.stringify({ webdriver: navigator.webdriver, agent: navigator.userAgent, hints, languages: navigator.languages,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone, size: [innerWidth, innerHeight, devicePixelRatio], calm: matchMedia('(prefers-reduced-motion)').matches,
    names: Object.getOwnPropertyNames(window).sort(), documentNames: Object.getOwnPropertyNames(document), root: document.documentElement.outerHTML.length })
}</script>`;

interface Told {
  readonly webdriver: boolean;
  readonly agent: string;
  readonly names: readonly string[];
  readonly documentNames: readonly string[];
  readonly root: number;
  readonly languages: readonly string[];
  readonly zone: string;
  readonly size: readonly number[];
  readonly calm: boolean;
}

describe('what a page can see of being verified', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    engine = await launch();
    world = await BrowserWorld.open(engine);
    world.site.page('/', tells);
  });
  after(async () => {
    await world[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  async function told(): Promise<Told> {
    await world.open('/');
    const [text] = (await world.texts(css('#o'))) as [string];
    return JSON.parse(text) as Told;
  }

  it('is nothing that says headless or driven, in scripts and in headers', async () => {
    const seen = await told();
    assert.equal(seen.webdriver, false);
    assert.match(seen.agent, / Chrome\/\d+/u);
    assert.doesNotMatch(JSON.stringify(seen), /headless/iu);
    const headers = JSON.stringify(world.site.callsTo('/').map((call) => call.headers));
    assert.match(headers, /sec-ch-ua/u);
    assert.doesNotMatch(headers, /headless/iu);
  });

  it('is an ordinary window, in English and UTC, without motion', async () => {
    const { languages, zone, size, calm } = await told();
    assert.deepEqual(
      { languages, zone, size, calm },
      { languages: ['en-US'], zone: 'UTC', size: [1280, 800, 1], calm: true },
    );
  });

  it('is no name and no element that a plain page does not have, also after looks and settling', async () => {
    const watched = await told();
    const plain = await chromium.launch({ executablePath: await executable() });
    try {
      const page = await plain.newPage();
      await page.goto(world.site.url);
      await page.waitForFunction('o.textContent !== ""');
      const seen = JSON.parse((await page.locator('#o').textContent()) ?? '') as Told;
      assert.deepEqual(watched.names, seen.names);
      assert.deepEqual(watched.documentNames, seen.documentNames);
      assert.equal(watched.root, seen.root);
    } finally {
      await plain.close();
    }
  });

  it('is no event that tells it of a look', async () => {
    world.site.page(
      '/heard',
      `<p id="p">silence</p><script>
      for (const name of ['__playwright_reset_targets__', '__playwright_mark_target__'])
        addEventListener(name, () => { p.textContent = name }, true);
    </script>`,
    );
    await world.open('/heard');
    await world.texts(css('#p'));
    assert.deepEqual(await world.texts(css('#p')), ['silence']);
  });
});
