import { invalid } from './errors.js';

export const PAGE_SIZE = 10;

const SORTS = ['newest', 'oldest', 'title', 'favorites'] as const;
export type Sort = (typeof SORTS)[number];

export interface Listing {
  page: number;
  sort: Sort;
  q: string;
}

export function readListing(query: URLSearchParams): Listing {
  return { page: readPage(query), sort: readSort(query), q: readSearch(query) };
}

export function readPage(query: URLSearchParams): number {
  const page = only(query, 'page', '1');
  if (page === undefined || !/^[1-9]\d{0,8}$/.test(page)) throw invalid({ page: 'must be a whole number from 1' });
  return Number(page);
}

function readSort(query: URLSearchParams): Sort {
  const name = only(query, 'sort', 'newest');
  const sort = SORTS.find((known) => known === name);
  if (sort === undefined) throw invalid({ sort: `must be one of ${SORTS.join(', ')}` });
  return sort;
}

function readSearch(query: URLSearchParams): string {
  const q = only(query, 'q', '');
  if (q === undefined || q.length > 200 || q.includes('\0')) {
    throw invalid({ q: 'must be one text of at most 200 characters' });
  }
  return q;
}

/** Gives undefined when the name is there more than once. */
function only(query: URLSearchParams, name: string, otherwise: string): string | undefined {
  const [value = otherwise, ...more] = query.getAll(name);
  return more.length === 0 ? value : undefined;
}

export interface Page<Item> {
  articles: Item[];
  page: number;
  pageSize: number;
  total: number;
}

export function makePage<Item>(articles: Item[], page: number, total: number): Page<Item> {
  return { articles, page, pageSize: PAGE_SIZE, total };
}
