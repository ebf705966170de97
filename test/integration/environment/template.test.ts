import assert from 'node:assert/strict';
import pg from 'pg';
import { appRuns, command, databaseOf, must, mustFail, newGround, subject, tinySystem } from './support.ts';

describe('the template of a database', () => {
  const ground = newGround();
  after(() => ground[Symbol.asyncDispose]());

  it('of an application that makes its own tables is seeded after a first start', async () => {
    const at = { file: 'contracts/system.yaml', line: 1, column: 1 };
    const seed = { file: 'seed.sql', after: 'app', at } as const;
    const system = tinySystem({ tiny: 'makes its table', postgres: { seed } });
    const services = must(await ground.services(system));
    const seeds = new Map([['db', { file: 'seed.sql', sql: "insert into notes (text) values ('seeded')" }]]);
    const migrate = () => Promise.resolve({ ok: true as const, value: undefined });
    const stack = must(
      await must(await services.prepareTemplates(subject({ seeds, migrate }))).createStack({ links: [] }),
    );
    assert.deepEqual((await appRuns(stack, 'select text from notes')).rows, [{ text: 'seeded' }]);
    await stack[Symbol.asyncDispose]();
  });
  it('is out of the application’s reach, while the copies are its own', async () => {
    const services = must(await ground.services(tinySystem()));
    const stack = must(await must(await services.prepareTemplates(subject())).createStack({ links: [] }));
    const closed = await appRuns(
      stack,
      "select datname as name from pg_database where not datallowconn and datname <> 'template0'",
    );
    const [{ name } = { name: '' }] = closed.rows as { name: string }[];
    assert.match(name, /^app_/);
    for (const sql of [
      `alter database ${name} allow_connections true`,
      `alter database ${name} owner to app`,
      `alter database ${name} set search_path = nowhere`,
      `drop database ${name}`,
    ]) {
      assert.match((await appRuns(stack, sql)).error ?? '', /must be owner/, sql);
    }
    const { url } = databaseOf(stack).address;
    const client = new pg.Client({ connectionString: url.replace(/[^/]*$/, name) });
    await assert.rejects(client.connect(), /not currently accepting connections/);
    const owners = `select pg_get_userbyid(datdba) as copy, (select tableowner from pg_tables where tablename = 'notes') as notes
                      from pg_database where datname = current_database()`;
    assert.deepEqual((await appRuns(stack, owners)).rows, [{ copy: 'app', notes: 'app' }]);
    const making = 'create schema mine; create table public.more (id int); drop table notes';
    assert.equal((await appRuns(stack, making)).error, undefined);
    await stack[Symbol.asyncDispose]();
  });
  it('whose migration fails is the subject’s fault, told with what the command wrote', async () => {
    const services = must(
      await ground.services(tinySystem({ postgres: { migrate: command('node nothing-here.mjs') } })),
    );
    const failure = mustFail(await services.prepareTemplates(subject()));
    assert.deepEqual([failure.phase, failure.fault, failure.service], ['migrate', 'subject', 'db']);
    assert.match(failure.output, /nothing-here\.mjs/);
  });
  it('whose migration is refused what takes more rights is told which the application has', async () => {
    const services = must(await ground.services(tinySystem()));
    const migrate = async (_: unknown, address: { readonly url: string }) => {
      const client = new pg.Client({ connectionString: address.url });
      await client.connect();
      const output = await client.query('create role web').then(String, String);
      await client.end();
      return { ok: false as const, failure: { why: 'it ended with exit code 1', output } };
    };
    const failure = mustFail(await services.prepareTemplates(subject({ migrate })));
    assert.equal(failure.fault, 'subject');
    assert.match(
      failure.why,
      /^it ended with exit code 1; PostgreSQL said “permission denied to create role”: .* may make no roles/,
    );
  });
  it('whose seed is refused is told with the line', async () => {
    const services = must(await ground.services(tinySystem()));
    const sql = "insert into notes (text) values ('a');\n\ninsert into nowhere values (1);";
    const failure = mustFail(
      await services.prepareTemplates(subject({ seeds: new Map([['db', { file: 'seed.sql', sql }]]) })),
    );
    assert.equal(failure.phase, 'seed');
    assert.match(failure.why, /seed\.sql, line 3.*relation "nowhere" does not exist/);
  });
  it('a migration that stays connected does not keep copies from being made', async () => {
    const services = must(await ground.services(tinySystem()));
    const clients: pg.Client[] = [];
    const migrate = subject().migrate;
    const lingering = subject({
      migrate: async (plan, address) => {
        const client = new pg.Client({ connectionString: address.url });
        client.on('error', () => undefined);
        await client.connect();
        clients.push(client);
        return migrate(plan, address);
      },
    });
    const stack = must(await must(await services.prepareTemplates(lingering)).createStack({ links: [] }));
    await stack[Symbol.asyncDispose]();
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  });
});
