import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../database.js';
import { noSuchAddress } from '../errors.js';
import { articleExists } from '../queries/articles.js';
import { readWebFiles } from '../web-files.js';
import type { SlugRequest } from './articles.js';

const SHELL = '/index.html';
const PAGES = ['/', '/new', '/favorites', '/sign-up', '/sign-in'];
const ARTICLE_PAGES = ['/articles/:slug', '/articles/:slug/edit'];
const NOT_BUILT = 'The pages are not built. Run: npm run build\n';

/** The page's HTML is the same for each address: the script in it shows what belongs there. */
export function pageRoutes(app: FastifyInstance, db: Database, webDirectory: string): void {
  const files = readWebFiles(webDirectory);

  const sendShell = (reply: FastifyReply, status: number): FastifyReply => {
    const shell = files.get(SHELL);
    if (shell === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT);
    return reply.code(status).header('cache-control', 'no-cache').type(shell.type).send(shell.content);
  };

  for (const page of PAGES) app.get(page, (_request, reply) => sendShell(reply, 200));

  for (const page of ARTICLE_PAGES) {
    app.get<SlugRequest>(page, async (request, reply) => {
      const { slug } = request.params;
      const exists = !slug.includes('\0') && (await articleExists(db, slug));
      return sendShell(reply, exists ? 200 : 404);
    });
  }

  for (const [address, { content, type }] of files) {
    if (address === SHELL) continue;
    // The name of what is in /assets/ changes with its content.
    const caching = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    app.get(address, (_request, reply) => reply.header('cache-control', caching).type(type).send(content));
  }

  app.setNotFoundHandler((request, reply) => {
    if (isPage(request.method, request.url)) return sendShell(reply, 404);
    throw noSuchAddress();
  });
}

function isPage(method: string, url: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:api|assets)(?:[/?]|$)/.test(url);
}
