import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../../src/server/migrations.js';

export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** A schema of its own in the tests' database, so that no suite sees another's rows. */
export interface Schema {
  name: string;
  url: string;
  drop: () => Promise<void>;
}

export async function createSchema(): Promise<Schema> {
  const name = `sample_app_test_${randomBytes(6).toString('hex')}`;
  await withClient(databaseUrl(), (client) => client.query(`create schema ${name}`));
  const url = new URL(databaseUrl());
  url.searchParams.set('options', `-c search_path=${name}`);
  url.searchParams.set('application_name', name);
  const drop = async (): Promise<void> => {
    await withClient(databaseUrl(), (client) => client.query(`drop schema ${name} cascade`));
  };
  return { name, url: url.href, drop };
}

export async function createMigratedSchema(): Promise<Schema> {
  const schema = await createSchema();
  await withClient(schema.url, (client) => migrate(client, MIGRATIONS));
  return schema;
}

export async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (url === undefined) throw new Error('The tests have no database.');
  return url;
}
