import type { Fault } from './fault.ts';

/** Faults that show when things go wrong, or are written in a way that nobody thought of. */
export const unhappyFaults: readonly Fault[] = [
  {
    title: 'whether an article is a favourite already is asked some time before it is made one',
    file: 'src/server/routes/favorites.ts',
    before: 'const isNew = await insertFavorite(db, viewer.id, slug);',
    after: `const { favorited } = await requireArticle(db, viewer, slug);
      await new Promise((later) => setTimeout(later, 300));
      await insertFavorite(db, viewer.id, slug);
      const isNew = !favorited;`,
    violated: ['UN-01'],
  },
  {
    title: 'the page takes a refused favourite back without a word',
    file: 'web/src/favorites.ts',
    before: /notify\(`Your change.*;/u,
    after: '',
    violated: ['UN-02'],
  },
  {
    title: 'the page switches over what the server has, not what the reader sees',
    file: 'web/src/favorites.ts',
    before: 'const result = await api.setFavorite(slug, intent);',
    after: `const there = await api.article(slug);
    const result = await api.setFavorite(slug, there.ok ? !there.value.article.favorited : intent);`,
    violated: ['UN-03'],
  },
  {
    title: 'a title is set as markup',
    file: 'web/src/components/ArticleView.tsx',
    before: /<h1([^>]*)>\s*\{article\.title\}\s*<\/h1>/u,
    after: '<h1 id={titleId} tabIndex={-1} dangerouslySetInnerHTML={{ __html: article.title }} />',
    violated: ['UN-04.1', 'UN-04.3'],
  },
  {
    title: 'letters that are not ASCII are dropped from titles',
    file: 'src/server/routes/articles.ts',
    before: 'const text = readForm(articleForm, await request.readJson());',
    after: `const given = readForm(articleForm, await request.readJson());
      const text = { ...given, title: given.title.replaceAll(/[^ -~]/g, '') };`,
    violated: ['UN-04.2'],
  },
  {
    title: 'apostrophes in titles are doubled, as for a query that is put together by hand',
    file: 'src/server/queries/articles.ts',
    before: '[slug, title, description, body, authorId]',
    after: `[slug, title.replaceAll("'", "''"), description, body, authorId]`,
    violated: ['UN-04.4'],
  },
  {
    title: 'the page of what is not there loads for ever',
    file: 'web/src/components/NotFound.tsx',
    before: 'Page not found</h1>',
    after: 'Loading…</h1>',
    violated: ['UN-05'],
  },
];
