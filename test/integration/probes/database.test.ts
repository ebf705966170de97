import assert from 'node:assert/strict';
import type { DatabaseProbe, Matcher, Value } from '../../../contracts/language/index.ts';
import type { CriterionDatabase, Environment, Stack } from '../../../verifier/environment/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { performDatabaseProbe, type DatabaseProbeContext } from '../../../verifier/probes/database/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from '../environment/support.ts';
import { heldClock, realClock } from './clocks.ts';
import { BROKEN_SINK, memorySink, type MemorySink } from './memory-sink.ts';

const LONG_MS = 30_000;
const query = (sql: string, ...params: Value[]): DatabaseProbe<Value> => ({
  verb: 'db.query',
  service: 'db',
  sql,
  params,
});
const exec = (sql: string, ...params: Value[]): DatabaseProbe<Value> =>
  ({ ...query(sql, ...params), verb: 'db.exec' }) as DatabaseProbe<Value>;
const DELTA: DatabaseProbe<Value> = { verb: 'db.delta', service: 'db' };

const equal = (value: Value): Matcher<Value> => ({ is: 'equal', value });
const only = (entries: Readonly<Record<string, Matcher<Value>>>): Matcher<Value> => ({
  is: 'object',
  entries,
  exactly: false,
});
const exactly = (entries: Readonly<Record<string, Matcher<Value>>>): Matcher<Value> => ({
  is: 'object',
  entries,
  exactly: true,
});

