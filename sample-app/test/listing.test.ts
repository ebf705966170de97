import assert from 'node:assert/strict';
import type { Agent } from 'supertest';
import { assertRefused, publish, startSite, titlesOf, type Site } from './support/site.js';

describe('the list of articles', () => {
  let site: Site;
  let ann: Agent;
  beforeEach(async () => {
    await site.db.query('delete from articles');
  });
  before(async () => {
    site = await startSite();
    ann = await site.member('Ann');
  });
  after(() => site.stop());

  const list = (query: string): ReturnType<Agent['get']> => site.guest().get(`/api/articles${query}`);

  it('is empty at first', async () => {
    const { body } = (await list('').expect(200)) as { body: unknown };
    assert.deepEqual(body, { articles: [], page: 1, pageSize: 10, total: 0 });
  });

  it('has summaries, without bodies', async () => {
    const { body: text, mine, ...summary } = await publish(ann, 'Tea', 'About tea');
    assert.deepEqual([text, mine], ['A body.', true]);
    const { body } = (await list('').expect(200)) as { body: { articles: unknown[] } };
    assert.deepEqual(body.articles, [{ ...summary, mine: false }]);
  });

  it('tells each viewer what is theirs', async () => {
    const { slug } = await publish(ann, 'Tea');
    await ann.post(`/api/articles/${slug}/favorite`).expect(201);
    const seen = async (viewer: Agent): Promise<unknown> => {
      const { articles } = (await viewer.get('/api/articles')).body as { articles: Record<string, unknown>[] };
      return [articles[0]?.['mine'], articles[0]?.['favorited'], articles[0]?.['favoritesCount']];
    };
    assert.deepEqual(await seen(ann), [true, true, 1]);
    assert.deepEqual(await seen(site.guest()), [false, false, 1]);
  });

  it('has ten to a page, and a total over all pages', async () => {
    for (let number = 1; number <= 21; number++) await publish(ann, `No. ${number}`);
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?page=${page}&sort=oldest`)));
    assert.deepEqual(pages.map((page) => titlesOf(page).length), [10, 10, 1, 0]);
    const titles = pages.flatMap(titlesOf);
    assert.deepEqual(titles, Array.from({ length: 21 }, (_, index) => `No. ${index + 1}`));
    for (const [index, { body }] of (pages as { body: object }[]).entries()) {
      assert.deepEqual({ ...body, articles: null }, { articles: null, page: index + 1, pageSize: 10, total: 21 });
    }
  });

  it('is sorted in four ways', async () => {
    const beta = await publish(ann, 'beta');
    await publish(ann, 'Gamma');
    const alpha = await publish(ann, 'Alpha');
    const bo = await site.member('Bo');
    for (const slug of [beta.slug, alpha.slug]) await bo.post(`/api/articles/${slug}/favorite`).expect(201);
    await ann.post(`/api/articles/${beta.slug}/favorite`).expect(201);
    assert.deepEqual(titlesOf(await list('')), ['Alpha', 'Gamma', 'beta']);
    assert.deepEqual(titlesOf(await list('?sort=newest')), ['Alpha', 'Gamma', 'beta']);
    assert.deepEqual(titlesOf(await list('?sort=oldest')), ['beta', 'Gamma', 'Alpha']);
    assert.deepEqual(titlesOf(await list('?sort=title')), ['Alpha', 'beta', 'Gamma']);
    assert.deepEqual(titlesOf(await list('?sort=favorites')), ['beta', 'Alpha', 'Gamma']);
  });

  it('is searched in titles and descriptions, whatever the case of a letter', async () => {
    await publish(ann, 'Green TEA');
    await publish(ann, 'Coffee', 'No tea here');
    await publish(ann, 'Water');
    const response = await list('?q=tEa&sort=title');
    assert.deepEqual(titlesOf(response), ['Coffee', 'Green TEA']);
    assert.equal((response.body as { total: number }).total, 2);
    assert.deepEqual(titlesOf(await list('?q=')), ['Water', 'Coffee', 'Green TEA']);
  });

  it('takes %, _ and \\ literally', async () => {
    for (const title of ['100% wool', 'snake_case', 'back\\slash', "it's", 'plain']) await publish(ann, title);
    for (const [q, title] of [['0%', '100% wool'], ['e_c', 'snake_case'], ['k\\s', 'back\\slash'], ["'", "it's"]] as const) {
      assert.deepEqual(titlesOf(await list(`?q=${encodeURIComponent(q)}`)), [title]);
    }
    assert.deepEqual(titlesOf(await list('?q=%25%25')), []);
    assert.deepEqual(titlesOf(await list('?q=p_ain')), []);
  });

  it('has a second page of what was found', async () => {
    for (let number = 1; number <= 12; number++) await publish(ann, number % 12 === 0 ? 'other' : `match ${number}`);
    const response = await list('?q=match&page=2');
    assert.deepEqual(titlesOf(response), ['match 1']);
    assert.equal((response.body as { total: number }).total, 11);
  });

  for (const page of ['0', '-1', '1.5', 'x', '', '1e3', '9999999999', '1&page=2']) {
    it(`there is no page ${page || '(empty)'}`, async () => {
      assertRefused(await list(`?page=${page}`), 422, 'invalid', ['page']);
    });
  }

  for (const sort of ['best', '', 'title&sort=oldest', 'constructor']) {
    it(`there is no sort ${sort || '(empty)'}`, async () => {
      assertRefused(await list(`?sort=${sort}`), 422, 'invalid', ['sort']);
    });
  }

  for (const q of ['%00', 'a&q=b', 'a'.repeat(201)]) {
    it(`there is no search for ${q.slice(0, 10)}`, async () => {
      assertRefused(await list(`?q=${q}`), 422, 'invalid', ['q']);
    });
  }
});
