import assert from 'node:assert/strict';
import type { DatabaseProbe, Value } from '../../../contracts/language/index.ts';
import {
  Untouchable,
  type CriterionDatabase,
  type Rejection,
  type Stack,
} from '../../../verifier/environment/index.ts';
import { performDatabaseProbe, type DatabaseProbeContext } from '../../../verifier/probes/database/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { appRuns, databaseOf, must, newEnvironment, newGround } from '../environment/support.ts';
import { realClock } from './clocks.ts';
import { memorySink, type MemorySink } from './memory-sink.ts';

const REJECT: Extract<DatabaseProbe<Value>, { readonly verb: 'db.reject' }> = {
  verb: 'db.reject',
  service: 'db',
  table: 'notes',
  on: ['insert'],
};

describe('the probe db.reject', () => {
  const ground = newGround();
  let stack: Stack;
  let sink: MemorySink;
  let handed: Rejection[];

  before(async () => {
    stack = must(await (await newEnvironment(ground)).createStack({ links: [] }));
  });
  beforeEach(() => {
    sink = memorySink();
    handed = [];
  });
  after(() => ground[Symbol.asyncDispose]());

  const perform = (table = 'notes', database: CriterionDatabase = databaseOf(stack)): Promise<Observation> => {
    const context: DatabaseProbeContext = {
      databases: new Map([['db', database]]),
      sink,
      clock: realClock,
      volatile: [],
      spans: new Map(),
      onRejection: (rejection, { table: named }) => {
        assert.equal(named, table);
        handed.push(rejection);
      },
    };
    return performDatabaseProbe({ ...REJECT, table }, context, 30_000);
  };

  it('is done with evidence, and hands over what checks and lifts it', async () => {
    const observation = await perform();
    assert.equal(observation.kind, 'observed');
    assert.deepEqual(observation.value, { outcome: 'done' });
    assert.match(String(sink.kept[0]?.content), /"table": "notes"[^]*"on": "insert"/u);
    const [rejection] = handed;
    assert.ok(rejection);
    assert.match((await appRuns(stack, "insert into notes (text) values ('x')")).error ?? '', /permission denied/);
    assert.deepEqual(await rejection.check(), { held: true, refused: 1 });
    await rejection.lift();
    assert.equal((await appRuns(stack, "insert into notes (text) values ('x')")).error, undefined);
  });

  it('of a table that is not there observes that, and the name that is near', async () => {
    const observation = await perform('note');
    assert.equal(observation.kind, 'observed');
    const detail = 'there is no table “note”; did you mean “notes”?';
    assert.deepEqual(observation.value, { failed: '42P01', detail });
    assert.deepEqual(handed, []);
  });

  it('is not believed when the trigger is not there, and is skipped for what is somebody else’s', async () => {
    const database = databaseOf(stack);
    const gone: Rejection = {
      check: () => Promise.resolve({ held: false, refused: 0 }),
      lift: () => Promise.resolve(),
    };
    const lost = await perform('notes', { ...database, reject: () => Promise.resolve(gone) });
    assert.equal(lost.kind === 'errored' && lost.cause, 'environment');
    assert.equal(handed.length, 1, 'what was set up halfway is lifted, too');
    const foreign = await perform('notes', {
      ...database,
      reject: () => Promise.reject(new Untouchable('it is external')),
    });
    assert.deepEqual(foreign, { kind: 'skipped', cause: 'skipped', why: '“db”: it is external', evidence: [] });
  });
});
