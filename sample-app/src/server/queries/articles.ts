import { onlyRow, type Database } from '../database.js';
import { PAGE_SIZE, type Listing, type Sort } from '../listing.js';

export interface ArticleSummary {
  slug: string;
  title: string;
  description: string;
  author: { name: string };
  createdAt: Date;
  updatedAt: Date;
  favorited: boolean;
  favoritesCount: number;
  mine: boolean;
}

export interface Article extends ArticleSummary {
  body: string;
}

export interface ArticleText {
  title: string;
  description: string;
  body: string;
}

/** Whoever asks; undefined, which is null in SQL, is a guest. */
export type ViewerId = string | undefined;

/** The columns of a summary of `articles a join users u`; $1 is the viewer's id. */
export const SUMMARY_COLUMNS = `
  a.slug,
  a.title,
  a.description,
  json_build_object('name', u.name) as author,
  a.created_at as "createdAt",
  a.updated_at as "updatedAt",
  exists (select from favorites f where f.article_id = a.id and f.user_id = $1::bigint) as favorited,
  (select count(*)::int from favorites f where f.article_id = a.id) as "favoritesCount",
  coalesce(a.author_id = $1::bigint, false) as mine`;

const ORDERS: Readonly<Record<Sort, string>> = {
  newest: 'a.created_at desc, a.id desc',
  oldest: 'a.created_at, a.id',
  title: 'lower(a.title), a.id',
  favorites: '"favoritesCount" desc, a.created_at desc, a.id desc',
};

export async function listArticles(
  db: Database,
  viewerId: ViewerId,
  { page, sort, q }: Listing,
): Promise<ArticleSummary[]> {
  const { rows } = await db.query<ArticleSummary>(
    `select ${SUMMARY_COLUMNS}
     from articles a
     join users u on u.id = a.author_id
     where a.title ilike $2 or a.description ilike $2
     order by ${ORDERS[sort]}
     limit $3 offset $4`,
    [viewerId, containing(q), PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  return rows;
}

export async function countArticles(db: Database, q: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total
     from articles a
     where a.title ilike $1 or a.description ilike $1`,
    [containing(q)],
  );
  return onlyRow(rows).total;
}

/** The `like` pattern of everything that contains the text, with `%` and `_` taken literally. */
function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

export async function findArticle(db: Database, viewerId: ViewerId, slug: string): Promise<Article | undefined> {
  const { rows } = await db.query<Article>(
    `select ${SUMMARY_COLUMNS}, a.body
     from articles a
     join users u on u.id = a.author_id
     where a.slug = $2`,
    [viewerId, slug],
  );
  return rows[0];
}

export async function articleExists(db: Database, slug: string): Promise<boolean> {
  const { rows } = await db.query('select from articles where slug = $1', [slug]);
  return rows.length > 0;
}

export async function insertArticle(
  db: Database,
  authorId: string,
  slug: string,
  { title, description, body }: ArticleText,
): Promise<void> {
  await db.query(
    `insert into articles (slug, title, description, body, author_id)
     values ($1, $2, $3, $4, $5)`,
    [slug, title, description, body, authorId],
  );
}

export async function updateArticle(
  db: Database,
  slug: string,
  { title, description, body }: ArticleText,
): Promise<void> {
  await db.query(
    `update articles
     set title = $2, description = $3, body = $4, updated_at = now()
     where slug = $1`,
    [slug, title, description, body],
  );
}

export async function deleteArticle(db: Database, slug: string): Promise<void> {
  await db.query('delete from articles where slug = $1', [slug]);
}
