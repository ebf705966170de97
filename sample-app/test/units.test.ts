import assert from 'node:assert/strict';
import { readConfig } from '../src/server/config.js';
import { hashPassword, isPassword } from '../src/server/passwords.js';
import { makeSlug } from '../src/server/slugs.js';

describe('settings', () => {
  const databaseUrl = 'postgres://a:b@c/d';

  it('have defaults, all but the database', () => {
    assert.deepEqual(readConfig({ DATABASE_URL: databaseUrl }), {
      databaseUrl,
      host: '127.0.0.1',
      port: 3000,
      commit: 'unknown',
      logLevel: 'info',
    });
  });

  it('come from the environment', () => {
    const env = { DATABASE_URL: databaseUrl, HOST: '::1', PORT: '0', APP_COMMIT: 'abc', LOG_LEVEL: 'silent' };
    assert.deepEqual(readConfig(env), { databaseUrl, host: '::1', port: 0, commit: 'abc', logLevel: 'silent' });
  });

  for (const [name, value] of [
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'mysql://a'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['LOG_LEVEL', 'loud'],
  ] as const) {
    it(`may not be ${name}=${value}`, () => {
      assert.throws(() => readConfig({ DATABASE_URL: databaseUrl, [name]: value }), new RegExp(`^Error: ${name} `));
    });
  }
});

describe('a password', () => {
  it('matches its own hash, and no other does', async () => {
    const hash = await hashPassword('correct horse');
    assert.equal(await isPassword('correct horse', hash), true);
    assert.equal(await isPassword('Correct horse', hash), false);
  });

  it('has another hash each time', async () => {
    assert.notEqual(await hashPassword('same'), await hashPassword('same'));
  });

  it('matches no hash that is missing or broken', async () => {
    for (const hash of [undefined, '', 'scrypt', 'scrypt::', 'scrypt:a:b']) {
      assert.equal(await isPassword('', hash), false);
    }
  });
});

describe('a slug', () => {
  for (const [title, base] of [
    ['Tea', 'tea'],
    ['Ünïcode & <b>markup</b>', 'unicode-b-markup-b'],
    ['  How -- to?  ', 'how-to'],
    ['茶', 'article'],
    ['!', 'article'],
    ['ﬁne ½', 'fine-1-2'],
    [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
    ['a'.repeat(200), 'a'.repeat(60)],
  ] as const) {
    it(`of “${title.slice(0, 30)}” is ${base.slice(0, 30)} and random characters`, () => {
      const slug = makeSlug(title);
      assert.equal(slug.slice(0, -9), base);
      assert.match(slug.slice(-9), /^-[0-9a-f]{8}$/);
    });
  }
});
