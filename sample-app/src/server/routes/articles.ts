import type { Database } from '../database.js';
import { noArticle, notYours } from '../errors.js';
import { articleForm, readForm } from '../forms.js';
import { json, noContent } from '../http/answers.js';
import { route, type Request, type Route } from '../http/router.js';
import { makePage, readListing } from '../listing.js';
import {
  countArticles,
  deleteArticle,
  findArticle,
  insertArticle,
  listArticles,
  updateArticle,
  type Article,
} from '../queries/articles.js';
import type { User } from '../queries/users.js';
import { findViewer, requireViewer } from '../sessions.js';
import { makeSlug } from '../slugs.js';

export function articleRoutes(db: Database): Route[] {
  return [
    route('GET', '/api/articles', async (request) => {
      const listing = readListing(request.query);
      const viewer = await findViewer(db, request);
      const articles = await listArticles(db, viewer?.id, listing);
      return json(200, makePage(articles, listing.page, await countArticles(db, listing.q)));
    }),

    route('POST', '/api/articles', async (request) => {
      const viewer = await requireViewer(db, request);
      const text = readForm(articleForm, await request.readJson());
      const slug = makeSlug(text.title);
      await insertArticle(db, viewer.id, slug, text);
      return json(201, { article: await requireArticle(db, viewer, slug) });
    }),

    route('GET', '/api/articles/:slug', async (request) => {
      const viewer = await findViewer(db, request);
      return json(200, { article: await requireArticle(db, viewer, request.param('slug')) });
    }),

    route('PUT', '/api/articles/:slug', async (request) => {
      const viewer = await requireViewer(db, request);
      const { slug } = await requireOwnArticle(db, viewer, request);
      await updateArticle(db, slug, readForm(articleForm, await request.readJson()));
      return json(200, { article: await requireArticle(db, viewer, slug) });
    }),

    route('DELETE', '/api/articles/:slug', async (request) => {
      const viewer = await requireViewer(db, request);
      const { slug } = await requireOwnArticle(db, viewer, request);
      await deleteArticle(db, slug);
      return noContent();
    }),
  ];
}

/** The article as the viewer sees it. */
export async function requireArticle(db: Database, viewer: User | undefined, slug: string): Promise<Article> {
  // PostgreSQL has no text with a NUL character, so there is no such article.
  const article = slug.includes('\0') ? undefined : await findArticle(db, viewer?.id, slug);
  if (article === undefined) throw noArticle(slug);
  return article;
}

async function requireOwnArticle(db: Database, viewer: User, request: Request): Promise<Article> {
  const article = await requireArticle(db, viewer, request.param('slug'));
  if (!article.mine) throw notYours('article');
  return article;
}
