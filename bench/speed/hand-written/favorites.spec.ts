import type { Actor } from './actor.ts';
import { expect, test } from './test.ts';

const title = 'The colour of slate';
const readers =
  'select u.email from favorites f join articles a on a.id = f.article_id join users u on u.id = f.user_id where a.slug = $1';
const count = 'select count(*)::int as n from favorites f join articles a on a.id = f.article_id where a.slug = $1';

const heart = (actor: Actor) => actor.page.getByRole('button', { name: 'Favorite', exact: true });
const heartIs = (actor: Actor, pressed: boolean) => () =>
  expect(heart(actor)).toHaveAttribute('aria-pressed', String(pressed));
const favourite = async (actor: Actor, slug: string): Promise<void> => {
  await actor.post(`/api/articles/${slug}/favorite`, undefined, 201);
};

test('AC-01 A favourite is saved on the server', async ({ author, reader, scene }) => {
  const slug = await author.publish(title);
  await reader.open(`/articles/${slug}`);
  await scene.begin();
  await reader.click(heart(reader));
  await scene.expectChanges({ favorites: { inserted: 1 } });
  await scene.look(heartIs(reader, true));
  await scene.look(() =>
    expect
      .poll(() => reader.get('/api/favorites'))
      .toMatchObject({ status: 200, json: { total: 1, articles: [{ slug, favorited: true, favoritesCount: 1 }] } }),
  );
  await scene.lookAtRows(readers, [slug], [{ email: reader.email }]);
});

test('AC-02 A favourite survives a restart of the service and an empty browser', async ({
  author,
  reader,
  scene,
  stack,
}) => {
  const slug = await author.publish(title);
  await reader.open(`/articles/${slug}`);
  await scene.begin();
  await reader.click(heart(reader));
  await scene.settle();
  await stack.restart();
  await reader.fresh();
  await reader.open(`/articles/${slug}`);
  await scene.look(heartIs(reader, true));
});

test('AC-03 A favourite can be taken back', async ({ author, reader, scene }) => {
  const slug = await author.publish(title);
  await favourite(reader, slug);
  await reader.open(`/articles/${slug}`);
  await heartIs(reader, true)();
  await scene.begin();
  await reader.click(heart(reader));
  await scene.expectChanges({ favorites: { deleted: 1 } });
  await scene.look(heartIs(reader, false));
  await scene.settle();
  await scene.lookAtRows(count, [slug], [{ n: 0 }]);
});

test('AC-04 Taking a favourite back leaves other readers’ favourites alone', async ({
  author,
  reader,
  other,
  scene,
}) => {
  const slug = await author.publish(title);
  await favourite(reader, slug);
  await favourite(other, slug);
  await scene.begin();
  expect(await other.send('DELETE', `/api/articles/${slug}/favorite`)).toMatchObject({
    status: 200,
    json: { article: { favorited: false, favoritesCount: 1 } },
  });
  await scene.expectChanges({ favorites: { deleted: 1 } });
  await scene.lookAtRows(readers, [slug], [{ email: reader.email }]);
});

test('AC-05 My favourites shows what the reader favourited, and nothing that others did', async ({
  author,
  other,
  reader,
  scene,
}) => {
  const slug = await author.publish(title);
  const otherSlug = await author.publish('Somebody else’s choice');
  await favourite(other, otherSlug);
  await scene.begin();
  await favourite(reader, slug);
  await scene.settle();
  await reader.open('/favorites');
  await scene.look(() => expect(reader.page.getByRole('article')).toHaveCount(1));
  await scene.look(() => expect(reader.page.getByRole('article', { name: title, exact: true })).toBeVisible());
  await scene.lookForAbsence(() =>
    expect(reader.page.getByRole('article', { name: 'Somebody else’s choice', exact: true })).toHaveCount(0),
  );
  for (const [actor, theirs] of [
    [reader, slug],
    [other, otherSlug],
  ] as const)
    await scene.look(() =>
      expect
        .poll(() => actor.get('/api/favorites'))
        .toMatchObject({ status: 200, json: { total: 1, articles: [{ slug: theirs }] } }),
    );
});

