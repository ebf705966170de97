import type { Database } from '../database.js';
import { noSuchAddress } from '../errors.js';
import type { Answer } from '../http/answers.js';
import { route, type Handler, type Request, type Route } from '../http/router.js';
import { articleExists } from '../queries/articles.js';
import { readWebFiles, type WebFile } from '../web-files.js';

const SHELL = '/index.html';
const PAGES = ['/', '/new', '/favorites', '/sign-up', '/sign-in'];
const ARTICLE_PAGES = ['/articles/:slug', '/articles/:slug/edit'];

const NOT_BUILT: Answer = {
  status: 503,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  content: 'The pages are not built. Run: npm run build\n',
};

interface Pages {
  routes: Route[];
  notFound: Handler;
}

/** The page's HTML is the same for each address: the script in it shows what belongs there. */
export function createPages(db: Database, webDirectory: string): Pages {
  const files = readWebFiles(webDirectory);
  const shell = files.get(SHELL);
  const answerShell = (status: number): Answer =>
    shell === undefined ? NOT_BUILT : answerFile(status, shell, 'no-cache');

  const answerArticle = async (request: Request): Promise<Answer> => {
    const slug = request.param('slug');
    const exists = !slug.includes('\0') && (await articleExists(db, slug));
    return answerShell(exists ? 200 : 404);
  };

  const notFound = (request: Request): Answer => {
    if (isPage(request)) return answerShell(404);
    throw noSuchAddress();
  };

  const routes = [
    ...PAGES.map((page) => route('GET', page, () => answerShell(200))),
    ...ARTICLE_PAGES.map((page) => route('GET', page, answerArticle)),
    ...fileRoutes(files),
  ];
  return { routes, notFound };
}

function fileRoutes(files: ReadonlyMap<string, WebFile>): Route[] {
  return Array.from(files)
    .filter(([address]) => address !== SHELL)
    .map(([address, file]) => {
      // The name of what is in /assets/ changes with its content.
      const caching = address.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      return route('GET', address, () => answerFile(200, file, caching));
    });
}

function answerFile(status: number, { content, type }: WebFile, caching: string): Answer {
  return { status, headers: { 'content-type': type, 'cache-control': caching }, content };
}

function isPage({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/(?:api|assets)(?:\/|$)/.test(path);
}
