import assert from 'node:assert/strict';
import type { Judgement } from '../../../../reports/index.ts';
import { decideVerdict, type CriterionJudgement, type VerdictInput } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';
import { AT, check, criterion, FAILED, PASSED, SATISFIED, UNKNOWN, UNVERIFIED, VIOLATED } from './judged.ts';

function input(more: Partial<VerdictInput> = {}): VerdictInput {
  return {
    integrity: [],
    checks: [check(PASSED)],
    criteria: [criterion(SATISFIED)],
    scope: { kind: 'whole' },
    allowPartial: false,
    ...more,
  };
}

function decide(more: Partial<VerdictInput> = {}): [string, number, ...string[]] {
  const { verdict, exitCode, reasons } = decideVerdict(input(more));
  return [verdict, exitCode, ...reasons.map(({ code }) => code)];
}

describe('the verdict', () => {
  it('is PASS when every required check and criterion is satisfied', () => {
    assert.deepEqual(decide(), ['PASS', 0, 'all-satisfied']);
    assert.deepEqual(decide({ checks: [] }), ['PASS', 0, 'all-satisfied']);
  });

  it('is FAIL for one violated criterion or one failed check', () => {
    assert.deepEqual(decide({ criteria: [criterion(SATISFIED), criterion(VIOLATED)] }), [
      'FAIL',
      1,
      'criterion-violated',
    ]);
    assert.deepEqual(decide({ checks: [check(FAILED)] }), ['FAIL', 1, 'check-failed']);
  });

  it('is BLOCKED for one criterion or check that is unverified or was not run', () => {
    for (const judgement of [UNVERIFIED, undefined]) {
      assert.deepEqual(decide({ criteria: [criterion(SATISFIED), criterion(judgement)] }), [
        'BLOCKED',
        3,
        'criterion-unverified',
      ]);
    }
    for (const judgement of [UNKNOWN, undefined]) {
      assert.deepEqual(decide({ checks: [check(judgement)] }), ['BLOCKED', 3, 'check-unverified']);
    }
  });

  it('is FAIL where both apply, and tells the checks before the criteria that build on them', () => {
    const criteria = [criterion(UNVERIFIED), criterion(VIOLATED), criterion(SATISFIED)];
    assert.deepEqual(decide({ checks: [check(UNKNOWN), check(FAILED)], criteria }), [
      'FAIL',
      1,
      'check-failed',
      'criterion-violated',
      'check-unverified',
      'criterion-unverified',
    ]);
  });

  it('is REVIEW_REQUIRED for any finding about integrity, whatever else is so', () => {
    const integrity = [{ code: 'contract-changed', message: 'the contract differs from its approval' }];
    assert.deepEqual(decide({ integrity }), ['REVIEW_REQUIRED', 4, 'contract-changed']);
    assert.deepEqual(decide({ integrity, criteria: [criterion(VIOLATED)] }).slice(0, 3), [
      'REVIEW_REQUIRED',
      4,
      'contract-changed',
    ]);
    assert.deepEqual(decide({ integrity, criteria: [] }).slice(0, 2), ['REVIEW_REQUIRED', 4]);
  });

  it('about nothing is BLOCKED, never 0', () => {
    assert.deepEqual(decide({ criteria: [] }), ['BLOCKED', 3, 'no-criteria']);
    assert.deepEqual(decide({ criteria: [], checks: [], allowPartial: true }), ['BLOCKED', 3, 'no-criteria']);
    const optional = criterion(SATISFIED, { required: false });
    assert.deepEqual(decide({ criteria: [optional] }), ['BLOCKED', 3, 'no-criteria']);
    const scope = { kind: 'partial', selection: ['typo'] } as const;
    const leftOut = criterion(undefined, { selected: false });
    assert.deepEqual(decide({ criteria: [leftOut], scope, allowPartial: true }), [
      'BLOCKED',
      3,
      'no-criteria',
      'selection',
    ]);
    assert.deepEqual(decide({ criteria: [], scope, allowPartial: true }), ['BLOCKED', 3, 'no-criteria', 'selection']);
  });

  it('is not decided by what is not required, which is told all the same', () => {
    const criteria = [
      criterion(SATISFIED),
      criterion(VIOLATED, { required: false }),
      criterion(UNVERIFIED, { required: false }),
    ];
    const checks = [check(FAILED, { required: false }), check(UNKNOWN, { required: false })];
    assert.deepEqual(decide({ criteria, checks }), [
      'PASS',
      0,
      'all-satisfied',
      'optional-check-failed',
      'optional-check-unverified',
      'optional-criterion-violated',
      'optional-criterion-unverified',
    ]);
  });

  it('takes nothing for satisfied that has no evidence or is of no known kind', () => {
    const hollow = { ...SATISFIED, evidence: [] } as unknown as CriterionJudgement;
    const odd = { judgement: 'splendid', evidence: EVIDENCE } as unknown as CriterionJudgement;
    for (const judgement of [hollow, odd]) assert.equal(decide({ criteria: [criterion(judgement)] })[0], 'BLOCKED');
    const hollowCheck = { kind: 'satisfied', evidence: [] } as unknown as Judgement;
    const oddCheck = { kind: 'splendid', evidence: EVIDENCE } as unknown as Judgement;
    for (const judgement of [hollowCheck, oddCheck]) assert.equal(decide({ checks: [check(judgement)] })[0], 'BLOCKED');
  });
});

