import assert from 'node:assert/strict';
import type { Agent } from 'supertest';
import { assertRefused, publish, startSite, type Site } from './support/site.js';

interface CommentBody {
  id: string;
  body: string;
  createdAt: string;
  author: { name: string };
  mine: boolean;
}

describe('comments', () => {
  let site: Site;
  let ann: Agent;
  let bo: Agent;
  let path: string;
  before(async () => {
    site = await startSite();
    [ann, bo] = await Promise.all([site.member('Ann'), site.member('Bo')]);
  });
  beforeEach(async () => {
    path = `/api/articles/${(await publish(ann, 'Tea')).slug}/comments`;
  });
  after(() => site.stop());

  const comment = async (author: Agent, body: string): Promise<CommentBody> => {
    const response = await author.post(path).send({ body }).expect(201);
    return (response.body as { comment: CommentBody }).comment;
  };
  const list = async (reader: Agent): Promise<CommentBody[]> => {
    const response = await reader.get(path).expect(200);
    return (response.body as { comments: CommentBody[] }).comments;
  };

  it('posting one gives it', async () => {
    const { id, createdAt, ...rest } = await comment(bo, 'Nice <b>tea</b> 😀');
    assert.match(id, /^\d+$/);
    assert.match(createdAt, /^\d{4}-.*Z$/);
    assert.deepEqual(rest, { body: 'Nice <b>tea</b> 😀', author: { name: 'Bo' }, mine: true });
  });

  it('they are listed for everyone, the oldest first', async () => {
    assert.deepEqual(await list(site.guest()), []);
    const first = await comment(bo, 'First');
    const second = await comment(ann, 'Second');
    assert.deepEqual(await list(bo), [first, { ...second, mine: false }]);
    assert.deepEqual(
      (await list(site.guest())).map(({ mine }) => mine),
      [false, false],
    );
  });

  it('those of another article are not listed', async () => {
    await comment(bo, 'Here');
    path = `/api/articles/${(await publish(ann, 'Other')).slug}/comments`;
    assert.deepEqual(await list(bo), []);
  });

  it('an id beyond the precision of a number is kept', async () => {
    await site.db.query('alter table comments alter column id restart with 9007199254740993');
    assert.equal((await comment(bo, 'Big')).id, '9007199254740993');
    await bo.delete('/api/comments/9007199254740993').expect(204);
  });

  for (const [what, body, fields] of [
    ['no body', undefined, ['body']],
    ['an empty body', '', ['body']],
    ['a blank body', ' \n ', ['body']],
    ['a body of 2,001 characters', 'a'.repeat(2_001), ['body']],
    ['a body that is no text', 7, ['body']],
  ] as const) {
    it(`${what} is refused`, async () => {
      assertRefused(await bo.post(path).send({ body }), 422, 'invalid', fields);
    });
  }

  it('a body of 2,000 characters is taken', async () => {
    await comment(bo, '😀'.repeat(2_000));
  });

  it('its author deletes it', async () => {
    const { id } = await comment(bo, 'Oops');
    await bo.delete(`/api/comments/${id}`).expect(204);
    assert.deepEqual(await list(bo), []);
    assertRefused(await bo.delete(`/api/comments/${id}`), 404, 'not_found');
  });

  it("nobody deletes another's, not even the article's author", async () => {
    const { id } = await comment(bo, 'Stays');
    assertRefused(await ann.delete(`/api/comments/${id}`), 403, 'not_yours');
    assert.equal((await list(bo)).length, 1);
  });

  it('a guest neither posts nor deletes', async () => {
    const { id } = await comment(bo, 'Stays');
    assertRefused(await site.guest().post(path).send({ body: 'Hi' }), 401, 'not_signed_in');
    assertRefused(await site.guest().delete(`/api/comments/${id}`), 401, 'not_signed_in');
    assert.equal((await list(bo)).length, 1);
  });

  it('an article that does not exist has none', async () => {
    assertRefused(await bo.get('/api/articles/nothing/comments'), 404, 'not_found');
    assertRefused(await bo.post('/api/articles/nothing/comments').send({ body: 'Hi' }), 404, 'not_found');
  });

  for (const id of ['0', 'x', '-1', '1.5', '9223372036854775808', '1'.repeat(50)]) {
    it(`there is no comment ${id.slice(0, 20)}`, async () => {
      assertRefused(await bo.delete(`/api/comments/${id}`), 404, 'not_found');
    });
  }
});
