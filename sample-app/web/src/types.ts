export interface User {
  id: string;
  name: string;
  email: string;
}

export interface Favoring {
  favorited: boolean;
  favoritesCount: number;
}

export interface Summary extends Favoring {
  slug: string;
  title: string;
  description: string;
  author: { name: string };
  createdAt: string;
  updatedAt: string;
  mine: boolean;
}

export interface Article extends Summary {
  body: string;
}

export interface ArticleList {
  articles: Summary[];
  page: number;
  pageSize: number;
  total: number;
}

export interface Comment {
  id: string;
  body: string;
  createdAt: string;
  author: { name: string };
  mine: boolean;
}

export interface ArticleInput {
  title: string;
  description: string;
  body: string;
}

export const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'title', label: 'Title' },
  { value: 'favorites', label: 'Most favourites' },
] as const;

/** What a list shows, exactly as the address says it. */
export interface ListQuery {
  page: string;
  sort: string;
  q: string;
}