describe('a partial scope', () => {
  const scope = { kind: 'partial', selection: ['favorites'] } as const;
  const leftOut = criterion(undefined, { contract: 'articles', selected: false });
  const criteria = [criterion(SATISFIED), leftOut];

  it('passes with 5, or with 0 where that is allowed, and says what was left out', () => {
    assert.deepEqual(decide({ scope, criteria }), ['PASS', 5, 'all-satisfied', 'selection']);
    assert.deepEqual(decide({ scope, criteria, allowPartial: true }), ['PASS', 0, 'all-satisfied', 'selection']);
    assert.deepEqual(decideVerdict(input({ scope, criteria })).scope, { ...scope, leftOut: 1 });
  });

  it('does not soften FAIL and BLOCKED', () => {
    for (const allowPartial of [true, false]) {
      assert.equal(decide({ scope, criteria: [criterion(VIOLATED), leftOut], allowPartial })[1], 1);
      assert.equal(decide({ scope, criteria: [criterion(UNVERIFIED), leftOut], allowPartial })[1], 3);
    }
  });

  it('that leaves nothing out is the whole', () => {
    const { exitCode, scope: told } = decideVerdict(input({ scope }));
    assert.deepEqual([exitCode, told], [0, { kind: 'whole', selection: [], leftOut: 0 }]);
  });

  it('counts what was left out, and does not call it satisfied', () => {
    assert.deepEqual(decideVerdict(input({ scope, criteria })).counts, {
      criteria: 2,
      satisfied: 1,
      violated: 0,
      unverified: 1,
      byCause: { 'not-run': 1 },
    });
  });

  it('fails for a violation that it was not asked about', () => {
    const found = criterion(VIOLATED, { contract: 'articles', selected: false });
    assert.equal(decide({ scope, criteria: [criterion(SATISFIED), found], allowPartial: true })[0], 'FAIL');
  });

  it('is not what a whole run can be made by leaving criteria unselected', () => {
    assert.equal(decide({ criteria, allowPartial: true })[0], 'BLOCKED');
  });
});

describe('a reason', () => {
  it('says what, why and where', () => {
    const { reasons } = decideVerdict(
      input({ criteria: [criterion(VIOLATED), criterion(UNVERIFIED, { id: 'AC-02' })] }),
    );
    assert.deepEqual(reasons, [
      {
        code: 'criterion-violated',
        message: 'favorites AC-01 “Kept” is violated: the heart is off',
        contract: 'favorites',
        criterion: 'AC-01',
        at: { ...AT, line: 44 },
      },
      {
        code: 'criterion-unverified',
        message: 'favorites AC-02 “Kept” could not be verified: the browser died',
        cause: 'environment',
        contract: 'favorites',
        criterion: 'AC-02',
        at: AT,
      },
    ]);
  });

  it('names the layer that failed', () => {
    const { reasons } = decideVerdict(input({ checks: [check(FAILED, { layer: 'build', name: 'app', at: AT })] }));
    assert.deepEqual(reasons[0], {
      code: 'check-failed',
      message: 'build “app” failed: 2 errors',
      check: 'app',
      at: AT,
    });
  });
});
