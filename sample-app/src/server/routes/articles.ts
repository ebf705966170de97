import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../database.js';
import { noArticle, notYours } from '../errors.js';
import { articleForm, readForm } from '../forms.js';
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
import { requireViewer } from '../sessions.js';
import { makeSlug } from '../slugs.js';

interface ListRequest {
  Querystring: Record<string, unknown>;
}

export interface SlugRequest {
  Params: { slug: string };
}

export function articleRoutes(app: FastifyInstance, db: Database): void {
  app.get<ListRequest>('/api/articles', async (request) => {
    const listing = readListing(request.query);
    const articles = await listArticles(db, request.viewer?.id ?? null, listing);
    return makePage(articles, listing.page, await countArticles(db, listing.q));
  });

  app.post('/api/articles', async (request, reply) => {
    const viewer = requireViewer(request);
    const text = readForm(articleForm, request.body);
    const slug = makeSlug(text.title);
    await insertArticle(db, viewer.id, slug, text);
    return reply.code(201).send({ article: await requireArticle(db, request, slug) });
  });

  app.get<SlugRequest>('/api/articles/:slug', async (request) => ({
    article: await requireArticle(db, request, request.params.slug),
  }));

  app.put<SlugRequest>('/api/articles/:slug', async (request) => {
    const { slug } = await requireOwnArticle(db, request, request.params.slug);
    await updateArticle(db, slug, readForm(articleForm, request.body));
    return { article: await requireArticle(db, request, slug) };
  });

  app.delete<SlugRequest>('/api/articles/:slug', async (request, reply) => {
    const { slug } = await requireOwnArticle(db, request, request.params.slug);
    await deleteArticle(db, slug);
    return reply.code(204).send();
  });
}

/** The article as whoever asks sees it. */
export async function requireArticle(
  db: Database,
  { viewer }: Pick<FastifyRequest, 'viewer'>,
  slug: string,
): Promise<Article> {
  // PostgreSQL has no text with a NUL character, so there is no such article.
  const article = slug.includes('\0') ? undefined : await findArticle(db, viewer?.id ?? null, slug);
  if (article === undefined) throw noArticle(slug);
  return article;
}

async function requireOwnArticle(db: Database, request: FastifyRequest<SlugRequest>, slug: string): Promise<Article> {
  requireViewer(request);
  const article = await requireArticle(db, request, slug);
  if (!article.mine) throw notYours('article');
  return article;
}
