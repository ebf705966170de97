import assert from 'node:assert/strict';
import type { Clock } from '../../../../../verifier/clock.ts';
import { CookieJar } from '../../../../../verifier/probes/api/cookies.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

function jarOf(url = 'http://127.0.0.1:3000', clock: Partial<Clock> = {}): CookieJar {
  const still: Clock = { now: () => new Date(NOW), monotonicMs: () => 0, sleep: () => Promise.resolve() };
  return new CookieJar(new URL(url), { ...still, ...clock });
}

function sent(
  headers: readonly string[],
  path = '/',
  { url, from = '/' }: { url?: string; from?: string } = {},
): string | undefined {
  const jar = jarOf(url);
  for (const header of headers) jar.store(header, from);
  return jar.headerFor(path);
}

describe('a cookie', () => {
  it('is sent back as it came', () => {
    assert.equal(sent(['a="x=y"; Path=/', ' b = 2 ']), 'a="x=y"; b=2');
    assert.equal(sent([]), undefined);
  });

  it('replaces the one of its name and path only', () => {
    assert.equal(sent(['a=1', 'a=2']), 'a=2');
    assert.equal(sent(['a=1; Path=/', 'a=2; Path=/x'], '/x'), 'a=2; a=1');
  });

  it('is sent below its path, and not to a path that merely begins like it', () => {
    const header = ['a=1; Path=/admin'];
    assert.deepEqual(
      ['/admin', '/admin/x', '/administrator', '/'].map((path) => sent(header, path)),
      ['a=1', 'a=1', undefined, undefined],
    );
  });

  it('without a path belongs to the folder that it came from', () => {
    assert.equal(sent(['a=1'], '/api/users', { from: '/api/session' }), 'a=1');
    assert.equal(sent(['a=1'], '/', { from: '/api/session' }), undefined);
    assert.equal(sent(['a=1; Path=relative'], '/x', { from: '/session' }), 'a=1');
  });

  it('that is Secure counts on loopback and on https, and nowhere else', () => {
    for (const url of [
      'http://localhost:1',
      'http://127.0.0.2:1',
      'http://[::1]:1',
      'http://app.localhost',
      'https://app.example',
    ]) {
      assert.equal(sent(['a=1; Secure'], '/', { url }), 'a=1', url);
    }
    for (const url of ['http://app.example', 'http://10.0.0.1', 'http://127.0.0.1.example']) {
      assert.equal(sent(['a=1; Secure'], '/', { url }), undefined, url);
    }
  });

  it('ends with its Max-Age, which goes before Expires', () => {
    const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';
    assert.equal(sent([`a=1; ${past}`]), undefined);
    assert.equal(sent([`a=1; Max-Age=60; ${past}`]), 'a=1');
    for (const age of ['0', '-1']) assert.equal(sent(['a=1', `a=; Max-Age=${age}`]), undefined);
    assert.equal(sent(['a=1', `a=; ${past}`]), undefined);
    assert.equal(sent(['a=1; Expires=whenever']), 'a=1');
  });

  it('is gone once its time is over', () => {
    let now = NOW;
    const jar = jarOf(undefined, { now: () => new Date(now) });
    jar.store('a=1; Max-Age=60', '/');
    assert.equal(jar.all()[0]?.expires, NOW / 1_000 + 60);
    now += 60_000;
    assert.deepEqual([jar.headerFor('/'), jar.all()], [undefined, []]);
  });

  it('is for its host, or for a domain that the host belongs to', () => {
    const url = 'https://shop.app.example';
    assert.equal(sent(['a=1; Domain=.App.example'], '/', { url }), 'a=1');
    for (const domain of ['example', 'other.example', 'x.shop.app.example', 'p.example']) {
      assert.equal(sent([`a=1; Domain=${domain}`], '/', { url }), undefined, domain);
    }
    assert.equal(sent(['a=1; Domain=0.0.1']), undefined);
    assert.equal(sent(['a=1; Domain=127.0.0.1']), 'a=1');
  });

  it('that is malformed is ignored', () => {
    assert.equal(sent(['novalue', '=1', '', 'a=1\u0000', 'b=\n2']), undefined);
  });

  it('is told with everything that a browser needs', () => {
    const jar = jarOf('https://app.example');
    jar.store('a=1; Domain=app.example; Path=/x; HttpOnly; Secure; SameSite=lax', '/');
    jar.store('b=2; SameSite=odd', '/');
    assert.deepEqual(jar.all(), [
      { name: 'a', value: '1', domain: '.app.example', path: '/x', httpOnly: true, secure: true, sameSite: 'Lax' },
      { name: 'b', value: '2', domain: 'app.example', path: '/', httpOnly: false, secure: false },
    ]);
  });
});
