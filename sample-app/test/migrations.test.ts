import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/server/migrations.js';
import { createSchema, MIGRATIONS, withClient, type Schema } from './support/schema.js';

describe('migrations', () => {
  let schema: Schema;
  let directory: string;
  beforeEach(async () => {
    schema = await createSchema();
    directory = await mkdtemp(join(tmpdir(), 'sample-app-migrations-'));
    await cp(MIGRATIONS, directory, { recursive: true });
  });
  afterEach(async () => {
    await schema.drop();
    await rm(directory, { recursive: true });
  });

  const run = (): Promise<string[]> => withClient(schema.url, (client) => migrate(client, directory));
  const names = async (): Promise<string[]> => (await readdir(MIGRATIONS)).sort();
  const tables = async (): Promise<string[]> => {
    const { rows } = await withClient(schema.url, (client) =>
      client.query<{ name: string }>(
        'select table_name as name from information_schema.tables where table_schema = $1 order by 1',
        [schema.name],
      ),
    );
    return rows.map(({ name }) => name);
  };

  it('make all tables, in the order of their numbers', async () => {
    assert.deepEqual(await run(), await names());
    const expected = ['articles', 'comments', 'favorites', 'schema_migrations', 'sessions', 'users'];
    assert.deepEqual(await tables(), expected);
  });

  it('are applied once', async () => {
    await run();
    assert.deepEqual(await run(), []);
  });

  it('are applied once by two at the same time', async () => {
    const runs = await Promise.all([run(), run()]);
    assert.deepEqual(runs.map(({ length }) => length).sort(), [0, (await names()).length]);
  });

  it('are applied when they are new', async () => {
    await run();
    await writeFile(join(directory, '0100_new.sql'), 'create table new_table (id int); create table another (id int);');
    assert.deepEqual(await run(), ['0100_new.sql']);
    assert.ok((await tables()).includes('another'));
  });

  it('may not change once they are applied', async () => {
    await run();
    await writeFile(join(directory, '0001_users_and_sessions.sql'), 'select 1;');
    await assert.rejects(run(), /migration 0001_users_and_sessions\.sql was changed after it had been applied/);
  });

  it('leave nothing behind when they fail, and can be run again', async () => {
    const path = join(directory, '0100_new.sql');
    await writeFile(path, 'create table new_table (id int); select nonsense;');
    await assert.rejects(run(), /migration 0100_new\.sql failed: column "nonsense" does not exist/);
    assert.ok(!(await tables()).includes('new_table'));
    assert.ok((await tables()).includes('users'));
    await writeFile(path, 'create table new_table (id int);');
    assert.deepEqual(await run(), ['0100_new.sql']);
  });

  it('are only the files that look like one', async () => {
    await writeFile(join(directory, 'README.md'), 'About these');
    await writeFile(join(directory, '1_x.sql'), 'nonsense');
    assert.deepEqual(await run(), await names());
  });
});
