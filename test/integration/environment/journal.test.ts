import assert from 'node:assert/strict';
import pg from 'pg';
import type { Environment, Stack } from '../../../verifier/environment/index.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from './support.ts';

describe('the change journal', () => {
  const ground = newGround();
  let environment: Environment;
  let stack: Stack;

  before(async () => {
    environment = await newEnvironment(ground);
  });
  after(() => ground[Symbol.asyncDispose]());
  beforeEach(async () => {
    stack = must(await environment.createStack({ links: [] }));
  });
  afterEach(() => stack[Symbol.asyncDispose]());

  /** What changed while the application ran these statements, each in its own transaction unless they are one text. */
  const changesOf = async (statements: readonly string[], volatile: readonly string[] = []): Promise<unknown> => {
    const database = databaseOf(stack);
    const from = await database.mark();
    for (const sql of statements) assert.deepEqual((await appRuns(stack, sql)).error, undefined, sql);
    return database.delta(from, await database.mark(), volatile);
  };
  const one = { id: 1, text: 'one', seen_at: '2024-01-01T00:00:00.000Z' };
  const two = { id: 2, text: 'two', seen_at: '2024-01-02T00:00:00.500Z' };

  it('says nothing when nothing changed, and nothing of the seed', async () => {
    assert.deepEqual(await changesOf(['select * from notes']), {});
  });
  it('shows rows with the values that a query shows', async () => {
    assert.deepEqual(await changesOf(["update notes set text = 'x' where id = 1", 'delete from notes where id = 2']), {
      notes: { updated: [{ ...one, text: 'x' }], deleted: [two] },
    });
    const { rows } = (await databaseOf(stack).query('select * from notes', [])) as { rows: unknown };
    assert.deepEqual(rows, [{ ...one, text: 'x' }]);
  });
  it('nets what was done and undone', async () => {
    const done = ["insert into notes (text) values ('new')", "update notes set text = 'x' where id = 1"];
    assert.deepEqual(
      await changesOf([...done, "delete from notes where text = 'new'", "update notes set text = 'one' where id = 1"]),
      {},
    );
  });
  it('nets what sessions of other settings did and undid', async () => {
    await appRuns(stack, 'create table odd (at timestamptz, span interval, raw bytea, half real, day date)');
    const row = "'2024-03-31T01:02:03Z', '1 day 02:00', '\\x00ff', 0.1, '2024-03-31'";
    const settings =
      "set local timezone = 'Asia/Tokyo'; set local datestyle = 'German'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'escape'; set local extra_float_digits = -3";
    assert.deepEqual(
      await changesOf([`begin; ${settings}; insert into odd values (${row}); commit`, 'delete from odd']),
      {},
    );
  });
  it('leaves out what was rolled back', async () => {
    assert.deepEqual(await changesOf(["begin; insert into notes (text) values ('new'); rollback"]), {});
  });
  it('speaks of what was committed between the marks, whenever it began', async () => {
    const database = databaseOf(stack);
    const client = new pg.Client({ connectionString: database.address.url });
    await client.connect();
    await client.query("begin; insert into notes (text) values ('late')");
    await appRuns(stack, "insert into notes (text) values ('early')");
    const from = await database.mark();
    assert.deepEqual(await database.delta(from, await database.mark(), []), {});
    await client.query('commit');
    const delta = await database.delta(from, await database.mark(), []);
    await client.end();
    assert.deepEqual(
      delta['notes']?.inserted?.map(({ text }) => text),
      ['late'],
    );
  });
  it('counts rows of tables without a key, with numbers of any length', async () => {
    const changes = [
      "insert into marks values ('a', 1.50), ('a', 1.5), ('b', 12345678901234567890.5)",
      "delete from marks where label = 'none'",
    ];
    const delta = (await changesOf(changes)) as { marks: { inserted: { label: string; amount: unknown }[] } };
    assert.deepEqual(
      delta.marks.inserted.map(({ label, amount }) => [label, String(amount)]),
      [
        ['a', '1.5'],
        ['a', '1.5'],
        ['b', '12345678901234567890.5'],
      ],
    );
  });
  it('takes a TRUNCATE for the deletion of all rows', async () => {
    assert.deepEqual(await changesOf(['truncate notes']), { notes: { deleted: [one, two] } });
  });
  it('takes the same rows after a TRUNCATE for no change', async () => {
    const again =
      "insert into notes overriding system value values (1, 'one', '2024-01-01T00:00:00Z'), (2, 'two', '2024-01-02T00:00:00.5Z')";
    assert.deepEqual(await changesOf(['truncate notes', again]), {});
  });
  it('leaves out volatile tables and columns', async () => {
    const changes = [
      "insert into sessions values ('t', 'ann')",
      'update notes set seen_at = now()',
      "insert into notes (text) values ('new')",
    ];
    assert.deepEqual(await changesOf(changes, ['sessions', 'notes.seen_at']), {
      notes: { inserted: [{ id: 3, text: 'new' }] },
    });
  });
  it('names tables of other schemas with their schema, and watches tables that are made later, with the rows they came with', async () => {
    const changes = [
      'create schema other',
      'create table other.things (id int primary key)',
      'insert into other.things values (7)',
      'create table copies as select id from notes',
    ];
    assert.deepEqual(await changesOf(changes), {
      'other.things': { inserted: [{ id: 7 }] },
      copies: { inserted: [{ id: 1 }, { id: 2 }] },
    });
  });
  it('shows the rows of a table that was dropped as deleted, and nothing when it is made again with the same rows', async () => {
    const { notes } = (await changesOf(['drop table notes'])) as { notes: { deleted: { id: unknown }[] } };
    assert.deepEqual(
      notes.deleted.map(({ id }) => id),
      [1, 2],
    );
    const again = "create table notes as values (1, 'one', timestamptz '2024-01-01T00:00:00Z')";
    assert.deepEqual(await changesOf([`${again}; drop table notes; ${again}; insert into notes select * from notes`]), {
      notes: { inserted: [1, 1].map((column1) => ({ column1, column2: 'one', column3: '2024-01-01T00:00:00.000Z' })) },
    });
  });
  it('is not deaf to an application that disables or drops the triggers on its tables', async () => {
    const { rows = [] } = await appRuns(
      stack,
      "select tgname from pg_trigger where tgrelid = 'notes'::regclass and not tgisinternal",
    );
    const [first] = rows as { tgname: string }[];
    assert.ok(first);
    const changes = [
      'alter table notes disable trigger all',
      "update notes set text = 'a' where id = 1",
      'alter table notes enable trigger all',
      `drop trigger ${first.tgname} on notes`,
      "update notes set text = 'b' where id = 2",
      "begin; alter table notes disable trigger all; insert into notes (text) values ('c'); alter table notes enable trigger all; commit",
    ];
    const delta = (await changesOf(changes)) as {
      notes: { updated: { text: string }[]; inserted: { text: string }[] };
    };
    assert.deepEqual(
      delta.notes.updated.map(({ text }) => text),
      ['a', 'b'],
    );
    assert.deepEqual(
      delta.notes.inserted.map(({ text }) => text),
      ['c'],
    );
  });
  it('is not deaf to an application that replaces a trigger by one of the same name', async () => {
    const { rows = [] } = await appRuns(
      stack,
      "select tgname from pg_trigger where tgrelid = 'notes'::regclass and tgtype & 1 = 1",
    );
    const [trigger] = rows as { tgname: string }[];
    assert.ok(trigger);
    const changes = [
      "create function nothing() returns trigger language plpgsql as 'begin return null; end'",
      `create or replace trigger ${trigger.tgname} after insert on notes for each row execute function nothing()`,
      "insert into notes (text) values ('unseen')",
    ];
    const delta = (await changesOf(changes)) as { notes: { inserted: { text: string }[] } };
    assert.deepEqual(
      delta.notes.inserted.map(({ text }) => text),
      ['unseen'],
    );
  });
  it('is closed to the application and to what the application may turn off', async () => {
    const { rows = [] } = await appRuns(
      stack,
      "select nspname from pg_namespace where nspname not like 'pg_%' and nspname not in ('public', 'information_schema')",
    );
    const [schema] = rows as { nspname: string }[];
    assert.ok(schema);
    for (const sql of [
      `select * from ${schema.nspname}.entry`,
      `delete from ${schema.nspname}.entry`,
      "set session_replication_role = 'replica'",
      `drop schema ${schema.nspname} cascade`,
    ]) {
      assert.match((await appRuns(stack, sql)).error ?? '', /permission denied|must be owner/, sql);
    }
  });
  it('shows rows of partitions as their table’s, and moves between partitions as updates', async () => {
    await appRuns(stack, 'create table events (id int, day int, primary key (id, day)) partition by list (day)');
    await appRuns(
      stack,
      'create table events_1 partition of events for values in (1); create table events_2 partition of events for values in (2)',
    );
    assert.deepEqual(
      await changesOf([
        'insert into events values (1, 1)',
        'insert into events values (2, 1)',
        'delete from events where id = 2',
      ]),
      {
        events: { inserted: [{ id: 1, day: 1 }] },
      },
    );
    assert.deepEqual(await changesOf(['update events set day = 2']), {
      events: { inserted: [{ id: 1, day: 2 }], deleted: [{ id: 1, day: 1 }] },
    });
    assert.deepEqual(await changesOf(['drop table events_2']), { events: { deleted: [{ id: 1, day: 2 }] } });
  });
  it('keeps every kind of value', async () => {
    const columns = `big bigint, num numeric, real8 double precision, day date, at timestamptz, local timestamp, doc jsonb, list text[], ids bigint[], raw bytea, flag boolean, span interval, mood mood, id uuid`;
    await appRuns(stack, "create type mood as enum ('sad', 'glad')");
    await appRuns(stack, `create table kinds (${columns})`);
    const values = `9007199254740993, 0.10000000000000000000001, 'NaN', '2024-03-31', '2024-03-31T01:02:03.000004+02', '2024-03-31T01:02:03', '{"n": 9007199254740993}', '{"a,b",NULL}', '{9007199254740993}', '\\x00ff', false, '1 day 02:00', 'glad', '6f2c0a52-7d0e-4f3a-9a52-0c64b0f1f6d1'`;
    // Settings of the application's session must not reach what is recorded.
    const delta = (await changesOf([
      `begin; set extra_float_digits = -10; set timezone = 'Asia/Tokyo'; set datestyle = 'German'; set bytea_output = 'escape'; insert into kinds values (${values}); commit`,
    ])) as {
      kinds: { inserted: unknown[] };
    };
    const queried = (await databaseOf(stack).query('select * from kinds', [])) as { rows: unknown[] };
    assert.deepEqual(delta.kinds.inserted, queried.rows);
  });
});
