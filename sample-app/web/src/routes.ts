export type Route =
  | { page: 'articles' | 'new' | 'favorites' | 'sign-up' | 'sign-in' | 'not-found' }
  | { page: 'article' | 'edit'; slug: string };

const plain: Record<string, Route> = {
  '/': { page: 'articles' },
  '/new': { page: 'new' },
  '/favorites': { page: 'favorites' },
  '/sign-up': { page: 'sign-up' },
  '/sign-in': { page: 'sign-in' },
};

export function matchRoute(path: string): Route {
  if (Object.hasOwn(plain, path)) return plain[path] ?? { page: 'not-found' };
  const match = /^\/articles\/([^/]+)(\/edit)?$/.exec(path);
  if (!match?.[1]) return { page: 'not-found' };
  try {
    return { page: match[2] ? 'edit' : 'article', slug: decodeURIComponent(match[1]) };
  } catch {
    return { page: 'not-found' }; // a broken percent escape
  }
}
