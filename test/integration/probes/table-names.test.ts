import assert from 'node:assert/strict';
import type { DatabaseProbe, Matcher, Value } from '../../../contracts/language/index.ts';
import type { CriterionDatabase, Stack } from '../../../verifier/environment/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { performDatabaseProbe, type DatabaseProbeContext } from '../../../verifier/probes/database/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from '../environment/support.ts';
import { realClock } from './clocks.ts';
import { memorySink } from './memory-sink.ts';

const DELTA: DatabaseProbe<Value> = { verb: 'db.delta', service: 'db' };
const one: Matcher<Value> = {
  is: 'object',
  entries: { inserted: { is: 'length', length: { is: 'equal', value: 1 } } },
  exactly: false,
};
const none: Matcher<Value> = { is: 'absent' };

/** These tables changed like this, whatever others did. */
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

describe('the names of tables in a delta', () => {
  const ground = newGround();
  let stack: Stack;
  let database: CriterionDatabase;
  before(async () => {
    stack = must(await (await newEnvironment(ground)).createStack({ links: [] }));
    database = databaseOf(stack);
  });
  after(() => ground[Symbol.asyncDispose]());

  type Span = Pick<DatabaseProbeContext, 'spans'> & Pick<Partial<DatabaseProbeContext>, 'named'>;
  const perform = (context: Span): Promise<Observation> => {
    const databases = new Map([['db', database]]);
    return performDatabaseProbe(
      DELTA,
      { databases, sink: memorySink(), clock: realClock, volatile: [], ...context },
      30_000,
    );
  };
  const judge = async (expectation: Matcher<Value>, context: Span): Promise<string> =>
    judgeStep({ probe: DELTA, expectation }, await perform(context)).kind;

  it('speaks of tables with odd names, which are told by their name in full where it would be taken for something else', async () => {
    const odd = ['"$missing"', '"$others"', '"__proto__"', '"constructor"', '"service"', '"a.b"'];
    await appRuns(stack, odd.map((name) => `create table ${name} (id int)`).join(';'));
    for (const name of odd) {
      const from = await database.mark();
      assert.equal((await appRuns(stack, `insert into ${name} values (1)`)).error, undefined);
      const spans = new Map([['db', { from, to: await database.mark() }]]);
      const plain = name.slice(1, -1);
      const label = /[$.]/u.test(plain) ? `public.${plain}` : plain;
      const tables = exactly(Object.fromEntries([[label, one]]));
      assert.equal(await judge(exactly({}), { spans }), 'violated', name);
      assert.equal(await judge(exactly({}), { spans, named: ['nothing'] }), 'violated', name);
      assert.equal(await judge(tables, { spans, named: [label] }), 'satisfied', name);
      assert.equal(await judge(only({ [label]: { is: 'absent' } }), { spans, named: [label] }), 'violated');
    }
    const mark = await database.mark();
    const spans = new Map([['db', { from: mark, to: mark }]]);
    const { value } = (await perform({ spans, named: ['$missing'] })) as { value: Value };
    assert.match(JSON.stringify(value), /there is no table “\$missing”; its name in full is “public\.\$missing”/u);
  });

  it('calls a table of the schema public as it is named: with its schema, or without', async () => {
    const from = await database.mark();
    await appRuns(stack, "insert into notes (text) values ('named')");
    const spans = new Map([['db', { from, to: await database.mark() }]]);
    const named = ['public.notes'];
    assert.equal(await judge(exactly({ 'public.notes': one }), { spans, named }), 'satisfied');
    assert.equal(await judge(only({ 'public.notes': none }), { spans, named }), 'violated');
    const both = ['notes', 'public.notes'];
    assert.equal(await judge(exactly({ notes: one, 'public.notes': one }), { spans, named: both }), 'satisfied');
    assert.equal(await judge(only({ notes: one, 'public.notes': none }), { spans, named: both }), 'violated');
  });
});
