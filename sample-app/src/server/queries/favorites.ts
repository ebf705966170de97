import { onlyRow, type Database } from '../database.js';
import { PAGE_SIZE } from '../listing.js';
import { SUMMARY_COLUMNS, type ArticleSummary } from './articles.js';

/** Gives whether the article is a new favourite of the user: false when it was one already. */
export async function insertFavorite(db: Database, userId: string, slug: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into favorites (user_id, article_id)
     select $1, id from articles where slug = $2
     on conflict do nothing`,
    [userId, slug],
  );
  return rowCount === 1;
}

export async function deleteFavorite(db: Database, userId: string, slug: string): Promise<void> {
  await db.query(
    `delete from favorites
     where user_id = $1 and article_id = (select id from articles where slug = $2)`,
    [userId, slug],
  );
}

export async function listFavorites(db: Database, userId: string, page: number): Promise<ArticleSummary[]> {
  const { rows } = await db.query<ArticleSummary>(
    `select ${SUMMARY_COLUMNS}
     from favorites mine
     join articles a on a.id = mine.article_id
     join users u on u.id = a.author_id
     where mine.user_id = $1
     order by mine.created_at desc, a.id desc
     limit $2 offset $3`,
    [userId, PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  return rows;
}

export async function countFavorites(db: Database, userId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    'select count(*)::int as total from favorites where user_id = $1',
    [userId],
  );
  return onlyRow(rows).total;
}
