import fastify, { type FastifyInstance } from 'fastify';
import type { Database } from './database.js';
import { answerError, handleErrors } from './errors.js';
import { articleRoutes } from './routes/articles.js';
import { commentRoutes } from './routes/comments.js';
import { favoriteRoutes } from './routes/favorites.js';
import { pageRoutes } from './routes/pages.js';
import { statusRoutes } from './routes/status.js';
import { userRoutes } from './routes/users.js';
import { recogniseViewers } from './sessions.js';

/** The longest article, with every character escaped twice (`\ud83d\ude00`), and room to spare. */
const LARGEST_BODY = 300_000;

const SECURITY_HEADERS = {
  'content-security-policy':
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
};

export interface AppOptions {
  db: Database;
  commit: string;
  logLevel: string;
  webDirectory: string;
}

export function createApp({ db, commit, logLevel, webDirectory }: AppOptions): FastifyInstance {
  const app = fastify({
    logger: { level: logLevel },
    bodyLimit: LARGEST_BODY,
    frameworkErrors: answerError,
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
  });
  handleErrors(app);
  acceptOnlyJson(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(SECURITY_HEADERS).header('cache-control', 'no-store');
    done();
  });

  statusRoutes(app, db, commit);
  pageRoutes(app, db, webDirectory);
  app.register((api, _options, done) => {
    recogniseViewers(api, db);
    userRoutes(api, db);
    articleRoutes(api, db);
    favoriteRoutes(api, db);
    commentRoutes(api, db);
    done();
  });
  return app;
}

/**
 * The forms are checked in forms.ts. Loading Fastify's own validator and serializer would take longer than all the
 * rest of the start, and nothing here uses them.
 */
function noSchemas(): never {
  throw new Error('This app has no route with a JSON schema.');
}

/** Another site's form cannot send JSON, so it cannot write here. A request may also have no body at all. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null);
    else void parseJson(request, body.toString(), done);
  });
}
