import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.js';
import { makePage, readPage } from '../listing.js';
import { countFavorites, deleteFavorite, insertFavorite, listFavorites } from '../queries/favorites.js';
import { requireViewer } from '../sessions.js';
import { requireArticle, type SlugRequest } from './articles.js';

interface PageRequest {
  Querystring: Record<string, unknown>;
}

export function favoriteRoutes(app: FastifyInstance, db: Database): void {
  app.post<SlugRequest>('/api/articles/:slug/favorite', async (request, reply) => {
    const viewer = requireViewer(request);
    const { slug } = await requireArticle(db, request, request.params.slug);
    const isNew = await insertFavorite(db, viewer.id, slug);
    return reply.code(isNew ? 201 : 200).send({ article: await requireArticle(db, request, slug) });
  });

  app.delete<SlugRequest>('/api/articles/:slug/favorite', async (request) => {
    const viewer = requireViewer(request);
    const { slug } = await requireArticle(db, request, request.params.slug);
    await deleteFavorite(db, viewer.id, slug);
    return { article: await requireArticle(db, request, slug) };
  });

  app.get<PageRequest>('/api/favorites', async (request) => {
    const viewer = requireViewer(request);
    const page = readPage(request.query);
    const articles = await listFavorites(db, viewer.id, page);
    return makePage(articles, page, await countFavorites(db, viewer.id));
  });
}
