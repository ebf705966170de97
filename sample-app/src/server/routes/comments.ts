import type { Database } from '../database.js';
import { noArticle, noComment, notYours } from '../errors.js';
import { commentForm, readForm } from '../forms.js';
import { json, noContent } from '../http/answers.js';
import { route, type Route } from '../http/router.js';
import { deleteComment, findComment, insertComment, listComments, type Comment } from '../queries/comments.js';
import type { User } from '../queries/users.js';
import { findViewer, requireViewer } from '../sessions.js';
import { requireArticle } from './articles.js';

const GREATEST_ID = 2n ** 63n - 1n;

export function commentRoutes(db: Database): Route[] {
  return [
    route('GET', '/api/articles/:slug/comments', async (request) => {
      const viewer = await findViewer(db, request);
      const { slug } = await requireArticle(db, viewer, request.param('slug'));
      return json(200, { comments: await listComments(db, viewer?.id, slug) });
    }),

    route('POST', '/api/articles/:slug/comments', async (request) => {
      const viewer = await requireViewer(db, request);
      const { slug } = await requireArticle(db, viewer, request.param('slug'));
      const { body } = readForm(commentForm, await request.readJson());
      const id = await insertComment(db, viewer.id, slug, body);
      if (id === undefined) throw noArticle(slug);
      return json(201, { comment: await requireComment(db, viewer, id) });
    }),

    route('DELETE', '/api/comments/:id', async (request) => {
      const viewer = await requireViewer(db, request);
      const comment = await requireComment(db, viewer, request.param('id'));
      if (!comment.mine) throw notYours('comment');
      await deleteComment(db, comment.id);
      return noContent();
    }),
  ];
}

async function requireComment(db: Database, viewer: User, id: string): Promise<Comment> {
  const comment = isId(id) ? await findComment(db, viewer.id, id) : undefined;
  if (comment === undefined) throw noComment(id);
  return comment;
}

function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= GREATEST_ID;
}
