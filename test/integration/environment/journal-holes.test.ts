import assert from 'node:assert/strict';
import { DatabaseUnavailable, type Environment, type Stack } from '../../../verifier/environment/index.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from './support.ts';

describe('a hole in the change journal', () => {
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

  const run = async (statements: readonly string[]): Promise<void> => {
    for (const sql of statements) assert.deepEqual((await appRuns(stack, sql)).error, undefined, sql);
  };
  /** The delta while the application ran these statements. */
  const deltaOf = async (statements: readonly string[], volatile: readonly string[] = []): Promise<unknown> => {
    const database = databaseOf(stack);
    const from = await database.mark();
    await run(statements);
    return database.delta(from, await database.mark(), volatile);
  };

  const parts =
    'create table events (id int, day int) partition by list (day); create table events_1 partition of events for values in (1); insert into events values (7, 1)';
  const moods =
    "create type mood as enum ('sad', 'glad'); create table people (mood mood); insert into people values ('sad')";
  const holes: readonly (readonly [name: string, statement: string, command: string, table: string, given?: string])[] =
    [
      ['a column that gets another type', 'alter table notes alter text type varchar', 'ALTER TABLE', 'notes'],
      [
        'rows that are computed anew',
        'alter table notes alter text type text using upper(text)',
        'ALTER TABLE',
        'notes',
      ],
      ['a column with a default', "alter table notes add state text default 'x'", 'ALTER TABLE', 'notes'],
      [
        'a column with a value of its own for each row',
        'alter table notes add state float default random()',
        'ALTER TABLE',
        'notes',
      ],
      ['a column that is dropped', 'alter table notes drop seen_at', 'ALTER TABLE', 'notes'],
      ['a column of another name', 'alter table notes rename text to words', 'ALTER TABLE', 'notes'],
      ['a table of another name', 'alter table notes rename to old_notes', 'ALTER TABLE', 'notes'],
      ['a table in another schema', 'create schema attic; alter table notes set schema attic', 'ALTER TABLE', 'notes'],
      ['a partition that is detached', 'alter table events detach partition events_1', 'ALTER TABLE', 'events', parts],
      [
        'a partition that is attached',
        'create table late as select 8 as id, 2 as day; alter table events attach partition late for values in (2)',
        'ALTER TABLE',
        'events',
        parts,
      ],
      [
        'a value of an enumeration of another name',
        "alter type mood rename value 'sad' to 'blue'",
        'ALTER TYPE',
        'people',
        moods,
      ],
      ['a column that goes with its type', 'drop type mood cascade', 'DROP TYPE', 'people', moods],
      [
        'a table that goes with its type',
        'drop type shape cascade',
        'DROP TYPE',
        'shapes',
        'create type shape as (n int); create table shapes of shape; insert into shapes values (1)',
      ],
      [
        'what is undone again',
        'alter table notes drop seen_at; alter table notes add seen_at timestamptz',
        'ALTER TABLE',
        'notes',
      ],
    ];
  for (const [name, statement, command, table, given = 'select 1'] of holes) {
    it(`is ${name}: ${command} and ${table} are named`, async () => {
      await run([given]);
      await assert.rejects(deltaOf([statement]), (error: unknown) => {
        assert.ok(error instanceof DatabaseUnavailable);
        assert.match(error.message, new RegExp(`${command} .* “(\\w+\\.)?${table}”`, 'u'));
        return true;
      });
      assert.deepEqual(await deltaOf([]), {});
    });
  }
  it('is none when no row can have changed', async () => {
    await run([parts, moods]);
    const harmless = [
      'create index on notes (text)',
      'create table later (id int primary key, name varchar(10))',
      'alter table later add more text; alter table later alter name type text',
      "comment on table notes is 'all'",
      'grant select on notes to public',
      'alter table notes add constraint filled check (text is not null)',
      "alter table notes alter text set default ''",
      'alter table notes rename constraint filled to not_empty',
      'alter table notes set unlogged',
      'alter table events_1 rename to first_events',
      "alter type mood add value 'calm'",
      'create view all_notes as select * from notes',
      'create table events_2 partition of events for values in (2)',
      'alter table notes disable trigger all',
      'vacuum full notes',
      'begin; alter table notes drop seen_at cascade; rollback',
      "insert into notes (text) values ('seen')",
    ];
    const delta = (await deltaOf(harmless)) as { notes: { inserted: { text: string }[] } };
    assert.deepEqual(Object.keys(delta), ['notes']);
    assert.deepEqual(
      delta.notes.inserted.map(({ text }) => text),
      ['seen'],
    );
  });
  it('in a volatile table keeps no delta from being told', async () => {
    const changes = ["insert into sessions values ('t', 'ann')", "alter table sessions add state text default 'x'"];
    assert.deepEqual(await deltaOf(changes, ['sessions']), {});
    await assert.rejects(deltaOf(['alter table notes rename to sessions_2'], ['sessions_2']), /“notes”/u);
  });
  it('can’t be closed by the application', async () => {
    const { rows = [] } = await appRuns(stack, 'select evtname as name from pg_event_trigger');
    assert.equal(rows.length, 4);
    for (const { name } of rows as { name: string }[]) {
      assert.match(
        (await appRuns(stack, `alter event trigger ${name} disable`)).error ?? '',
        /must be owner|permission denied/u,
      );
    }
  });
});
