import { randomBytes } from 'node:crypto';
import type { PostgresPlan } from '../../../contracts/language/index.ts';
import type { DatabaseAddress, EnvironmentContext } from '../environment.ts';
import type { Connection, Login } from './connection.ts';
import type { PostgresInstance } from './instance.ts';
import type { Role, Roles } from './roles.ts';

/** What a server's parts share. */
export interface ServerGround {
  readonly context: EnvironmentContext;
  readonly plan: PostgresPlan;
  readonly instance: PostgresInstance;
  readonly roles: Roles;
  /** The superuser's connection to no database in particular. */
  readonly admin: Connection;
  /** Another one, by which copies are made: one after the other, beside what `admin` does. */
  readonly copier: Connection;
  /** The database that all others are copied from, once it is prepared. */
  readonly template: string;
  readonly journal: string;
}

/** A name that says nothing, and that nobody guesses. */
export function databaseName(): string {
  return `app_${randomBytes(5).toString('hex')}`;
}

/** Where a database is, for this role. */
export function addressOf({ host, port }: PostgresInstance, { user, password }: Role, name: string): DatabaseAddress {
  return { url: `postgres://${user}:${password}@${host}:${String(port)}/${name}`, host, port, name, user, password };
}

/** The superuser's way to a database. */
export function superuserOf({ host, port, superuser, password }: PostgresInstance, name: string): Login {
  return { host, port, user: superuser, password, name };
}
