import type { FastifyInstance } from 'fastify';
import type { Database } from '../database.js';
import { noArticle, noComment, notYours } from '../errors.js';
import { commentForm, readForm } from '../forms.js';
import {
  deleteComment,
  findComment,
  insertComment,
  listComments,
  type Comment,
} from '../queries/comments.js';
import { requireViewer } from '../sessions.js';
import { requireArticle, type SlugRequest } from './articles.js';

interface IdRequest {
  Params: { id: string };
}

const GREATEST_ID = 2n ** 63n - 1n;

export function commentRoutes(app: FastifyInstance, db: Database): void {
  app.get<SlugRequest>('/api/articles/:slug/comments', async (request) => {
    const { slug } = await requireArticle(db, request, request.params.slug);
    return { comments: await listComments(db, request.viewer?.id ?? null, slug) };
  });

  app.post<SlugRequest>('/api/articles/:slug/comments', async (request, reply) => {
    const viewer = requireViewer(request);
    const { slug } = await requireArticle(db, request, request.params.slug);
    const { body } = readForm(commentForm, request.body);
    const id = await insertComment(db, viewer.id, slug, body);
    if (id === undefined) throw noArticle(slug);
    return reply.code(201).send({ comment: await requireComment(db, viewer.id, id) });
  });

  app.delete<IdRequest>('/api/comments/:id', async (request, reply) => {
    const viewer = requireViewer(request);
    const comment = await requireComment(db, viewer.id, request.params.id);
    if (!comment.mine) throw notYours('comment');
    await deleteComment(db, comment.id);
    return reply.code(204).send();
  });
}

async function requireComment(db: Database, viewerId: string, id: string): Promise<Comment> {
  const comment = isId(id) ? await findComment(db, viewerId, id) : undefined;
  if (comment === undefined) throw noComment(id);
  return comment;
}

function isId(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= GREATEST_ID;
}
