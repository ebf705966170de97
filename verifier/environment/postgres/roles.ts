import { randomBytes } from 'node:crypto';

/** A role and its password. */
export interface Role {
  readonly user: string;
  readonly password: string;
}

/** Whom a server knows beside its superuser. */
export interface Roles {
  /** The application's: owns its databases and all it makes in them, and is never a superuser. */
  readonly app: Role;
  /** For the commands that `needs: [db]`: may also make databases, as test suites do. */
  readonly tools: Role;
  /** Reads everything, whoever owns it and whatever row security says, and writes nothing. Its name says nothing of who is looking, and nobody guesses it. */
  readonly reader: Role;
}

/** Roles with passwords of their own. */
export function inventRoles(): Roles {
  const role = (user: string): Role => ({ user, password: randomBytes(18).toString('hex') });
  return { app: role('app'), tools: role('tools'), reader: role(`role_${randomBytes(5).toString('hex')}`) };
}

/** SQL that makes the roles, for the superuser. */
export function createRoles({ app, tools, reader }: Roles): string {
  return `
create role ${app.user} login nosuperuser nocreatedb nocreaterole password '${app.password}';
create role ${tools.user} login nosuperuser createdb nocreaterole password '${tools.password}';
create role ${reader.user} login nosuperuser nocreatedb nocreaterole bypassrls password '${reader.password}';
grant pg_read_all_data to ${reader.user};`;
}
