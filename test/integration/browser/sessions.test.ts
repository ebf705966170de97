import assert from 'node:assert/strict';
import type { BrowserEngine } from '../../../verifier/probes/browser/index.ts';
import { BrowserWorld, button, css, launch } from './browser-world.ts';

/** Shows, before any other script of the page could change it, what the browser came with. */
const shows =
  '<output id="o"></output><script>o.textContent = (document.cookie || "no cookie") + ", " + (localStorage.token ?? "no token")</script>';

describe('sessions of actors', () => {
  let engine: BrowserEngine;
  let world: BrowserWorld;
  before(async () => {
    engine = await launch();
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    world = await BrowserWorld.open(engine, {
      sessions: {
        reader: {
          cookies: [{ name: 'sid', value: 'reader', secure: true, sameSite: 'Lax', path: '/' }],
          localStorage: { token: 'reader-token' },
        },
        author: {
          cookies: [
            {
              name: '__Host-sid',
              value: 'author',
              secure: true,
              domain: '127.0.0.1',
              path: '/',
              sameSite: 'None',
              expires: 4_000_000_000,
            },
          ],
          localStorage: {},
        },
        hidden: { cookies: [{ name: 'sid', value: 'hidden', httpOnly: true }], localStorage: {} },
      },
    });
    world.site.page('/', shows);
  });
  afterEach(async () => {
    await world[Symbol.asyncDispose]();
  });

  async function finds(actor: string): Promise<unknown> {
    await world.open('/', actor);
    return await world.texts(css('#o'), actor);
  }

  it('are there before the first page’s first script, and only for the actor they belong to', async () => {
    assert.deepEqual(await finds('reader'), ['sid=reader, reader-token']);
    assert.deepEqual(await finds('author'), ['__Host-sid=author, no token']);
    assert.deepEqual(await finds('guest'), ['no cookie, no token']);
  });

  it('reach the server too, Secure and HttpOnly ones on plain loopback', async () => {
    for (const actor of ['reader', 'author', 'hidden', 'guest']) await world.open('/', actor);
    assert.deepEqual(
      world.site.callsTo('/').map(({ headers }) => headers.cookie),
      ['sid=reader', '__Host-sid=author', 'sid=hidden', undefined],
    );
  });

  it('are not mixed: what one actor’s browser is given, another’s does not have', async () => {
    world.site.page('/set', '<script>document.cookie = "own=1"; localStorage.token = "own"</script>');
    await world.open('/set', 'guest');
    assert.deepEqual(await finds('guest'), ['own=1, own']);
    assert.deepEqual(await finds('author'), ['__Host-sid=author, no token']);
  });

  it('stay as the application leaves them: signing out is not undone by the next page', async () => {
    world.site.page('/out', '<script>document.cookie = "sid=; max-age=0"; localStorage.clear()</script>');
    await world.open('/', 'reader');
    await world.open('/out', 'reader');
    assert.deepEqual(await finds('reader'), ['no cookie, no token']);
  });

  it('fresh is an empty browser, signed in again unless it is told not to be', async () => {
    world.site.page(
      '/set',
      '<script>document.cookie = "own=1"; localStorage.own = "1"; sessionStorage.own = "1"</script>',
    );
    await world.open('/set', 'reader');
    assert.deepEqual(await world.observe({ verb: 'browser.fresh', actor: 'reader', signedIn: true }), {
      outcome: 'done',
    });
    assert.deepEqual(await finds('reader'), ['sid=reader, reader-token']);
    await world.observe({ verb: 'browser.fresh', actor: 'reader', signedIn: false });
    assert.deepEqual(await finds('reader'), ['no cookie, no token']);
  });

  it('fresh lets the old page’s call end, and keeps what was recorded of it', async () => {
    let arrived = '';
    world.site.answer('/save', (request, response) => {
      setTimeout(() => {
        arrived = request.destroyed ? 'cut off' : 'whole';
        response.end();
      }, 400);
    });
    world.site.page(
      '/save-page',
      `<button onclick="console.log('saving'); fetch('/save', { method: 'POST' })">Save</button>`,
    );
    await world.open('/save-page', 'reader');
    await world.click(button('Save'), 'reader');
    await world.observe({ verb: 'browser.fresh', actor: 'reader', signedIn: true });
    assert.equal(arrived, 'whole');
    await finds('reader');
    assert.match(await world.recorded('network'), /\/save"/u);
    assert.match(await world.recorded('console'), /saving/u);
  });

  it('make calls of their own only: putting the storage in place is no call to the application', async () => {
    await world.open('/', 'reader');
    assert.deepEqual(
      world.site.calls.map(({ path }) => path),
      ['/'],
    );
    assert.deepEqual(await world.requests('reader'), { count: 1, calls: [{ method: 'GET', path: '/', status: 200 }] });
  });
});
