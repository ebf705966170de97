import { invalid } from './errors.js';

export const PAGE_SIZE = 10;

const SORTS = ['newest', 'oldest', 'title', 'favorites'] as const;
export type Sort = (typeof SORTS)[number];

type Query = Readonly<Record<string, unknown>>;

export interface Listing {
  page: number;
  sort: Sort;
  q: string;
}

export function readListing(query: Query): Listing {
  return { page: readPage(query), sort: readSort(query), q: readSearch(query) };
}

export function readPage({ page = '1' }: Query): number {
  if (typeof page !== 'string' || !/^[1-9]\d{0,8}$/.test(page)) {
    throw invalid({ page: 'must be a whole number from 1' });
  }
  return Number(page);
}

function readSort({ sort = 'newest' }: Query): Sort {
  const known = SORTS.find((name) => name === sort);
  if (known === undefined) throw invalid({ sort: `must be one of ${SORTS.join(', ')}` });
  return known;
}

function readSearch({ q = '' }: Query): string {
  if (typeof q !== 'string' || q.length > 200 || q.includes('\0')) {
    throw invalid({ q: 'must be one text of at most 200 characters' });
  }
  return q;
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