describe('the database probe', () => {
  const ground = newGround();
  let environment: Environment;
  let stack: Stack;
  let database: CriterionDatabase;
  let sink: MemorySink;

  before(async () => {
    environment = await newEnvironment(ground);
    stack = must(await environment.createStack({ links: [] }));
    database = databaseOf(stack);
  });
  beforeEach(() => {
    sink = memorySink();
  });
  after(() => ground[Symbol.asyncDispose]());

  const perform = (probe: DatabaseProbe<Value>, more: Partial<DatabaseProbeContext> = {}): Promise<Observation> => {
    const context = {
      databases: new Map([['db', database]]),
      sink,
      clock: realClock,
      volatile: [],
      spans: new Map(),
      ...more,
    };
    return performDatabaseProbe(probe, context, LONG_MS);
  };
  const judge = async (
    probe: DatabaseProbe<Value>,
    expectation: Matcher<Value>,
    more: Partial<DatabaseProbeContext> = {},
  ): Promise<string> => {
    const judgement = judgeStep({ probe, expectation }, await perform(probe, more));
    return judgement.kind === 'unverified' ? `unverified: ${judgement.cause}` : judgement.kind;
  };

  describe('query', () => {
    const rows = (...items: Matcher<Value>[]): Matcher<Value> => only({ rows: { is: 'array', items } });

    it('is satisfied by the rows that are expected, compared with their types', async () => {
      const sql = 'select count(*) as n, $1::text as text from notes';
      assert.equal(await judge(query(sql, 'x'), rows(only({ n: equal(2), text: equal('x') }))), 'satisfied');
      assert.equal(await judge(query(sql, 'x'), rows(only({ n: equal('2') }))), 'violated');
      assert.equal(
        await judge(query('select 9007199254740993 as n'), rows(only({ n: equal(9007199254740992) }))),
        'violated',
      );
    });

    it('is violated by other rows', async () => {
      assert.equal(await judge(query('select id from notes'), rows()), 'violated');
      assert.equal(await judge(query('select id from notes where false'), rows()), 'satisfied');
    });

    it('is violated, with the state, by a statement that the server refuses', async () => {
      const observation = await perform(query('select * from nowhere'));
      assert.equal(observation.kind === 'observed' && (observation.value as { failed: string }).failed, '42P01');
      assert.equal(await judge(query('select * from nowhere'), { is: 'anything' }), 'violated');
      assert.equal(await judge(query("insert into notes (text) values ('x')"), { is: 'anything' }), 'violated');
    });

    it('is unverified when it does not answer in time, told in whole milliseconds', async () => {
      const clock = heldClock();
      const silent = { ...database, query: () => new Promise<never>(() => undefined) };
      const context = { databases: new Map([['db', silent]]), sink, clock, volatile: [], spans: new Map() };
      const pending = performDatabaseProbe(query('select 1'), context, 4_984.218768000001);
      clock.pass();
      const observation = await pending;
      assert.deepEqual(
        [observation.kind, 'why' in observation && observation.why],
        ['timed-out', 'the database did not answer within 4984 ms'],
      );
    });

    it('tells of a table or column that is not there which one is near', async () => {
      for (const [sql, hint] of [
        ['select * from note', /relation "note" does not exist.*did you mean “notes”/u],
        ['select txt from notes', /column "txt" does not exist.*text/u],
      ] as const) {
        const observation = await perform(query(sql));
        const { detail } = (observation.kind === 'observed' ? observation.value : {}) as { detail: string };
        assert.match(detail, hint);
        assert.equal(await judge(query(sql), { is: 'anything' }), 'violated');
      }
    });

    it('is unverified where no database could understand the statement: that is the contract’s mistake', async () => {
      assert.equal(await judge(query('selec 1'), rows()), 'unverified: precondition');
      assert.equal(await judge(exec('delete notes'), { is: 'anything' }), 'unverified: precondition');
    });

    it('is unverified where the statement is no query: it has no rows because it can’t have any', async () => {
      for (const sql of ['', '-- nothing', "set work_mem = '5MB'", 'do $$ begin end $$', 'select 1; select 2'])
        assert.equal(await judge(query(sql), rows()), 'unverified: precondition', sql);
    });

    it('is unverified where the server is in trouble, or too slow for its own limit', async () => {
      const saying = (failed: string): Partial<DatabaseProbeContext> => ({
        databases: new Map([['db', { ...database, query: () => Promise.resolve({ failed, detail: 'no' }) }]]),
      });
      for (const state of ['53100', '58030', 'XX000', '57P01', '08006']) {
        assert.equal(
          await judge(query('select 1'), { is: 'anything' }, saying(state)),
          'unverified: environment',
          state,
        );
      }
      assert.equal(await judge(query('select 1'), { is: 'anything' }, saying('57014')), 'unverified: time');
      assert.equal(await judge(query('select 1'), { is: 'anything' }, saying('42501')), 'violated');
    });

    it('is unverified when it takes longer than it may', async () => {
      const clock = heldClock();
      const pending = judge(query('select pg_sleep(1)'), { is: 'anything' }, { clock });
      clock.pass();
      assert.equal(await pending, 'unverified: time');
    });

    it('is unverified when it brings more rows than can be judged', async () => {
      const probe = query('select n from generate_series(1, 10001) n');
      assert.equal(await judge(probe, { is: 'anything' }), 'unverified: not-run');
    });

    it('is judged by all rows, of which the first thousand are kept', async () => {
      const probe = query('select n from generate_series(1, 1500) n');
      const all: Matcher<Value> = only({ rows: { is: 'length', length: equal(1500) } });
      assert.equal(await judge(probe, all), 'satisfied');
      const { rowCount, rows: kept } = sink.lastJson() as { rowCount: number; rows: unknown[] };
      assert.deepEqual([rowCount, kept.length], [1500, 1000]);
      assert.match(sink.kept[0]?.truncated ?? '', /first 1000 of 1500/u);
    });

    it('keeps the statement, its parameters and the rows as evidence', async () => {
      await perform(query('select $1::int\n  as n', 7));
      assert.deepEqual(sink.lastJson(), {
        service: 'db',
        sql: 'select $1::int\n  as n',
        params: [7],
        rowCount: 1,
        rows: [{ n: 7 }],
      });
      assert.deepEqual([sink.kept[0]?.kind, sink.kept[0]?.title], ['rows', 'db: select $1::int as n']);
    });
  });

  describe('exec', () => {
    it('observes how many rows it touched', async () => {
      const probe = exec("update marks set label = label where label = 'none'");
      assert.equal(await judge(probe, only({ rowCount: equal(0) })), 'satisfied');
      assert.equal(await judge(probe, only({ rowCount: equal(1) })), 'violated');
    });

    it('is violated by a refusal, and happens once', async () => {
      assert.equal(
        await judge(exec("insert into sessions values ('t', 'x')"), only({ rowCount: equal(1) })),
        'satisfied',
      );
      assert.equal(await judge(exec("insert into sessions values ('t', 'x')"), { is: 'anything' }), 'violated');
      assert.equal(
        await judge(query('select * from sessions'), only({ rows: { is: 'length', length: equal(1) } })),
        'satisfied',
      );
    });
  });

  describe('delta', () => {
    it('tells what changed between two moments, and nothing else', async () => {
      const from = await database.mark();
      await appRuns(stack, "insert into notes (text) values ('three'); insert into sessions values ('u', 'y')");
      const spans = new Map([['db', { from, to: await database.mark() }]]);
      await appRuns(stack, "insert into notes (text) values ('too late')");
      const one: Matcher<Value> = only({ inserted: { is: 'length', length: equal(1) } });
      assert.equal(await judge(DELTA, exactly({ notes: one }), { spans, volatile: ['sessions'] }), 'satisfied');
      assert.equal(await judge(DELTA, exactly({ notes: one }), { spans }), 'violated');
      assert.equal(await judge(DELTA, exactly({}), { spans }), 'violated');
      assert.equal(sink.kept[1]?.title, 'db: changes in notes, sessions');
      assert.match(JSON.stringify(sink.lastJson()), /"text":"three"/u);
    });

    it('of nothing satisfies an empty one', async () => {
      const mark = await database.mark();
      const spans = new Map([['db', { from: mark, to: mark }]]);
      assert.equal(await judge(DELTA, exactly({}), { spans }), 'satisfied');
      assert.equal(sink.kept[0]?.title, 'db: nothing changed');
    });

    it('never holds of a table that is not there, changed or not', async () => {
      const mark = await database.mark();
      const spans = new Map([['db', { from: mark, to: mark }]]);
      for (const expected of [exactly({ note: { is: 'absent' } }), only({ note: { is: 'absent' } })]) {
        const { kind, ...rest } = judgeStep(
          { probe: DELTA, expectation: expected },
          await perform(DELTA, { spans, named: ['note', 'notes'] }),
        );
        assert.equal(kind, 'violated');
        assert.match(JSON.stringify(rest), /there is no table “note”; did you mean “notes”/u);
      }
      assert.equal(await judge(DELTA, exactly({}), { spans, named: ['notes', 'public.notes'] }), 'satisfied');
    });

    it('is unverified without its two moments', async () => {
      assert.equal(await judge(DELTA, exactly({})), 'unverified: not-run');
    });
  });

  describe('of any kind', () => {
    it('is unverified for a service that is not there, and for evidence that can’t be kept', async () => {
      assert.equal(await judge({ ...DELTA, service: 'cache' }, { is: 'anything' }), 'unverified: environment');
      assert.equal(
        await judge(query('select 1'), { is: 'anything' }, { sink: BROKEN_SINK }),
        'unverified: environment',
      );
    });

    it('is unverified once the verifier has lost its connection', async () => {
      const other = must(await environment.createStack({ links: [] }));
      const databases = new Map([['db', databaseOf(other)]]);
      await other[Symbol.asyncDispose]();
      for (const probe of [query('select 1'), exec('select 1')]) {
        assert.equal(await judge(probe, { is: 'anything' }, { databases }), 'unverified: environment', probe.verb);
      }
      const spans = new Map([['db', { from: { position: '0' }, to: { position: '0' } }]]);
      assert.equal(await judge(DELTA, { is: 'anything' }, { databases, spans }), 'unverified: environment');
    });
  });
});
