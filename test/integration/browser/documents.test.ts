import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, launch, text, whole } from './browser-world.ts';

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
