import assert from 'node:assert/strict';
import request from 'supertest';
import { createApp } from '../src/server/app.js';
import { createLog } from '../src/server/log.js';
import { assertRefused, PASSWORD, startSite, type Site } from './support/site.js';

describe('any request', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site.stop());

  it('finds the server healthy and its version', async () => {
    const health = await site.guest().get('/healthz').expect(200);
    assert.deepEqual(health.body, { status: 'ok' });
    const version = await site.guest().get('/version').expect(200);
    assert.deepEqual(version.body, { commit: 'abc123' });
  });

  for (const path of ['/healthz', '/api/articles', '/api/session', '/api/nothing', '/api/articles/%E0%A4%A']) {
    it(`gets headers that protect, and nothing to keep, from ${path}`, async () => {
      const { headers } = await site.guest().get(path);
      assert.match(String(headers['content-security-policy']), /^default-src 'self';/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'no-store');
    });
  }

  it('to an unknown address of the API gets the shape of an error', async () => {
    for (const path of ['/api', '/api/', '/api?x=1', '/api/nothing', '/assets/nothing.js']) {
      assertRefused(await site.guest().get(path), 404, 'not_found');
    }
    assertRefused(await site.guest().patch('/api/session').send({}), 404, 'not_found');
    assertRefused(await site.guest().post('/new').send({}), 404, 'not_found');
  });

  it('with JSON that is none is refused', async () => {
    for (const json of ['{', 'name', '{"name":"a",}']) {
      assertRefused(await site.guest().post('/api/users').type('json').send(json), 400, 'bad_request');
    }
  });

  it('with JSON that is no form is refused', async () => {
    for (const json of ['', 'null', '[]', '"text"', '1']) {
      const response = await site.guest().post('/api/session').type('json').send(json);
      assertRefused(response, 422, 'invalid', ['email', 'password']);
    }
  });

  it('with any content but JSON is refused, so that no form of another site can write', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/json']) {
      const response = await site.guest().post('/api/session').type(type).send(`{"email":"a","password":"${PASSWORD}"}`);
      assertRefused(response, 415, 'unsupported_media_type');
    }
  });

  it('that is too large is refused', async () => {
    const response = await site.guest().post('/api/users').send({ name: 'a'.repeat(300_000) });
    assertRefused(response, 413, 'payload_too_large');
  });

  it('with an address that cannot be decoded is refused', async () => {
    assertRefused(await site.guest().get('/api/articles/%E0%A4%A'), 400, 'bad_request');
  });

  it('with a slug of any length finds no article', async () => {
    assertRefused(await site.guest().get(`/api/articles/${'a'.repeat(1_000)}`), 404, 'not_found');
  });
});

describe('without a database', () => {
  const db = { query: () => Promise.reject(new Error('secret detail')) };
  const app = createApp({ db, commit: 'x', log: createLog('silent'), webDirectory: '/nowhere' });

  it('the server is not healthy', async () => {
    assertRefused(await request(app).get('/healthz'), 503, 'no_database');
  });

  it('a request fails without telling why', async () => {
    const response = await request(app).get('/api/articles');
    assertRefused(response, 500, 'internal');
    assert.doesNotMatch(response.text, /secret/);
  });

  it('the version is known', async () => {
    await request(app).get('/version').expect(200);
  });
});
