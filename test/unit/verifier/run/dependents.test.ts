import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CriterionPlan } from '../../../../contracts/language/index.ts';
import type { StepReport } from '../../../../reports/index.ts';
import type { CriterionJudgement } from '../../../../verifier/judge/index.ts';
import { judgeDependents, type RunCriterion } from '../../../../verifier/run/index.ts';
import { planOf } from '../../contracts/sources.ts';
import { evidence } from './scripted-run.ts';

const at = { file: 'a.contract.yaml', line: 3, column: 5 };
const satisfied: CriterionJudgement = { judgement: 'satisfied', reached: 'persisted', evidence: [evidence] };
const violated: CriterionJudgement = { judgement: 'violated', why: 'lost', at };
const broken: CriterionJudgement = {
  judgement: 'unverified',
  cause: 'precondition',
  why: 'its scene failed',
  at,
  brokenAt: at,
};

const note =
  'api.request: { as: reader, method: POST, path: /notes, json: { text: "{{text}}" }, expect: { status: 201 } }';
const generated = 'let: { text: { fake: lorem.sentence } },';
const stored = 'db.query: { sql: select 1 as n, expect: { rows: [ { n: 1 } ] } }';

/** Criteria of one contract: A sends a note, and each of the others does so in its scene, by the step that is given. */
function criteriaOf(
  others: Readonly<Record<string, { readonly step?: string; readonly keys?: string }>>,
): CriterionPlan[] {
  const one = (id: string, [keys, given, when]: readonly [string, string, string]): string =>
    `  - { id: ${id}, title: ${id}, claim: persisted, ${keys} given: [ ${given} ], when: [ { ${when} } ], then: [ { ${stored} } ] }`;
  const rest = Object.entries(others).map(([id, { step = note, keys = `after: A, ${generated}` }]) =>
    one(id, [
      keys,
      `{ ${step} }`,
      'api.request: { as: reader, method: DELETE, path: /notes/1, expect: { status: 204 } }',
    ]),
  );
  const text = `contract: notes\ntitle: Notes\ncriteria:\n${one('A', [generated, '', note])}\n${rest.join('\n')}\n`;
  return [...(planOf(text).contracts[0]?.criteria ?? [])];
}

/** The criterion, judged so; where its scene broke, at its first step. */
function run(criterion: CriterionPlan, judgement: CriterionJudgement): RunCriterion {
  const cause = judgement.judgement === 'unverified' ? { cause: judgement.cause } : {};
  const failed: StepReport['judgement'] = { kind: 'unverified', cause: 'precondition', why: 'no', evidence: [] };
  const steps = [...criterion.given, ...criterion.when, ...criterion.then].map((step, index): StepReport => {
    const isBroken = judgement === broken && index === 0;
    const { id, section, words, origin, stated } = step;
    const how: StepReport['judgement'] = isBroken ? failed : { kind: 'satisfied', evidence: [evidence] };
    return { id, section, words, origin, stated, verb: step.probe.verb, judgement: how, durationMs: 1, looks: [] };
  });
  const { id, claim, required, position, after, example } = criterion;
  const report = {
    ...{ id, title: id, claim, required, position, judgement: judgement.judgement, ...cause, steps },
    ...{ evidence: [], values: {}, durationMs: 1 },
    ...(after === undefined ? {} : { after }),
    ...(example === undefined ? {} : { example }),
  };
  return { criterion, outcome: { judgement, report } };
}

function told(criteria: readonly CriterionPlan[], judgements: Readonly<Record<string, CriterionJudgement>>): string[] {
  const all = criteria.map((criterion) => run(criterion, judgements[criterion.id] ?? assert.fail(criterion.id)));
  return judgeDependents(all).map(({ report }) => [report.id, report.judgement, report.cause ?? ''].join(' ').trim());
}

/** What becomes of B, whose scene broke at this step, when A is satisfied. */
const brokenAtStep = (step: string, keys = `after: A, ${generated}`): string | undefined =>
  told(criteriaOf({ B: { step, keys } }), { A: satisfied, B: broken })[1];

describe('a criterion whose scene repeats another', () => {
  it('depends on it when that is violated, wherever it stands', () => {
    const [a, b] = criteriaOf({ B: {} });
    assert.ok(a !== undefined && b !== undefined);
    assert.deepEqual(told([b, a], { A: violated, B: broken }), ['B unverified depends-on', 'A violated']);
  });

  it('is violated when that is satisfied', () => {
    assert.deepEqual(told(criteriaOf({ B: {} }), { A: satisfied, B: broken }), ['A satisfied', 'B violated']);
  });

  it('is told from one that broke at a step that the other does not take', () => {
    assert.equal(brokenAtStep(note), 'B violated');
    const own = 'B unverified precondition';
    // What it sends, and what is expected of the answer, do not stand in the words, or not in both.
    assert.equal(brokenAtStep(note.replace('"{{text}}"', '"<b>"'), 'after: A,'), own);
    assert.equal(brokenAtStep(note.replace('status: 201', 'status: 200')), own);
    assert.equal(brokenAtStep(note.replace('/notes', '/other')), own);
    assert.equal(brokenAtStep(note, 'after: A, let: { text: "<b>" },'), own);
    assert.equal(brokenAtStep('db.exec: { sql: delete from notes }', 'after: A,'), own);
  });

  it('passes on what it depends on', () => {
    const criteria = criteriaOf({ B: {}, C: { keys: `after: B, ${generated}` } });
    assert.deepEqual(told(criteria, { A: violated, B: broken, C: broken }), [
      'A violated',
      'B unverified depends-on',
      'C unverified depends-on',
    ]);
  });

  it('depends on the worst of its rows where that has examples', () => {
    const [a, b] = criteriaOf({ B: {} });
    assert.ok(a !== undefined && b !== undefined);
    const rows = [1, 2].map((row): CriterionPlan => ({ ...a, id: `A.${String(row)}`, example: { of: 'A', row } }));
    const judged = told([...rows, b], { 'A.1': satisfied, 'A.2': violated, B: broken });
    assert.equal(judged[2], 'B unverified depends-on');
  });

  it('stays what it is when its scene did not break', () => {
    assert.deepEqual(told(criteriaOf({ B: {} }), { A: violated, B: satisfied }), ['A violated', 'B satisfied']);
  });

  it('is never better than it was, and is blamed only for a step that the other, satisfied, takes', () => {
    const steps = [note, note.replace('/notes', '/other')];
    fc.assert(
      fc.property(
        fc.constantFrom(satisfied, violated, broken),
        fc.constantFrom(satisfied, violated, broken),
        fc.constantFrom(...steps),
        (first, second, step) => {
          const [, b = ''] = told(criteriaOf({ B: { step } }), { A: first, B: second });
          if (second !== broken) return b === `B ${second.judgement}`;
          if (b.startsWith('B violated')) return step === note && first === satisfied;
          return b.startsWith('B unverified');
        },
      ),
    );
  });
});
