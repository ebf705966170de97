import assert from 'node:assert/strict';
import type { Environment, Rejection, Stack } from '../../../verifier/environment/index.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from './support.ts';

describe('a table that refuses statements', () => {
  const ground = newGround();
  let environment: Environment;
  let stack: Stack;

  before(async () => {
    environment = await newEnvironment(ground);
  });
  beforeEach(async () => {
    stack = must(await environment.createStack({ links: [] }));
  });
  afterEach(() => stack[Symbol.asyncDispose]());
  after(() => ground[Symbol.asyncDispose]());

  const reject = async (
    table: string,
    ...on: Parameters<ReturnType<typeof databaseOf>['reject']>[1]
  ): Promise<Rejection> => {
    const rejection = await databaseOf(stack).reject(table, on);
    assert.ok(rejection);
    return rejection;
  };
  const run = async (sql: string): Promise<string> => (await appRuns(stack, sql)).error ?? 'done';

  it('refuses what it was told to, also of no rows, and nothing else; counted although it is rolled back', async () => {
    const rejection = await reject('notes', 'insert');
    assert.match(await run("insert into notes (text) values ('x')"), /permission denied for table notes/);
    assert.match(
      await run("insert into notes (text) select text from notes where text = 'nobody'"),
      /permission denied/,
    );
    assert.equal(await run("update notes set text = 'y'"), 'done');
    assert.equal(await run('truncate notes'), 'done');
    assert.deepEqual(await rejection.check(), { held: true, refused: 2 });
  });
  it('takes everything again once it is lifted, also while the application has a transaction open', async () => {
    const rejection = await reject('notes', 'insert', 'update', 'delete');
    assert.match(await run("update notes set text = 'y' where false"), /permission denied/);
    assert.match(await run('delete from notes'), /permission denied/);
    assert.match(await run('truncate notes'), /permission denied/);
    assert.equal(await run('begin; select * from notes'), 'done');
    await rejection.lift();
    assert.equal(
      await run("insert into notes (text) values ('x'); update notes set text = 'z'; delete from notes; commit"),
      'done',
    );
  });
  it('is no change of rows: no delta, no activity, no hole', async () => {
    const database = databaseOf(stack);
    const from = await database.mark();
    const before = await database.activity();
    const rejection = await reject('notes', 'insert', 'update', 'delete');
    await run("insert into notes (text) values ('x')");
    await rejection.check();
    await rejection.lift();
    const after = await database.activity();
    assert.deepEqual(await database.delta(from, await database.mark(), []), {});
    // A row that was refused was never given a number.
    assert.equal(after.position, before.position);
  });
  it('is known not to hold any more when the application takes the trigger away, turns it off, or puts another table in its place', async () => {
    const triggers = "select tgname from pg_trigger where tgname like 'refusal%' and tgrelid = 'notes'::regclass";
    const nameOf = async (): Promise<string> => {
      const { rows = [] } = await appRuns(stack, triggers);
      return (rows as { tgname: string }[]).at(-1)?.tgname ?? '';
    };
    const off = await reject('notes', 'insert');
    assert.equal(await run(`alter table notes disable trigger ${await nameOf()}`), 'done');
    assert.equal((await off.check()).held, false);
    assert.equal(await run(`drop trigger ${await nameOf()} on notes`), 'done');
    assert.equal((await off.check()).held, false);
    const renamed = await reject('notes', 'insert');
    assert.equal(await run('alter table notes rename to old_notes; create table notes (id int)'), 'done');
    assert.equal((await renamed.check()).held, false);
    assert.equal(await run('drop table old_notes'), 'done');
    assert.deepEqual(await renamed.check(), { held: false, refused: 0 });
  });
  it('cannot be turned off for a session', async () => {
    await reject('notes', 'insert');
    assert.match(await run('set session_replication_role = replica'), /permission denied/);
    assert.match(await run("insert into notes (text) values ('x')"), /permission denied/);
  });
  it('is named as deltas name it: with its schema, and case counts', async () => {
    await run('create schema "Shop"; create table "Shop"."Orders" (id int); create table "Orders" (id int)');
    const other = await reject('Shop.Orders', 'insert');
    assert.match(await run('insert into "Shop"."Orders" values (1)'), /permission denied for table Orders/);
    assert.equal(await run('insert into "Orders" values (1)'), 'done');
    assert.deepEqual(await other.check(), { held: true, refused: 1 });
    await reject('public.Orders', 'insert');
    assert.match(await run('insert into "Orders" values (1)'), /permission denied/);
    for (const missing of ['orders', 'shop.orders', 'Shop', '"Orders"'])
      assert.equal(await databaseOf(stack).reject(missing, ['insert']), undefined);
  });
  it('on a partitioned table refuses what goes to a partition, and on a partition what comes by the table', async () => {
    await run(`create table events (id int, day int) partition by range (day);
      create table first_days partition of events for values from (0) to (10);
      create table other_days partition of events for values from (10) to (20)`);
    const part = await reject('first_days', 'insert');
    assert.match(await run('insert into events values (1, 1)'), /permission denied/);
    assert.match(await run('insert into first_days values (1, 1)'), /permission denied/);
    assert.equal(await run('insert into events values (1, 11)'), 'done');
    assert.deepEqual(await part.check(), { held: true, refused: 2 });
    await part.lift();
    assert.equal(await run('insert into events values (1, 1)'), 'done');
    const whole = await reject('events', 'insert');
    assert.match(await run('insert into events values (2, 1)'), /permission denied/);
    assert.match(await run('insert into other_days values (2, 11)'), /permission denied/);
    assert.deepEqual(await whole.check(), { held: true, refused: 2 });
  });
  it('refuses nothing that the verifier itself does, in a table, a partition or by its parent; only in a view', async () => {
    await run(`create table events (id int, day int) partition by range (day);
      create table first_days partition of events for values from (0) to (10);
      create view texts as select text from notes`);
    const database = databaseOf(stack);
    const table = await reject('notes', 'insert', 'update', 'delete');
    assert.deepEqual(await database.exec("insert into notes (text) values ('x')", []), { rowCount: 1 });
    assert.deepEqual(await database.exec("update notes set text = 'y' where text = 'x'", []), { rowCount: 1 });
    assert.deepEqual(await database.exec("delete from notes where text = 'y'", []), { rowCount: 1 });
    assert.deepEqual(await database.exec('truncate notes', []), { rowCount: 0 });
    assert.match(await run("insert into notes (text) values ('x')"), /permission denied/);
    assert.deepEqual(await table.check(), { held: true, refused: 1 });
    await reject('first_days', 'insert', 'delete');
    assert.deepEqual(await database.exec('insert into events values (1, 1)', []), { rowCount: 1 });
    assert.deepEqual(await database.exec('delete from events', []), { rowCount: 1 });
    assert.match(await run('insert into events values (1, 1)'), /permission denied/);
    await reject('texts', 'insert');
    assert.match(JSON.stringify(await database.exec("insert into texts values ('x')", [])), /permission denied/);
  });
  it('on a view refuses what names the view', async () => {
    await run('create view texts as select text from notes');
    const rejection = await reject('texts', 'insert', 'update');
    assert.match(await run("insert into texts values ('x')"), /permission denied/);
    assert.match(await run("update texts set text = 'x'"), /permission denied/);
    assert.equal(await run("insert into notes (text) values ('x')"), 'done');
    assert.deepEqual(await rejection.check(), { held: true, refused: 2 });
    await rejection.lift();
    assert.equal(await run("insert into texts values ('x')"), 'done');
  });
});
