import type { Database } from '../database.js';
import { json } from '../http/answers.js';
import { route, type Route } from '../http/router.js';
import { makePage, readPage } from '../listing.js';
import { countFavorites, deleteFavorite, insertFavorite, listFavorites } from '../queries/favorites.js';
import { requireViewer } from '../sessions.js';
import { requireArticle } from './articles.js';

export function favoriteRoutes(db: Database): Route[] {
  return [
    route('POST', '/api/articles/:slug/favorite', async (request) => {
      const viewer = await requireViewer(db, request);
      const { slug } = await requireArticle(db, viewer, request.param('slug'));
      const isNew = await insertFavorite(db, viewer.id, slug);
      return json(isNew ? 201 : 200, { article: await requireArticle(db, viewer, slug) });
    }),

    route('DELETE', '/api/articles/:slug/favorite', async (request) => {
      const viewer = await requireViewer(db, request);
      const { slug } = await requireArticle(db, viewer, request.param('slug'));
      await deleteFavorite(db, viewer.id, slug);
      return json(200, { article: await requireArticle(db, viewer, slug) });
    }),

    route('GET', '/api/favorites', async (request) => {
      const viewer = await requireViewer(db, request);
      const page = readPage(request.query);
      const articles = await listFavorites(db, viewer.id, page);
      return json(200, makePage(articles, page, await countFavorites(db, viewer.id)));
    }),
  ];
}
