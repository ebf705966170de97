import type { ArticleInput, User } from './types';

interface Drafts<T> {
  keep: (user: User, name: string, draft: T) => void;
  /** The draft kept under the name, which only its owner gets, and only once. */
  take: (user: User, name: string) => T | undefined;
}

/** What somebody typed when their session ended: kept in memory until they are back. */
function createDrafts<T>(): Drafts<T> {
  const drafts = new Map<string, T>();
  const keyOf = (user: User, name: string): string => `${user.id} ${name}`;
  return {
    keep: (user, name, draft) => {
      drafts.set(keyOf(user, name), draft);
    },
    take: (user, name) => {
      const key = keyOf(user, name);
      const draft = drafts.get(key);
      drafts.delete(key);
      return draft;
    },
  };
}

export const articleDrafts = createDrafts<ArticleInput>();
export const commentDrafts = createDrafts<string>();
