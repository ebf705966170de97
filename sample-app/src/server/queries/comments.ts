import type { Database } from '../database.js';
import type { ViewerId } from './articles.js';

export interface Comment {
  id: string;
  body: string;
  createdAt: Date;
  author: { name: string };
  mine: boolean;
}

/** The columns of `comments c join users u`; $1 is the viewer's id. */
const COLUMNS = `
  c.id,
  c.body,
  c.created_at as "createdAt",
  json_build_object('name', u.name) as author,
  coalesce(c.author_id = $1::bigint, false) as mine`;

export async function listComments(db: Database, viewerId: ViewerId, slug: string): Promise<Comment[]> {
  const { rows } = await db.query<Comment>(
    `select ${COLUMNS}
     from comments c
     join users u on u.id = c.author_id
     where c.article_id = (select id from articles where slug = $2)
     order by c.created_at, c.id`,
    [viewerId, slug],
  );
  return rows;
}

export async function findComment(db: Database, viewerId: ViewerId, id: string): Promise<Comment | undefined> {
  const { rows } = await db.query<Comment>(
    `select ${COLUMNS}
     from comments c
     join users u on u.id = c.author_id
     where c.id = $2`,
    [viewerId, id],
  );
  return rows[0];
}

/** Gives the new comment's id, or undefined when there is no such article. */
export async function insertComment(
  db: Database,
  authorId: string,
  slug: string,
  body: string,
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into comments (article_id, author_id, body)
     select id, $1, $3 from articles where slug = $2
     returning id`,
    [authorId, slug, body],
  );
  return rows[0]?.id;
}

export async function deleteComment(db: Database, id: string): Promise<void> {
  await db.query('delete from comments where id = $1', [id]);
}
