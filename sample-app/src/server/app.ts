import type { Server } from 'node:http';
import type { Database } from './database.js';
import { createHttpServer } from './http/server.js';
import type { Log } from './log.js';
import { articleRoutes } from './routes/articles.js';
import { commentRoutes } from './routes/comments.js';
import { favoriteRoutes } from './routes/favorites.js';
import { createPages } from './routes/pages.js';
import { statusRoutes } from './routes/status.js';
import { userRoutes } from './routes/users.js';

export interface AppOptions {
  db: Database;
  commit: string;
  log: Log;
  webDirectory: string;
}

export function createApp({ db, commit, log, webDirectory }: AppOptions): Server {
  const pages = createPages(db, webDirectory);
  const routes = [
    ...statusRoutes(db, commit, log),
    ...userRoutes(db),
    ...articleRoutes(db),
    ...favoriteRoutes(db),
    ...commentRoutes(db),
    ...pages.routes,
  ];
  return createHttpServer({ routes, notFound: pages.notFound, log });
}
