import assert from 'node:assert/strict';
import type { CriterionJudgement } from '../../../../verifier/judge/index.ts';
import { judgeDependents, type CriterionOutcome } from '../../../../verifier/run/index.ts';
import type { StepReport } from '../../../../reports/index.ts';
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

function outcome(
  id: string,
  judgement: CriterionJudgement,
  kin: Partial<CriterionOutcome['report']> = {},
): CriterionOutcome {
  const cause = judgement.judgement === 'unverified' ? { cause: judgement.cause } : {};
  const report = {
    id,
    title: id,
    claim: 'persisted',
    required: true,
    position: at,
    judgement: judgement.judgement,
    ...cause,
    steps: [],
    evidence: [],
    values: {},
    durationMs: 1,
    ...kin,
  } as const;
  return { judgement, report };
}

function told(outcomes: readonly CriterionOutcome[]): readonly string[] {
  return judgeDependents(outcomes).map(({ report }) =>
    [report.id, report.judgement, report.cause ?? ''].join(' ').trim(),
  );
}

describe('a criterion whose scene repeats another', () => {
  it('depends on it when that is violated, wherever it stands', () => {
    assert.deepEqual(told([outcome('B', broken, { after: 'A' }), outcome('A', violated)]), [
      'B unverified depends-on',
      'A violated',
    ]);
  });

  it('is violated when that is satisfied', () => {
    assert.deepEqual(told([outcome('A', satisfied), outcome('B', broken, { after: 'A' })]), [
      'A satisfied',
      'B violated',
    ]);
  });

  it('stays unverified when it broke at a step that the other does not take', () => {
    const step = (words: string, judgement: StepReport['judgement'], line = 1): StepReport => ({
      id: 'given.1',
      section: 'given',
      words,
      verb: 'api.request',
      origin: { written: { ...at, line }, via: [] },
      stated: true,
      judgement,
      durationMs: 1,
      looks: [],
    });
    const failed: StepReport['judgement'] = { kind: 'unverified', cause: 'precondition', why: 'no', evidence: [] };
    const done: StepReport['judgement'] = { kind: 'satisfied', evidence: [evidence] };
    const of = (words: string, line: number): string | undefined =>
      told([
        outcome('A', satisfied, { steps: [step('a note is sent', done)] }),
        outcome('B', broken, { after: 'A', steps: [step(words, failed, line)] }),
      ])[1];
    assert.equal(of('a note is sent', 9), 'B violated');
    assert.equal(of('another note is sent by the same named step', 1), 'B violated');
    assert.equal(of('something else', 9), 'B unverified precondition');
  });

  it('passes on what it depends on', () => {
    assert.deepEqual(
      told([outcome('C', broken, { after: 'B' }), outcome('B', broken, { after: 'A' }), outcome('A', violated)]),
      ['C unverified depends-on', 'B unverified depends-on', 'A violated'],
    );
  });

  it('depends on the worst of its rows where that has examples', () => {
    const rows = [
      outcome('A.1', satisfied, { example: { of: 'A', row: 1 } }),
      outcome('A.2', violated, { example: { of: 'A', row: 2 } }),
    ];
    assert.equal(told([outcome('B', broken, { after: 'A' }), ...rows])[0], 'B unverified depends-on');
  });

  it('stays what it is when its scene did not break', () => {
    assert.deepEqual(told([outcome('A', violated), outcome('B', satisfied, { after: 'A' })]), [
      'A violated',
      'B satisfied',
    ]);
  });
});
