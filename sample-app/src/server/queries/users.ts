import type { Database } from '../database.js';

export interface User {
  id: string;
  name: string;
  email: string;
}

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
}

/** Gives undefined when the address is taken. */
export async function insertUser(db: Database, { name, email, passwordHash }: NewUser): Promise<User | undefined> {
  const { rows } = await db.query<User>(
    `insert into users (name, email, password_hash)
     values ($1, $2, $3)
     on conflict (lower(email)) do nothing
     returning id, name, email`,
    [name, email, passwordHash],
  );
  return rows[0];
}

export interface UserWithPassword extends User {
  passwordHash: string;
}

export async function findUserByEmail(db: Database, email: string): Promise<UserWithPassword | undefined> {
  const { rows } = await db.query<UserWithPassword>(
    `select id, name, email, password_hash as "passwordHash"
     from users
     where lower(email) = lower($1)`,
    [email],
  );
  return rows[0];
}
