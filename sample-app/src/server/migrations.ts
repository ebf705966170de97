import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { OperatorError } from './exit.js';

/** Any number will do, if nothing else locks it: two migrations at once wait for each other. */
const LOCK = 7_266_253;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Applies what is new, each in a transaction of its own, and gives its names. */
export async function migrate(client: Client, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory);
  await client.query('select pg_advisory_lock($1)', [LOCK]);
  try {
    const applied = await readApplied(client);
    for (const { name, checksum } of migrations) {
      if ((applied.get(name) ?? checksum) !== checksum) {
        throw new OperatorError(`migration ${name} was changed after it had been applied: add a new one instead`);
      }
    }
    const pending = migrations.filter(({ name }) => !applied.has(name));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK]);
  }
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(directory, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function readApplied(client: Client): Promise<ReadonlyMap<string, string>> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key,
       checksum text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations');
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`migration ${name} failed: ${reason}`, { cause: error });
  }
}
