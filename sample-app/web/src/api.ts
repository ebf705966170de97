import { request, type Result } from './http';
import type { Article, ArticleInput, ArticleList, Comment, ListQuery, User } from './types';

const article = (slug: string): string => `/api/articles/${encodeURIComponent(slug)}`;

export const api = {
  session: () => request<{ user: User }>('GET', '/api/session'),
  signUp: (body: { name: string; email: string; password: string }) =>
    request<{ user: User }>('POST', '/api/users', { body }),
  signIn: (body: { email: string; password: string }) =>
    request<{ user: User }>('POST', '/api/session', { body }),
  signOut: () => request<undefined>('DELETE', '/api/session'),

  articles: (query: ListQuery, signal: AbortSignal): Promise<Result<ArticleList>> =>
    request('GET', `/api/articles?${new URLSearchParams({ ...query }).toString()}`, { signal }),
  favorites: (page: string, signal: AbortSignal): Promise<Result<ArticleList>> =>
    request('GET', `/api/favorites?${new URLSearchParams({ page }).toString()}`, { signal }),

  article: (slug: string, signal?: AbortSignal) =>
    request<{ article: Article }>('GET', article(slug), signal ? { signal } : {}),
  publish: (body: ArticleInput) => request<{ article: Article }>('POST', '/api/articles', { body }),
  save: (slug: string, body: ArticleInput) => request<{ article: Article }>('PUT', article(slug), { body }),
  remove: (slug: string) => request<undefined>('DELETE', article(slug)),
  setFavorite: (slug: string, favorited: boolean) =>
    request<{ article: Article }>(favorited ? 'POST' : 'DELETE', `${article(slug)}/favorite`),

  comments: (slug: string, signal: AbortSignal) =>
    request<{ comments: Comment[] }>('GET', `${article(slug)}/comments`, { signal }),
  addComment: (slug: string, body: string) =>
    request<{ comment: Comment }>('POST', `${article(slug)}/comments`, { body: { body } }),
  removeComment: (id: Comment['id']) =>
    request<undefined>('DELETE', `/api/comments/${encodeURIComponent(id)}`),
};
