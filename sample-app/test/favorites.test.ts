import assert from 'node:assert/strict';
import type { Agent } from 'supertest';
import { articleOf, assertRefused, publish, startSite, titlesOf, type Site } from './support/site.js';

describe('favourites', () => {
  let site: Site;
  let ann: Agent;
  let bo: Agent;
  before(async () => {
    site = await startSite();
    [ann, bo] = await Promise.all([site.member('Ann'), site.member('Bo')]);
  });
  beforeEach(async () => {
    await site.db.query('delete from articles');
  });
  after(() => site.stop());

  const countRows = async (): Promise<number | null> => (await site.db.query('select from favorites')).rowCount;

  it('the first time makes a favourite, the second finds it there', async () => {
    const { slug } = await publish(ann, 'Tea');
    const first = articleOf(await bo.post(`/api/articles/${slug}/favorite`).expect(201));
    const second = articleOf(await bo.post(`/api/articles/${slug}/favorite`).expect(200));
    assert.deepEqual([first.favorited, first.favoritesCount, first.mine], [true, 1, false]);
    assert.deepEqual(second, first);
    assert.equal(await countRows(), 1);
  });

  it('two requests at once are one row', async () => {
    const { slug } = await publish(ann, 'Tea');
    const responses = await Promise.all([1, 2].map(() => bo.post(`/api/articles/${slug}/favorite`)));
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 201]);
    assert.equal(await countRows(), 1);
  });

  it('the count is over all users, the flag is one’s own', async () => {
    const { slug } = await publish(ann, 'Tea');
    await bo.post(`/api/articles/${slug}/favorite`).expect(201);
    assert.equal(articleOf(await ann.post(`/api/articles/${slug}/favorite`).expect(201)).favoritesCount, 2);
    const afterwards = articleOf(await bo.delete(`/api/articles/${slug}/favorite`).expect(200));
    assert.deepEqual([afterwards.favorited, afterwards.favoritesCount], [false, 1]);
    assert.equal(articleOf(await ann.get(`/api/articles/${slug}`)).favorited, true);
  });

  it('taking back what is no favourite changes nothing', async () => {
    const { slug } = await publish(ann, 'Tea');
    const article = articleOf(await bo.delete(`/api/articles/${slug}/favorite`).expect(200));
    assert.deepEqual([article.favorited, article.favoritesCount], [false, 0]);
  });

  it('a JSON request without a body will do', async () => {
    const { slug } = await publish(ann, 'Tea');
    await bo.post(`/api/articles/${slug}/favorite`).type('json').expect(201);
    await bo.delete(`/api/articles/${slug}/favorite`).type('json').expect(200);
  });

  it('a guest has no favourites', async () => {
    const { slug } = await publish(ann, 'Tea');
    const guest = site.guest();
    assertRefused(await guest.post(`/api/articles/${slug}/favorite`), 401, 'not_signed_in');
    assertRefused(await guest.delete(`/api/articles/${slug}/favorite`), 401, 'not_signed_in');
    assertRefused(await guest.get('/api/favorites'), 401, 'not_signed_in');
    assert.equal(await countRows(), 0);
  });

  it('an article that does not exist is no favourite', async () => {
    assertRefused(await bo.post('/api/articles/nothing/favorite'), 404, 'not_found');
    assertRefused(await bo.delete('/api/articles/nothing/favorite'), 404, 'not_found');
  });

  it('my favourites are mine alone, the latest first', async () => {
    const [tea, water, milk] = [await publish(ann, 'Tea'), await publish(ann, 'Water'), await publish(ann, 'Milk')];
    for (const { slug } of [water, milk, tea]) await bo.post(`/api/articles/${slug}/favorite`).expect(201);
    await bo.delete(`/api/articles/${milk.slug}/favorite`).expect(200);
    await ann.post(`/api/articles/${milk.slug}/favorite`).expect(201);
    const response = await bo.get('/api/favorites');
    assert.deepEqual(titlesOf(response), ['Tea', 'Water']);
    const { articles, ...paging } = response.body as { articles: { favorited: boolean; mine: boolean }[] };
    assert.deepEqual(paging, { page: 1, pageSize: 10, total: 2 });
    assert.ok(articles.every(({ favorited, mine }) => favorited && !mine));
  });

  it('my favourites have pages', async () => {
    for (let number = 1; number <= 11; number++) {
      const { slug } = await publish(ann, `No. ${number}`);
      await bo.post(`/api/articles/${slug}/favorite`).expect(201);
    }
    assert.equal(titlesOf(await bo.get('/api/favorites')).length, 10);
    const second = await bo.get('/api/favorites?page=2');
    assert.deepEqual(titlesOf(second), ['No. 1']);
    assert.equal((second.body as { total: number }).total, 11);
    assertRefused(await bo.get('/api/favorites?page=0'), 422, 'invalid', ['page']);
  });
});
