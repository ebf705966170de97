import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import {
  DatabaseUnavailable,
  type CriterionDatabase,
  type Environment,
  type Services,
  type Stack,
} from '../../../verifier/environment/index.ts';
import { connected, connectionTo } from '../../../verifier/environment/postgres/connection.ts';
import { appRuns, databaseOf, must, newGround, subject, tinySystem } from './support.ts';

describe('a criterion’s database', () => {
  const ground = newGround();
  let services: Services;
  let environment: Environment;
  let stack: Stack;
  let database: CriterionDatabase;

  before(async () => {
    services = must(await ground.services(tinySystem()));
    environment = must(await services.prepareTemplates(subject()));
    stack = must(await environment.createStack({ links: [] }));
    database = databaseOf(stack);
  });
  after(() => ground[Symbol.asyncDispose]());

  const count = async (one: CriterionDatabase): Promise<unknown> => {
    const outcome = await one.query('select count(*) as n from notes', []);
    return 'rows' in outcome ? outcome.rows[0]?.['n'] : outcome;
  };

  it('is a copy of its own, and the next one knows nothing of it', async () => {
    const other = must(await environment.createStack({ links: [] }));
    await database.exec("insert into notes (text) values ('mine')", []);
    assert.equal(await count(database), 3);
    assert.equal(await count(databaseOf(other)), 2);
    await database.exec("delete from notes where text = 'mine'", []);
    await other[Symbol.asyncDispose]();
  });
  it('copies are made side by side', async () => {
    const copies = await Promise.all([1, 2, 3, 4].map(() => environment.createStack({ links: [] })));
    assert.deepEqual(await Promise.all(copies.map((copy) => count(databaseOf(must(copy))))), [2, 2, 2, 2]);
    const names = new Set(copies.map((copy) => databaseOf(must(copy)).address.name));
    assert.equal(names.size, 4);
    await Promise.all(copies.map((copy) => must(copy)[Symbol.asyncDispose]()));
    const left = await database.query('select datname from pg_database where datname = any (string_to_array($1, $2))', [
      [...names].join(','),
      ',',
    ]);
    assert.deepEqual(left, { rows: [] });
  });
  it('is given up on a connection whose server hangs, and asked anew on another', async () => {
    await using connection = connectionTo(database.address, { answersWithinMs: 300 });
    const processId = (): Promise<number> =>
      connection.use(async (client) => {
        const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id');
        return rows[0]?.id ?? assert.fail('no row');
      });
    const hanging = await processId();
    process.kill(hanging, 'SIGSTOP');
    try {
      await assert.rejects(processId(), { name: 'DatabaseUnavailable', message: /did not answer within 0.3 s/u });
      assert.notEqual(await processId(), hanging);
    } finally {
      process.kill(hanging, 'SIGCONT');
    }
  });
  it('answers with values and their types', async () => {
    const outcome = await database.query(
      'select 9007199254740993 as big, $1::jsonb as doc, null as nothing, array[1,2] as list',
      [{ a: [true] }],
    );
    assert.deepEqual(outcome, { rows: [{ big: 9007199254740993n, doc: { a: [true] }, nothing: null, list: [1, 2] }] });
  });
  it('reads what row security hides from others', async () => {
    await appRuns(
      stack,
      'create table hidden as select 1 as n; alter table hidden enable row level security; alter table hidden force row level security',
    );
    assert.deepEqual((await appRuns(stack, 'select * from hidden')).rows, []);
    assert.deepEqual(await database.query('select * from hidden', []), { rows: [{ n: 1 }] });
  });

  const proof = `/tmp/assay-proof-${String(process.pid)}`;
  const writes: [string, string][] = [
    ['an INSERT', "insert into notes (text) values ('x')"],
    ['a writing CTE', "with w as (insert into notes (text) values ('x') returning id) select * from w"],
    ['a second statement', "select 1; insert into notes (text) values ('x')"],
    ['an INSERT after COMMIT', "commit; insert into notes (text) values ('x')"],
    ['a program of the server', `copy (select 1) to program 'touch ${proof}'`],
    ['a file of the server', `copy (select 1) to '${proof}'`],
    ['a function that writes as its owner', "select write_note('x')"],
    ['a sequence', "select nextval(pg_get_serial_sequence('notes', 'id'))"],
    ['a table', 'create table mine (id int)'],
    ['a temporary table', 'create temp table mine (id int)'],
    ['a lock', 'lock table notes in exclusive mode'],
    ['another role', 'set role app'],
    ['a server that is ended', "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'"],
  ];
  for (const [name, sql] of writes) {
    it(`query refuses ${name}`, async () => {
      await appRuns(
        stack,
        "create or replace function write_note(t text) returns void language sql security definer as 'insert into notes (text) values (t)'",
      );
      const outcome = await database.query(sql, []);
      assert.ok(
        'failed' in outcome,
        JSON.stringify(outcome, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      );
      assert.match(outcome.failed, /^[0-9A-Z]{5}$/);
      assert.ok(outcome.detail.length > 0);
      assert.ok(!existsSync(proof));
      assert.equal(await count(database), 2);
    });
  }
  it('what a query does to its session does not reach the next one', async () => {
    for (const sql of [
      "select set_config('default_transaction_read_only', 'off', false)",
      'commit',
      'set session characteristics as transaction read write',
      'select pg_advisory_lock(7)',
      "set search_path = 'nowhere'",
      'begin',
    ]) {
      await database.query(sql, []);
      assert.ok('failed' in (await database.query("insert into notes (text) values ('x')", [])), sql);
      assert.equal(await count(database), 2, sql);
    }
    assert.deepEqual((await appRuns(stack, 'select pg_try_advisory_lock(7) as free')).rows, [{ free: true }]);
  });
  it('finds the tables that the application finds, in whichever schema', async () => {
    const shop = databaseOf(must(await environment.createStack({ links: [] })));
    const asApp = (sql: string) => connected(shop.address, (client) => client.query<{ rolname: string }>(sql));
    const { rows: readers } = await asApp('select rolname from pg_roles where rolbypassrls and not rolsuper');
    for (const name of [...readers.map(({ rolname }) => rolname), 'reporting', 'app', 'shop']) {
      await asApp(`create schema "${name}"; create table "${name}".notes as select '${name}'::text as word`);
      if (name === 'shop') await asApp(`alter database ${shop.address.name} set search_path = nowhere, shop`);
      const { rows } = await asApp('select * from notes');
      assert.deepEqual(await shop.query('select * from notes', []), { rows });
      assert.equal('word' in (rows[0] ?? {}), name === 'app' || name === 'shop', name);
    }
  });
  it('says what was wrong with a statement, and where', async () => {
    const outcome = await database.query('select * from nowhere', []);
    assert.ok('failed' in outcome);
    assert.equal(outcome.failed, '42P01');
    assert.match(outcome.detail, /relation "nowhere" does not exist \(at character 15\)/);
    const twins = await database.query('select 1 as a, 2 as a', []);
    assert.ok('failed' in twins);
    assert.match(twins.detail, /two columns/);
  });
  it('cuts off endless results, and says so', async () => {
    const outcome = await database.query('select n from generate_series(1, 10005) n', []);
    assert.ok('rows' in outcome);
    assert.equal(outcome.rows.length, 10_000);
    assert.equal(outcome.truncated, 'the first 10000 of 10005 rows');
  });
  it('exec changes rows as the application, and leaves nothing in a session', async () => {
    assert.deepEqual(await database.exec('update notes set text = text where id = $1', [1]), { rowCount: 1 });
    await database.exec('begin', []);
    assert.deepEqual(await database.exec("insert into sessions values ('s', null)", []), { rowCount: 1 });
    assert.deepEqual(await database.query('select token from sessions', []), { rows: [{ token: 's' }] });
    const refused = await database.exec("insert into sessions values ('s', null)", []);
    assert.ok('failed' in refused);
    assert.equal(refused.failed, '23505');
    assert.deepEqual(
      await database.query('select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = $1', [
        database.address.user,
      ]),
      {
        rows: [{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }],
      },
    );
  });
  it('an application that takes all connections keeps the verifier from nothing', async () => {
    const crowded = must(await environment.createStack({ links: [] }));
    const { default: pg } = await import('pg');
    const clients: InstanceType<typeof pg.Client>[] = [];
    let refusal = '';
    while (refusal === '') {
      const client = new pg.Client({ connectionString: databaseOf(crowded).address.url });
      client.on('error', () => undefined);
      await client.connect().then(
        () => clients.push(client),
        (error: unknown) => (refusal = String(error)),
      );
    }
    assert.match(refusal, /too many connections/);
    assert.equal(await count(databaseOf(crowded)), 2);
    assert.ok((await databaseOf(crowded).mark()).position.length > 0);
    assert.deepEqual(await services.databases.get('db')?.control(), { up: true });
    await crowded[Symbol.asyncDispose]();
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  });
  it('tells when it is quiet: nobody is busy, and no change has been recorded since', async () => {
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: database.address.url });
    await client.connect();
    const first = await database.activity();
    assert.equal(first.busy, 0);
    await client.query('begin; select 1');
    assert.deepEqual(await database.activity(), { ...first, busy: 1 });
    await client.query("insert into sessions values ('quiet', null)");
    const second = await database.activity();
    assert.notEqual(second.position, first.position);
    await client.query('rollback');
    await database.query('select 1', []);
    await must(await environment.createStack({ links: [] }))[Symbol.asyncDispose]();
    assert.deepEqual(await database.activity(), { position: second.position, busy: 0 });
    await client.end();
  });
  it('scratch databases are empty, and whoever gets one may make more', async () => {
    const address = await services.databases.get('db')?.scratchDatabase();
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: address?.url });
    await client.connect();
    await client.query('create database suite_1');
    const { rows } = await client.query<{ n: string }>(
      "select count(*) as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    await client.end();
    assert.deepEqual(rows, [{ n: '0' }]);
  });
  it('a lost database is no observation', async () => {
    const lost = must(await environment.createStack({ links: [] }));
    const from = await databaseOf(lost).mark();
    await lost[Symbol.asyncDispose]();
    await assert.rejects(databaseOf(lost).query('select 1', []), DatabaseUnavailable);
    await assert.rejects(databaseOf(lost).exec('select 1', []), DatabaseUnavailable);
    await assert.rejects(databaseOf(lost).delta(from, from, []), DatabaseUnavailable);
  });
});
