import { useRef, useState } from 'preact/hooks';
import { api } from './api';
import type { Failure } from './http';
import { clearNotice, notify } from './notice';
import { useResource } from './resource';
import { askToSignIn, sessionEnded, useSession } from './session';
import type { Comment, User } from './types';

export interface ShownComment extends Comment {
  /** Shown already, but not yet confirmed by the server. */
  pending?: boolean;
}

export interface CommentList {
  comments: ShownComment[] | undefined;
  error: Failure | undefined;
  reload: () => void;
  /** Answers whether the comment was kept. */
  add: (user: User, body: string) => Promise<Failure | undefined>;
  remove: (comment: Comment) => void;
}

let drafts = 0;

function draft(user: User, body: string): ShownComment {
  drafts += 1;
  const id = `draft-${String(drafts)}`;
  return { id, body, createdAt: new Date().toISOString(), author: { name: user.name }, mine: true, pending: true };
}

function refused(what: string, error: Failure): void {
  if (error.status === 401) {
    sessionEnded();
    askToSignIn();
  }
  const detail = error.fields['body'] ? `It ${error.fields['body']}.` : error.message;
  notify(`${what} ${detail}`);
}

/** The comments of the server, and on top of them what is on its way there. */
export function useComments(slug: string): CommentList {
  const { changes } = useSession();
  const { value, error, reload, change } = useResource(`${String(changes)} ${slug}`, (signal) =>
    api.comments(slug, signal),
  );
  const [sent, setSent] = useState<ShownComment[]>([]);
  const [hidden, setHidden] = useState<readonly Comment['id'][]>([]);
  const removing = useRef(new Set<Comment['id']>());

  const add = async (user: User, body: string): Promise<Failure | undefined> => {
    const shown = draft(user, body);
    clearNotice();
    setSent((now) => [...now, shown]);
    const result = await api.addComment(slug, body);
    setSent((now) => now.filter(({ id }) => id !== shown.id));
    if (!result.ok) return result.error;
    const { comment } = result.value;
    change((now) => ({ comments: [...now.comments.filter(({ id }) => id !== comment.id), comment] }));
    return undefined;
  };

  const remove = async ({ id }: Comment): Promise<void> => {
    if (removing.current.has(id)) return;
    removing.current.add(id);
    clearNotice();
    setHidden((now) => [...now, id]);
    const result = await api.removeComment(id);
    removing.current.delete(id);
    const gone = result.ok || result.error.status === 404;
    if (gone) change((now) => ({ comments: now.comments.filter((comment) => comment.id !== id) }));
    setHidden((now) => now.filter((other) => other !== id));
    if (!result.ok && !gone) refused('The comment was not deleted and is back in the list.', result.error);
  };

  return {
    comments: value && [...value.comments.filter(({ id }) => !hidden.includes(id)), ...sent],
    error,
    reload,
    add,
    remove: (comment) => void remove(comment),
  };
}

export { refused as commentRefused };
