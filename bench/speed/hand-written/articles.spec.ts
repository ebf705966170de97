import { expect, test } from './test.ts';

const title = 'How rivers bend';
const body = 'Slowly at first.';
const stored = 'select title, body from articles where slug = $1';

test('AR-01 What an author publishes is saved as it was written', async ({ author, scene }) => {
  await author.open('/new');
  await scene.begin();
  await author.fill('Title', title);
  await author.fill('Body', body);
  await author.click(author.page.getByRole('button', { name: 'Publish', exact: true }));
  await scene.expectChanges({ articles: { inserted: 1 } });
  await scene.look(() => expect(author.page.getByRole('heading', { name: title, exact: true })).toBeVisible());
  await scene.lookAtRows(
    'select a.title, a.body, u.email as author from articles a join users u on u.id = a.author_id where a.title = $1',
    [title],
    [{ title, body, author: author.email }],
  );
});

test('AR-02 A published article can be read by everybody, also after a restart', async ({
  author,
  guest,
  scene,
  stack,
}) => {
  await scene.begin();
  const slug = await author.publish(title, body);
  await scene.settle();
  await stack.restart();
  await guest.fresh();
  await guest.open(`/articles/${slug}`);
  await scene.look(() => expect(guest.page.getByRole('heading', { name: title, exact: true })).toBeVisible());
  await scene.look(() => expect(guest.page.getByText(body, { exact: true })).toBeVisible());
  await scene.look(() =>
    expect
      .poll(() => guest.get('/api/articles'))
      .toMatchObject({
        status: 200,
        json: { total: 25, articles: expect.arrayContaining([expect.objectContaining({ slug })]) as unknown[] },
      }),
  );
});

test('AR-03 An author can change an article, and its address stays', async ({ author, scene }) => {
  const slug = await author.publish(title, body);
  await author.open(`/articles/${slug}/edit`);
  await scene.begin();
  await author.fill('Title', 'How rivers meet');
  await author.click(author.page.getByRole('button', { name: 'Save changes', exact: true }));
  await scene.expectChanges({ articles: { updated: 1 } });
  await scene.look(() => expect(author.page).toHaveURL(`/articles/${slug}`));
  await scene.look(() =>
    expect(author.page.getByRole('heading', { name: 'How rivers meet', exact: true })).toBeVisible(),
  );
  await scene.lookAtRows(stored, [slug], [{ title: 'How rivers meet', body }]);
});

test('AR-04 Deleting asks first, and “no” keeps the article', async ({ author, scene }) => {
  const slug = await author.publish(title, body);
  await author.open(`/articles/${slug}`);
  await scene.begin();
  author.page.once('dialog', (dialog) => void dialog.dismiss());
  await author.click(author.page.getByRole('button', { name: 'Delete', exact: true }));
  await scene.expectChanges({});
  await scene.look(() => expect(author.page.getByRole('heading', { name: title, exact: true })).toBeVisible());
  await scene.lookAtRows(stored, [slug], [{ title, body }]);
});

test('AR-05 An author can delete an article, with its favourites and comments', async ({
  author,
  reader,
  guest,
  scene,
}) => {
  const slug = await author.publish(title, body);
  await reader.post(`/api/articles/${slug}/favorite`, undefined, 201);
  await reader.post(`/api/articles/${slug}/comments`, { body: 'A comment.' }, 201);
  await author.open(`/articles/${slug}`);
  await scene.begin();
  author.page.once('dialog', (dialog) => void dialog.accept());
  await author.click(author.page.getByRole('button', { name: 'Delete', exact: true }));
  await scene.expectChanges({ articles: { deleted: 1 }, favorites: { deleted: 1 }, comments: { deleted: 1 } });
  await scene.look(() => expect.poll(() => guest.get(`/api/articles/${slug}`)).toMatchObject({ status: 404 }));
  await scene.lookAtRows('select 1 as one from articles where slug = $1', [slug], []);
});

