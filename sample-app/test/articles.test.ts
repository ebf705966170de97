import assert from 'node:assert/strict';
import type { Agent } from 'supertest';
import { articleOf, assertRefused, publish, startSite, type Site } from './support/site.js';

describe('articles', () => {
  let site: Site;
  let ann: Agent;
  let bo: Agent;
  before(async () => {
    site = await startSite();
    [ann, bo] = await Promise.all([site.member('Ann'), site.member('Bo')]);
  });
  after(() => site.stop());

  const text = { title: 'Tea', description: 'About tea', body: 'Boil water.\n\nWait.' };

  it('publishing gives the article', async () => {
    const response = await ann.post('/api/articles').send(text).expect(201);
    const article = articleOf(response);
    const { slug, createdAt, updatedAt, ...rest } = article;
    assert.match(slug, /^tea-[0-9a-f]{8}$/);
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(updatedAt, createdAt);
    assert.deepEqual(rest, { ...text, author: { name: 'Ann' }, favorited: false, favoritesCount: 0, mine: true });
  });

  it('a description may be left out', async () => {
    const response = await ann.post('/api/articles').send({ title: 'Tea', body: 'Boil.' }).expect(201);
    assert.equal(articleOf(response).description, '');
  });

  it('markup and letters of any kind are kept as they are', async () => {
    const title = 'Ünïcode & <b>markup</b>';
    const article = articleOf(await ann.post('/api/articles').send({ title, body: '😀 <i>' }).expect(201));
    assert.equal(article.title, title);
    assert.equal(article.body, '😀 <i>');
    assert.match(article.slug, /^unicode-b-markup-b-[0-9a-f]{8}$/);
    assert.deepEqual(articleOf(await site.guest().get(`/api/articles/${article.slug}`)).title, title);
  });

  it('two articles of one title have different slugs', async () => {
    const [first, second] = await Promise.all([publish(ann, 'Same'), publish(ann, 'Same')]);
    assert.notEqual(first.slug, second.slug);
  });

  it('the longest article there may be is taken', async () => {
    const longest = { title: '😀'.repeat(200), description: '😀'.repeat(300), body: '😀'.repeat(20_000) };
    const escaped = JSON.stringify(longest).replaceAll('😀', String.raw`\ud83d\ude00`);
    const response = await ann.post('/api/articles').type('json').send(escaped).expect(201);
    assert.equal(articleOf(response).body, longest.body);
  });

  for (const [what, change, fields] of [
    ['no title', { title: undefined }, ['title']],
    ['a blank title', { title: '  ' }, ['title']],
    ['a title of 201 characters', { title: 'a'.repeat(201) }, ['title']],
    ['a description of 301 characters', { description: 'a'.repeat(301) }, ['description']],
    ['a description that is no text', { description: 5 }, ['description']],
    ['a description with a NUL character', { description: '\0' }, ['description']],
    ['no body', { body: undefined }, ['body']],
    ['a body of 20,001 characters', { body: 'a'.repeat(20_001) }, ['body']],
    ['nothing right', { title: '', description: false, body: '' }, ['title', 'description', 'body']],
  ] as const) {
    it(`${what} is refused, when publishing and when saving`, async () => {
      const { slug } = await publish(ann, 'Tea');
      assertRefused(await ann.post('/api/articles').send({ ...text, ...change }), 422, 'invalid', fields);
      assertRefused(await ann.put(`/api/articles/${slug}`).send({ ...text, ...change }), 422, 'invalid', fields);
    });
  }

  it('a guest reads an article, which is not theirs', async () => {
    const { slug } = await publish(ann, 'Tea');
    const article = articleOf(await site.guest().get(`/api/articles/${slug}`).expect(200));
    assert.equal(article.mine, false);
    assert.equal(article.favorited, false);
    assert.equal(article.body, 'A body.');
  });

  it('saving changes the text and the time, and leaves the slug', async () => {
    const { slug, createdAt } = await publish(ann, 'Draft', 'Gone after this');
    const response = await ann.put(`/api/articles/${slug}`).send({ title: 'Coffee', body: 'Grind.' }).expect(200);
    const article = articleOf(response);
    assert.deepEqual([article.slug, article.title, article.description, article.body], [slug, 'Coffee', '', 'Grind.']);
    assert.equal(article.createdAt, createdAt);
    assert.ok(article.updatedAt > createdAt);
    assert.deepEqual(articleOf(await ann.get(`/api/articles/${slug}`)), article);
  });

  it('an article goes with its favourites and comments', async () => {
    const { slug } = await publish(ann, 'Short-lived');
    await bo.post(`/api/articles/${slug}/favorite`).expect(201);
    await bo.post(`/api/articles/${slug}/comments`).send({ body: 'Nice' }).expect(201);
    await ann.delete(`/api/articles/${slug}`).expect(204);
    await ann.get(`/api/articles/${slug}`).expect(404);
    const { rows } = await site.db.query<{ left: string }>(
      `select (select count(*) from favorites) + (select count(*) from comments) as left`,
    );
    assert.equal(rows[0]?.left, '0');
  });

  it('a user goes with everything that is theirs', async () => {
    const cy = await site.member('Cy');
    const { slug } = await publish(cy, 'By Cy');
    await cy.post(`/api/articles/${slug}/favorite`).expect(201);
    await site.db.query(`delete from users where name = 'Cy'`);
    await site.guest().get(`/api/articles/${slug}`).expect(404);
    await cy.get('/api/session').expect(401);
  });

  it('a guest cannot publish, save or delete', async () => {
    const { slug } = await publish(ann, 'Tea');
    const guest = site.guest();
    assertRefused(await guest.post('/api/articles').send(text), 401, 'not_signed_in');
    assertRefused(await guest.put(`/api/articles/${slug}`).send(text), 401, 'not_signed_in');
    assertRefused(await guest.delete(`/api/articles/${slug}`), 401, 'not_signed_in');
  });

  it("nobody changes or deletes another's article", async () => {
    const { slug } = await publish(ann, 'Mine');
    assertRefused(await bo.put(`/api/articles/${slug}`).send(text), 403, 'not_yours');
    assertRefused(await bo.delete(`/api/articles/${slug}`), 403, 'not_yours');
    assert.equal(articleOf(await bo.get(`/api/articles/${slug}`)).title, 'Mine');
  });

  for (const slug of ['nothing', '%00', '%25', 'a'.repeat(100)]) {
    it(`there is no article ${slug.slice(0, 10)}`, async () => {
      assertRefused(await ann.get(`/api/articles/${slug}`), 404, 'not_found');
      assertRefused(await ann.put(`/api/articles/${slug}`).send(text), 404, 'not_found');
      assertRefused(await ann.delete(`/api/articles/${slug}`), 404, 'not_found');
    });
  }
});
