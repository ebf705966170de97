import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, launch, text, whole } from './browser-world.ts';

describe('a document that is opened or loaded again', () => {
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

  describe('as the answer to a form', () => {
    const reload = async () => await world.perform({ verb: 'browser.reload', actor: 'reader' });
    const posts = (): number => world.site.calls.filter(({ method }) => method === 'POST').length;
    const send = async (answer: string): Promise<void> => {
      world.site.page('/', '<form method="post" action="/save"><button>Save</button></form>');
      world.site.answer('/save', (_, response) => {
        if (answer !== '303') response.writeHead(200, { 'content-type': 'text/html' }).end(answer);
        else response.writeHead(303, { location: '/' }).end();
      });
      await world.open('/');
      await world.click(button('Save'));
    };

    it('is not loaded again: that would send it again', async () => {
      await send('<p>saved</p><a href="#below">below</a>');
      const sent = posts();
      const again = await reload();
      assert.ok(again.kind === 'errored' && again.cause === 'precondition');
      assert.match(
        again.why,
        /the page is the answer to a POST, which loading it again would send again: open its address instead/u,
      );
      assert.match((await world.browser.reload('reader', performance.now() + 5_000)) ?? '', /answer to a POST/u);
      assert.equal(posts(), sent);
    });

    it('is loaded again where that asks for nothing but a page', async () => {
      for (const answer of ['303', "<script>history.replaceState(null, '', '/')</script>"]) {
        await send(answer);
        const sent = posts();
        assert.equal((await reload()).kind, 'observed', answer);
        assert.equal(posts(), sent);
      }
    });
  });

  it('that the browser would ask for under another address is not opened', async () => {
    const opened = await world.perform({ verb: 'browser.open', actor: 'reader', path: '/notes/..' });
    assert.ok(opened.kind === 'errored' && opened.cause === 'precondition');
    assert.match(opened.why, /the path “\/notes\/\.\.” asks for another one/u);
  });

  it('that the server could not make is a failed act, and is shown; one that is refused may be what is demanded', async () => {
    let status = 500;
    world.site.answer('/', (_, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<p>no</p>'),
    );
    const failed = { outcome: 'not-possible', detail: 'the server answered 500' };
    assert.deepEqual(await world.open('/'), failed);
    assert.deepEqual(await world.observe({ verb: 'browser.reload', actor: 'reader' }), failed);
    assert.deepEqual(await world.texts(text(whole('no'))), ['no']);
    status = 404;
    assert.deepEqual(await world.open('/'), { outcome: 'done' });
    world.site.page('/frames', '<iframe src="/"></iframe>');
    status = 503;
    assert.deepEqual(await world.open('/frames'), { outcome: 'done' });
  });
});
