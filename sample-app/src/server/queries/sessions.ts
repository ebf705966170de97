import type { Database } from '../database.js';
import type { User } from './users.js';

export async function insertSession(db: Database, tokenHash: Buffer, userId: string, seconds: number): Promise<void> {
  await db.query(
    `insert into sessions (token_hash, user_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))`,
    [tokenHash, userId, seconds],
  );
}

export async function findSessionUser(db: Database, tokenHash: Buffer): Promise<User | undefined> {
  const { rows } = await db.query<User>(
    `select u.id, u.name, u.email
     from sessions s
     join users u on u.id = s.user_id
     where s.token_hash = $1 and s.expires_at > now()`,
    [tokenHash],
  );
  return rows[0];
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.query('delete from sessions where token_hash = $1', [tokenHash]);
}

export async function deleteExpiredSessions(db: Database, userId: string): Promise<void> {
  await db.query('delete from sessions where user_id = $1 and expires_at <= now()', [userId]);
}
