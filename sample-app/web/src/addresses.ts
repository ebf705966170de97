import type { ListQuery } from './types';

export const articleHref = (slug: string): string => `/articles/${encodeURIComponent(slug)}`;
export const editHref = (slug: string): string => `${articleHref(slug)}/edit`;

const defaults: ListQuery = { page: '1', sort: 'newest', q: '' };

export function readListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const read = (key: keyof ListQuery): string => params.get(key) || defaults[key];
  return { page: read('page'), sort: read('sort'), q: read('q') };
}

/** The shortest address that says the same: what is the default is left out. */
export function listHref(path: string, query: ListQuery): string {
  const params = new URLSearchParams();
  for (const key of ['page', 'sort', 'q'] as const) {
    if (query[key] !== defaults[key]) params.set(key, query[key]);
  }
  const search = params.toString();
  return search ? `${path}?${search}` : path;
}

export const isAccountPage = (path: string): boolean => path === '/sign-in' || path === '/sign-up';

/** `/sign-in?next=…` for somebody who should come back to where they are. */
export function accountHref(page: '/sign-in' | '/sign-up', back: string): string {
  if (back === '/') return page;
  return `${page}?${new URLSearchParams({ next: back }).toString()}`;
}

/** Where `next` leads, if that is a page of this site; otherwise the front page. */
export function readNext(search: string): string {
  const next = new URLSearchParams(search).get('next');
  if (!next?.startsWith('/')) return '/';
  try {
    const url = new URL(next, location.origin);
    const ours = url.origin === location.origin && !isAccountPage(url.pathname);
    return ours ? url.pathname + url.search : '/';
  } catch {
    return '/';
  }
}