test('AC-06 The heart on the list favourites the article that it stands beside', async ({ author, reader, scene }) => {
  await author.publish(title);
  await reader.open('/?sort=title&page=2');
  const beside = reader.page
    .getByRole('article', { name: 'Notes on salt', exact: true })
    .getByRole('button', { name: 'Favorite', exact: true });
  await scene.begin();
  await reader.click(beside);
  await scene.expectChanges({ favorites: { inserted: 1 } });
  await scene.look(() => expect(beside).toHaveAttribute('aria-pressed', 'true'));
  await scene.lookAtRows(
    'select a.title from favorites f join articles a on a.id = f.article_id join users u on u.id = f.user_id where u.email = $1',
    [reader.email],
    [{ title: 'Notes on salt' }],
  );
});

test('AC-07 The count beside the heart is the number of readers who favourited', async ({
  author,
  other,
  reader,
  guest,
  database,
  scene,
}) => {
  const slug = await author.publish(title);
  await favourite(other, slug);
  await reader.open(`/articles/${slug}`);
  await scene.begin();
  await reader.click(heart(reader));
  await scene.settle();
  const shown = reader.page.getByRole('group', { name: 'Favorites count', exact: true });
  await scene.look(() => expect(shown).toHaveText('2'));
  await scene.look(() =>
    expect
      .poll(async () => [
        Number(await shown.textContent()),
        ((await guest.get(`/api/articles/${slug}`)).json as { article: { favoritesCount: number } }).article
          .favoritesCount,
        ((await database.rows(count, [slug])) as [{ n: number }])[0].n,
      ])
      .toEqual([2, 2, 2]),
  );
  await scene.look(() =>
    expect
      .poll(() => guest.get(`/api/articles/${slug}`))
      .toMatchObject({ status: 200, json: { article: { favoritesCount: 2, favorited: false } } }),
  );
});

test('AC-08 Favouriting twice is one favourite', async ({ author, reader, scene }) => {
  const slug = await author.publish(title);
  await favourite(reader, slug);
  await scene.begin();
  expect(await reader.send('POST', `/api/articles/${slug}/favorite`)).toMatchObject({
    status: 200,
    json: { article: { favorited: true, favoritesCount: 1 } },
  });
  await scene.expectChanges({});
  await scene.lookAtRows(count, [slug], [{ n: 1 }]);
});

test('AC-09 Nobody favourites without signing in', async ({ author, guest, scene }) => {
  const slug = await author.publish(title);
  await scene.begin();
  expect(await guest.send('POST', `/api/articles/${slug}/favorite`)).toMatchObject({
    status: 401,
    json: { error: { code: 'not_signed_in' } },
  });
  await scene.expectChanges({});
  await scene.settle();
  await scene.lookAtRows(count, [slug], [{ n: 0 }]);
});

test('AC-10 An article that does not exist can’t be favourited', async ({ reader, scene }) => {
  await scene.begin();
  expect(await reader.send('POST', '/api/articles/no-such-article/favorite')).toMatchObject({
    status: 404,
    json: { error: { code: 'not_found' } },
  });
  await scene.expectChanges({});
});

test('AC-11 More favourites than a page holds are all reachable', async ({ reader, author, database, scene }) => {
  await database.rows(
    'insert into favorites (user_id, article_id) select u.id, a.id from users u, articles a where u.email = $1 order by a.id limit 12',
    [reader.email],
  );
  const slug = await author.publish(title);
  await scene.begin();
  await favourite(reader, slug);
  await scene.settle();
  await scene.look(async () => {
    await expect.poll(() => reader.get('/api/favorites')).toMatchObject({ status: 200, json: { total: 13 } });
  });
  await reader.open('/favorites');
  const articles = reader.page.getByRole('article');
  await scene.look(() => expect(articles).toHaveCount(10));
  await scene.look(() => expect(reader.page.getByRole('article', { name: title, exact: true })).toBeVisible());
  await reader.click(reader.page.getByRole('link', { name: 'Next page', exact: true }));
  await scene.look(() => expect(articles).toHaveCount(3));
});