test('AR-06 Nobody changes another person’s article', async ({ author, reader, scene }) => {
  const slug = await author.publish(title, body);
  const refused = { status: 403, json: { error: { code: 'not_yours' } } };
  await scene.begin();
  expect(await reader.send('PUT', `/api/articles/${slug}`, { title: 'Taken over', body: 'Mine now.' })).toMatchObject(
    refused,
  );
  expect(await reader.send('DELETE', `/api/articles/${slug}`)).toMatchObject(refused);
  await scene.expectChanges({});
  await scene.lookAtRows(stored, [slug], [{ title, body }]);
});

test('AR-07 An article without a title is refused, and nothing that was typed is lost', async ({ author, scene }) => {
  await author.open('/new');
  await scene.begin();
  await author.fill('Body', body);
  await author.click(author.page.getByRole('button', { name: 'Publish', exact: true }));
  await scene.expectChanges({});
  await scene.look(() => expect(author.page.getByRole('alert')).toBeVisible());
  await scene.look(() => expect(author.page).toHaveURL('/new'));
  await scene.look(() => expect(author.page.getByLabel('Body', { exact: true })).toHaveValue(body));
});

test('AR-08 A search shows the articles whose title or description has the words, and no others', async ({
  guest,
  scene,
}) => {
  await guest.open('/');
  await scene.begin();
  await guest.fill('Search articles', 'SALT');
  await guest.act(() => guest.page.getByLabel('Search articles', { exact: true }).press('Enter'));
  await scene.settle();
  const articles = guest.page.getByRole('article');
  await scene.look(() => expect(articles).toHaveCount(1));
  await scene.look(() => expect(guest.page.getByRole('article', { name: 'Notes on salt', exact: true })).toBeVisible());
  await scene.look(() =>
    expect
      .poll(() => guest.get('/api/articles?q=SALT'))
      .toMatchObject({ status: 200, json: { total: 1, articles: [{ slug: 'notes-on-salt' }] } }),
  );
  await scene.look(() =>
    expect
      .poll(() => guest.get('/api/articles?q=short+piece'))
      .toMatchObject({ status: 200, json: { total: 24, articles: Array.from({ length: 10 }, () => ({})) } }),
  );
  await scene.lookForAbsence(() =>
    expect
      .poll(() => guest.get('/api/articles?q=%25'))
      .toMatchObject({ status: 200, json: { total: 0, articles: [] } }),
  );
});

test('AR-09 Sorting and paging show every article once, in order', async ({ guest, scene }) => {
  await guest.open('/');
  await scene.begin();
  await guest.act(() => guest.page.getByLabel('Sort by', { exact: true }).selectOption('Title'));
  await scene.settle();
  const articles = guest.page.getByRole('article');
  const nextPage = guest.page.getByRole('link', { name: 'Next page', exact: true });
  await scene.look(() => expect(articles).toHaveCount(10));
  await scene.look(() => expect(articles.first()).toContainText('A walk before breakfast'));
  await guest.click(nextPage);
  await scene.look(() => expect(articles.first()).toContainText('Ink that stays'));
  await guest.click(nextPage);
  await scene.look(() => expect(articles).toHaveCount(4));
  await scene.look(() => expect(articles.last()).toContainText('Yeast and other lodgers'));
  await scene.look(async () => {
    await expect
      .poll(() => guest.get('/api/articles?sort=title&page=3'))
      .toMatchObject({ status: 200, json: { page: 3, total: 24, articles: [{}, {}, {}, {}] } });
  });
});

test('AR-10 Nobody publishes without signing in', async ({ guest, scene }) => {
  await scene.begin();
  expect(await guest.send('POST', '/api/articles', { title, body })).toMatchObject({
    status: 401,
    json: { error: { code: 'not_signed_in' } },
  });
  await scene.expectChanges({});
  await scene.lookAtRows('select 1 as one from articles where title = $1', [title], []);
});
