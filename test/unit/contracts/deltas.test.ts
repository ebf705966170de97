import assert from 'node:assert/strict';
import { bindStep, scopeOf, type Value } from '../../../contracts/language/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { EVIDENCE } from '../verifier/judge/arbitraries.ts';
import { contractText, planOf } from './sources.ts';

/** What is said of a delta when it is judged: of a contract that saved `n`. */
function said(written: string, observed: Value, n: Value = 0): readonly string[] {
  const plan = planOf(
    contractText(`claim: persisted
given: [ { api.request: { as: reader, method: GET, path: /, save: { n: /n } } } ]
when: [ { api.request: { as: reader, method: POST, path: "/{{n}}" } } ]
then: [ { db.delta: { notes: { inserted: 1 } } }, { db.delta: ${written} } ]`),
  );
  const step = plan.contracts[0]?.criteria[0]?.then.at(-1) ?? assert.fail();
  const bound = bindStep(step, scopeOf({ n }));
  assert.ok(bound.ok);
  const judgement = judgeStep(bound.step, { kind: 'observed', value: observed, evidence: EVIDENCE });
  return judgement.kind === 'violated' ? judgement.mismatches.map(({ message }) => message) : [judgement.kind];
}

const rows = (count: number): Value => Array.from({ length: count }, (_none, id) => ({ id }));
const satisfied = ['satisfied'];

describe('Numbers of rows in a delta', () => {
  it('that may be none are met by none', () => {
    for (const written of [
      '{ items: { inserted: { $lte: 1 } } }',
      '{ items: { inserted: { $not: 5 } } }',
      '{ items: { inserted: { $oneOf: [ 0, 2 ] } } }',
      '{ items: { inserted: "{{n}}" } }',
      '{ items: { inserted: { $gte: "{{n}}" }, deleted: "{{n}}" } }',
    ])
      assert.deepEqual(said(written, {}), satisfied, written);
    const some = { items: { inserted: rows(1) } };
    assert.deepEqual(said('{ items: { inserted: 1, deleted: { $lte: 5 }, updated: "{{n}}" } }', some), satisfied);
  });

  it('are met by some as before', () => {
    assert.deepEqual(said('{ items: { inserted: { $lte: 1 } } }', { items: { inserted: rows(1) } }), satisfied);
    assert.deepEqual(said('{ items: { inserted: "{{n}}" } }', { items: { inserted: rows(2) } }, 2), satisfied);
    assert.deepEqual(said('{ items: { inserted: { $lte: 1 } } }', { items: { inserted: rows(2) } }), [
      'items: at most 1 rows inserted expected, 2 were',
    ]);
    assert.deepEqual(said('{ items: { inserted: "{{n}}" } }', { items: { inserted: rows(1) } }), [
      'items: 0 rows inserted expected, 1 was',
    ]);
  });

  it('that can’t be none are not met by none', () => {
    assert.deepEqual(said('{ items: { inserted: "{{n}}" } }', {}, 1), ['items: 1 row inserted expected, none was']);
    assert.deepEqual(said('{ items: { inserted: "{{n}}" } }', {}, 'x'), [
      'items: "x" rows inserted expected, none was',
    ]);
    assert.deepEqual(said('{ items: { inserted: { $gte: 1, $lte: 5 } } }', {}), [
      'items: at least 1 and at most 5 rows inserted expected, none was',
    ]);
    assert.deepEqual(said('{ items: { inserted: { $not: 0 } } }', {}), [
      'items: not 0 rows inserted expected, none was',
    ]);
  });

  it('say nothing of other kinds and tables, of which there are none', () => {
    const written = '{ items: { inserted: { $lte: 1 } } }';
    assert.deepEqual(said(written, { items: { deleted: rows(1) } }), [
      'items: 1 row deleted, none expected: [{"id": 0}]',
    ]);
    assert.deepEqual(said(written, { others: { inserted: rows(1) } }), [
      'others: 1 row inserted, none expected: [{"id": 0}]',
    ]);
  });
});
