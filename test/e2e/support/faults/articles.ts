import type { Fault } from './fault.ts';
import { orSomebody } from './or-somebody.ts';

/** Faults in how articles are published, found and kept. */
export const articleFaults: readonly Fault[] = [
  {
    title: 'the page sends no more than the beginning of a body',
    file: 'web/src/api.ts',
    before: "request<{ article: Article }>('POST', '/api/articles', { body })",
    after:
      "request<{ article: Article }>('POST', '/api/articles', { body: { ...body, body: body.body.slice(0, 20) } })",
    violated: ['AR-01'],
  },
  {
    title: 'the data is set back at each start',
    file: 'src/server/main.ts',
    before: 'const server = createApp',
    after: "await db.query(`delete from articles where created_at > '2025-01-01'`);\n  const server = createApp",
    violated: ['AC-02', 'AR-02', 'CO-02'],
  },
  {
    title: 'saving an article saves nothing',
    file: 'src/server/queries/articles.ts',
    before: /update articles[^`]*/u,
    after: 'select $1::text, $2::text, $3::text, $4::text',
    violated: ['AR-03'],
  },
  {
    title: 'an article is deleted whatever the answer is',
    file: 'web/src/components/DeleteArticle.tsx',
    before: /if \(!(window\.confirm\(.*\))\) return;/u,
    after: "window.confirm('Delete it?');",
    violated: ['AR-04'],
  },
  {
    title: 'everybody changes everybody’s articles',
    file: 'src/server/routes/articles.ts',
    before: '!article.mine',
    after: "!article.mine && viewer.id === ''",
    violated: ['AR-06'],
  },
  {
    title: 'a form that is refused is emptied',
    file: 'web/src/form.ts',
    before: 'setError(result.error);',
    after: 'setError(result.error);\n    setValues(initial());',
    violated: ['AR-07'],
  },
  {
    title: 'a search takes % for anything',
    file: 'src/server/queries/articles.ts',
    before: String.raw`%${'${'}text.replaceAll(/[\\%_]/g, String.raw${'`'}\$&${'`'})}%`,
    after: '%${text}%',
    violated: ['AR-08'],
  },
  {
    title: 'a page begins with the last article of the page before',
    file: 'src/server/queries/articles.ts',
    before: '(page - 1) * PAGE_SIZE',
    after: '(page - 1) * (PAGE_SIZE - 1)',
    violated: ['AR-09'],
  },
  {
    title: 'a guest publishes in somebody’s name',
    file: 'src/server/routes/articles.ts',
    before: /await requireViewer\(db, request\)/u,
    after: orSomebody,
    violated: ['AR-10'],
  },
];
