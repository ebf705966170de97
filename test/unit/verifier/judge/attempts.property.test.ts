import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judgeAfter, judgeAttempts, type CriterionJudgement } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';

const at = { file: 'a.contract.yaml', line: 3, column: 5 };
const satisfied: CriterionJudgement = { judgement: 'satisfied', reached: 'persisted', evidence: EVIDENCE };
const judgement: fc.Arbitrary<CriterionJudgement> = fc.oneof(
  fc.constant(satisfied),
  fc.constantFrom('lost', 'twice').map((why): CriterionJudgement => ({ judgement: 'violated', why, at })),
  fc
    .constantFrom('environment', 'precondition', 'not-run', 'time')
    .map((cause): CriterionJudgement => ({ judgement: 'unverified', cause, why: 'unknown' })),
  fc.constant<CriterionJudgement>({
    judgement: 'unverified',
    cause: 'precondition',
    why: 'given failed',
    brokenAt: at,
  }),
);

describe('several attempts at one criterion', () => {
  it('are violated if one is, else unverified if one is, satisfied only if all are', () => {
    fc.assert(
      fc.property(fc.array(judgement, { maxLength: 6 }), (attempts) => {
        const kinds = attempts.map((one) => one.judgement);
        const result = judgeAttempts(attempts).judgement.judgement;
        if (kinds.includes('violated')) assert.equal(result, 'violated');
        else if (kinds.length === 0 || kinds.includes('unverified')) assert.equal(result, 'unverified');
        else assert.equal(result, 'satisfied');
      }),
    );
  });

  it('are worth the same in whatever order they came', () => {
    const shuffled = fc
      .array(judgement, { minLength: 1, maxLength: 6 })
      .chain((attempts) =>
        fc.tuple(fc.constant(attempts), fc.shuffledSubarray(attempts, { minLength: attempts.length })),
      );
    fc.assert(
      fc.property(shuffled, ([attempts, others]) => {
        assert.equal(judgeAttempts(attempts).judgement.judgement, judgeAttempts(others).judgement.judgement);
      }),
    );
  });

  it('point at the attempt that decides', () => {
    fc.assert(
      fc.property(fc.array(judgement, { minLength: 1, maxLength: 6 }), (attempts) => {
        const { judgement: result, deciding } = judgeAttempts(attempts);
        assert.equal(attempts[deciding]?.judgement, result.judgement);
      }),
    );
  });

  it('that disagree say so', () => {
    const { judgement: result } = judgeAttempts([satisfied, { judgement: 'violated', why: 'two rows', at }, satisfied]);
    assert.equal(
      result.judgement === 'violated' && result.why,
      'attempt 2 of 3: two rows; 1 of 3 were violated: unstable',
    );
  });
});

describe('a criterion that builds on another', () => {
  it('never becomes better, and stays as it is unless its scene broke', () => {
    fc.assert(
      fc.property(judgement, judgement, (own, other) => {
        const result = judgeAfter(own, { id: 'AC-01', judgement: other });
        if (own.judgement !== 'unverified' || own.brokenAt === undefined) assert.equal(result, own);
        else assert.notEqual(result.judgement, 'satisfied');
      }),
    );
  });

  it('depends on it while that is not satisfied, and is violated when it is', () => {
    const broken: CriterionJudgement = {
      judgement: 'unverified',
      cause: 'precondition',
      why: 'given failed',
      brokenAt: at,
    };
    const with_ = (other: CriterionJudgement): CriterionJudgement =>
      judgeAfter(broken, { id: 'AC-01', judgement: other });
    assert.equal(with_(satisfied).judgement, 'violated');
    const dependent = with_({ judgement: 'violated', why: 'lost', at });
    assert.equal(dependent.judgement === 'unverified' && dependent.cause, 'depends-on');
  });
});
