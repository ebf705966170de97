import assert from 'node:assert/strict';
import { stringifyJson, type DatabaseProbe, type Step, type Value } from '../../../contracts/language/index.ts';
import type { Judgement } from '../../../reports/index.ts';
import type { Stack } from '../../../verifier/environment/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { performDatabaseProbe } from '../../../verifier/probes/database/index.ts';
import { databaseOf, must, newEnvironment, newGround } from '../environment/support.ts';
import { realClock } from '../probes/clocks.ts';
import { memorySink } from '../probes/memory-sink.ts';
import { looksOf } from './judged-text.ts';
import { postgresTypes, type TypeRow } from './postgres-types.ts';

const kinds = ['equal', 'unequal', 'wrongType'] as const;

describe('a value of PostgreSQL', () => {
  const ground = newGround();
  let stack: Stack;
  let looks: readonly Step<Value>[];

  before(async () => {
    stack = must(await (await newEnvironment(ground)).createStack({ links: [] }));
    for (const sql of [
      "create type mood as enum ('happy', 'sad')",
      'create domain positive as integer check (value > 0)',
      'create type pair as (first integer, second text)',
    ])
      allowed(await databaseOf(stack).exec(sql, []));
    looks = looksOf(postgresTypes.flatMap((row) => kinds.map((kind) => lookFor(row, kind))));
  });
  after(() => ground[Symbol.asyncDispose]());

  const judge = async (row: TypeRow, kind: (typeof kinds)[number]): Promise<{ judgement: Judgement; kept: string }> => {
    const step = looks[postgresTypes.indexOf(row) * kinds.length + kinds.indexOf(kind)];
    assert.ok(step);
    const sink = memorySink();
    const context = { databases: stack.databases, sink, clock: realClock, volatile: [], spans: new Map() };
    const observation = await performDatabaseProbe(step.probe as DatabaseProbe<Value>, context, 30_000);
    return {
      judgement: judgeStep(step, observation),
      kept: sink.kept.map(({ content }) => String(content)).join('\n'),
    };
  };

  for (const row of postgresTypes) {
    it(`of type ${row.type} equals just itself, and is shown without loss`, async () => {
      const { judgement, kept } = await judge(row, 'equal');
      assert.equal(judgement.kind, 'satisfied', JSON.stringify(judgement, noBigInt));
      assert.ok(withoutSpace(kept).includes(withoutSpace(row.shown)), `${row.shown} is not in ${kept}`);
      for (const kind of ['unequal', 'wrongType'] as const) {
        const other = (await judge(row, kind)).judgement;
        assert.ok(other.kind === 'violated', `${row[kind]} is taken for ${row.equal}`);
        // What differs may be within a list or an object.
        for (const { actual, message } of other.mismatches) {
          assert.ok(message.length > 0);
          if (actual !== undefined)
            assert.ok(withoutSpace(row.shown).includes(withoutSpace(stringifyJson(actual as Value))), message);
        }
      }
    });
  }
});

function lookFor(row: TypeRow, kind: (typeof kinds)[number]): string {
  const value = row[kind];
  return `db.query: { sql: ${JSON.stringify(`select ${row.sql} as v`)}, expect: { rows: [ { v: { $exactly: ${value} } } ] } }`;
}

function allowed(outcome: object): void {
  assert.ok(!('failed' in outcome), JSON.stringify(outcome));
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, '');
}

function noBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
