import assert from 'node:assert/strict';
import { assertRefused, PASSWORD, startServer, startSite, type Site } from './support/site.js';

describe('accounts', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
    await site.member('Ann');
  });
  after(() => site.stop());

  const ann = { id: '1', name: 'Ann', email: 'ann@example.com' };
  const countSessions = async (): Promise<unknown> =>
    (await site.db.query<{ count: string }>('select count(*) from sessions')).rows[0]?.count;

  it('signing up gives the user and no session', async () => {
    const guest = site.guest();
    const user = { name: '😀'.repeat(60), email: 'Bo@Example.com', password: '😀'.repeat(8) };
    const response = await guest.post('/api/users').send(user);
    assert.equal(response.status, 201);
    assert.deepEqual(response.body, { user: { id: '2', name: user.name, email: user.email } });
    assert.equal(response.headers['set-cookie'], undefined);
    await guest.get('/api/session').expect(401);
  });

  it('an email address has one account, however its letters are written', async () => {
    const response = await site.guest().post('/api/users').send({ ...ann, email: 'ANN@example.com', password: PASSWORD });
    assertRefused(response, 409, 'email_taken', ['email']);
  });

  it('two sign-ups with one address at once make one account', async () => {
    const user = { name: 'Cy', email: 'cy@example.com', password: PASSWORD };
    const responses = await Promise.all([1, 2].map(() => site.guest().post('/api/users').send(user)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409]);
  });

  const valid = { name: 'Di', email: 'di@example.com', password: PASSWORD };
  for (const [what, change, fields] of [
    ['no field', { name: undefined, email: undefined, password: undefined }, ['name', 'email', 'password']],
    ['an empty name', { name: '' }, ['name']],
    ['a blank name', { name: ' \n' }, ['name']],
    ['a name of 61 characters', { name: 'a'.repeat(61) }, ['name']],
    ['a name that is not text', { name: ['Di'] }, ['name']],
    ['a name that is null', { name: null }, ['name']],
    ['a name with a NUL character', { name: 'D\0i' }, ['name']],
    ['an email without @', { email: 'di.example.com' }, ['email']],
    ['an email without a domain', { email: 'di@localhost' }, ['email']],
    ['an email with a space', { email: 'd i@example.com' }, ['email']],
    ['a password of 7 characters', { password: 'a'.repeat(7) }, ['password']],
    ['a password of 201 characters', { password: 'a'.repeat(201) }, ['password']],
  ] as const) {
    it(`signing up with ${what} is refused`, async () => {
      const response = await site.guest().post('/api/users').send({ ...valid, ...change });
      assertRefused(response, 422, 'invalid', fields);
    });
  }

  it('a password is stored as a salted scrypt hash', async () => {
    const { rows } = await site.db.query<{ hash: string }>('select distinct password_hash as hash from users');
    assert.equal(rows.length, 3);
    for (const { hash } of rows) assert.match(hash, /^scrypt:[\w-]{22}:[\w-]{43}$/);
  });

  it('signing in gives the user and a cookie that scripts and other sites do not get', async () => {
    const response = await site.guest().post('/api/session').send({ email: 'ANN@example.com', password: PASSWORD });
    assert.equal(response.status, 200);
    assert.deepEqual(response.body, { user: ann });
    assert.match(
      String(response.headers['set-cookie']),
      /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
  });

  it('a wrong password and an unknown address get the same refusal', async () => {
    const attempts = [
      { email: ann.email, password: 'wrong horse' },
      { email: 'nobody@example.com', password: PASSWORD },
    ];
    const responses = await Promise.all(attempts.map((attempt) => site.guest().post('/api/session').send(attempt)));
    for (const response of responses) {
      assertRefused(response, 401, 'wrong_credentials');
      assert.equal(response.headers['set-cookie'], undefined);
    }
    assert.deepEqual(responses[0]?.body, responses[1]?.body);
  });

  it('signing in without the fields is refused', async () => {
    assertRefused(await site.guest().post('/api/session').send({}), 422, 'invalid', ['email', 'password']);
  });

  it('the session tells who is signed in', async () => {
    const dora = await site.member('Dora');
    const response = await dora.get('/api/session').expect(200);
    assert.equal((response.body as { user: { name: string } }).user.name, 'Dora');
  });

  it('a guest, an unknown token and an empty one have no session', async () => {
    for (const cookie of ['other=1', 'session=unknown', 'session=', 'xsession=1; =']) {
      assertRefused(await site.guest().get('/api/session').set('cookie', cookie), 401, 'not_signed_in');
    }
  });

  it('the cookie is found among others', async () => {
    const signedIn = await site.guest().post('/api/session').send({ email: ann.email, password: PASSWORD });
    const [session] = String(signedIn.headers['set-cookie']).split(';');
    await site.guest().get('/api/session').set('cookie', `a=b; ${String(session)};c=d`).expect(200);
  });

  it('signing out removes the row and the cookie', async () => {
    const eve = await site.member('Eve');
    const before = await countSessions();
    const response = await eve.delete('/api/session').expect(204);
    assert.match(String(response.headers['set-cookie']), /^session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/);
    assert.equal(Number(await countSessions()), Number(before) - 1);
    await eve.get('/api/session').expect(401);
  });

  it('signing out as a guest is no mistake', async () => {
    await site.guest().delete('/api/session').expect(204);
  });

  it('only the hash of a token is stored', async () => {
    const signedIn = await site.guest().post('/api/session').send({ email: ann.email, password: PASSWORD });
    const token = /session=([\w-]+)/.exec(String(signedIn.headers['set-cookie']))?.[1] ?? '';
    const { rows } = await site.db.query<{ hash: Buffer }>('select token_hash as hash from sessions');
    assert.ok(rows.every(({ hash }) => hash.length === 32));
    assert.ok(!rows.some(({ hash }) => hash.equals(Buffer.from(token, 'base64url'))));
  });

  it('an expired session is over, and goes at the next sign-in', async () => {
    const fay = await site.member('Fay');
    await site.db.query(`update sessions set expires_at = now() where user_id = (select max(id) from users)`);
    await fay.get('/api/session').expect(401);
    await fay.post('/api/session').send({ email: 'fay@example.com', password: PASSWORD }).expect(200);
    const { rowCount } = await site.db.query('select from sessions where expires_at <= now()');
    assert.equal(rowCount, 0);
  });

  it('a session survives a restart of the server', async () => {
    const first = await startServer(site.schema.url, '/nowhere');
    const signedIn = await fetch(`${first.origin}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ann.email, password: PASSWORD }),
    });
    await first.stop();
    const second = await startServer(site.schema.url, '/nowhere');
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const response = await fetch(`${second.origin}/api/session`, { headers: { cookie } });
    await second.stop();
    assert.deepEqual(await response.json(), { user: ann });
  });
});
