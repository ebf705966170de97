import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertRefused, publish, startSite, type Site } from './support/site.js';

const SHELL = '<!doctype html><title>The shell</title>';

describe('pages', () => {
  let site: Site;
  let directory: string;
  let slug: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sample-app-pages-'));
    await mkdir(join(directory, 'assets'));
    await writeFile(join(directory, 'index.html'), SHELL);
    await writeFile(join(directory, 'assets', 'index-1a2b3c.js'), 'let script;');
    await writeFile(join(directory, 'assets', 'index-1a2b3c.css'), 'a {}');
    await writeFile(join(directory, 'favicon.svg'), '<svg/>');
    site = await startSite(directory);
    slug = (await publish(await site.member('Ann'), 'Tea')).slug;
  });
  after(async () => {
    await site.stop();
    await rm(directory, { recursive: true });
  });

  for (const path of ['/', '/?page=2&sort=title&q=tea', '/new', '/favorites', '/sign-up', '/sign-in']) {
    it(`${path} is a page`, async () => {
      const response = await site.guest().get(path).expect(200);
      assert.equal(response.text, SHELL);
      assert.equal(response.headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(response.headers['cache-control'], 'no-cache');
      assert.match(String(response.headers['content-security-policy']), /default-src 'self'/);
    });
  }

  it('an article has a page and an editor', async () => {
    for (const path of [`/articles/${slug}`, `/articles/${slug}/edit`]) {
      assert.equal((await site.guest().get(path).expect(200)).text, SHELL);
    }
  });

  for (const path of ['/nothing', '/articles', '/articles/nothing', '/articles/nothing/edit', '/articles/%00', '/apis']) {
    it(`${path} is a page that was not found`, async () => {
      const response = await site.guest().get(path).expect(404);
      assert.equal(response.text, SHELL);
      assert.match(response.type, /html/);
    });
  }

  it('a page answers HEAD too', async () => {
    await site.guest().head('/new').expect(200);
    await site.guest().head('/nothing').expect(404);
  });

  it('what is named by its content is kept for a year', async () => {
    const script = await site.guest().get('/assets/index-1a2b3c.js').expect(200);
    assert.equal(script.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(script.headers['cache-control'], 'public, max-age=31536000, immutable');
    const style = await site.guest().get('/assets/index-1a2b3c.css').expect(200);
    assert.match(style.type, /css/);
    const icon = await site.guest().get('/favicon.svg').expect(200);
    assert.equal(icon.headers['content-type'], 'image/svg+xml');
    assert.equal(icon.headers['cache-control'], 'no-cache');
  });

  it('nothing outside the directory is served', async () => {
    const paths = ['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json'];
    for (const path of paths) {
      const response = await fetch(`${site.origin}${path}`);
      assert.equal(response.status, 404);
    }
    assertRefused(await site.guest().get('/assets/..%2findex.html'), 404, 'not_found');
  });
});

describe('pages that are not built', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site.stop());

  it('say how to build them', async () => {
    const response = await site.guest().get('/').expect(503);
    assert.match(response.text, /npm run build/);
  });
});
