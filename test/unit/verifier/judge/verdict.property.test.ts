import assert from 'node:assert/strict';
import fc from 'fast-check';
import { decideVerdict, type JudgedCriterion, type VerdictInput } from '../../../../verifier/judge/index.ts';
import { check, criterion, FAILED, PASSED, SATISFIED, UNKNOWN, UNVERIFIED, VIOLATED } from './judged.ts';

describe('any run', () => {
  const RANKS = { PASS: 0, BLOCKED: 1, FAIL: 2, REVIEW_REQUIRED: 3 };
  const anyCriterion = fc
    .tuple(
      fc.constantFrom(SATISFIED, SATISFIED, SATISFIED, VIOLATED, UNVERIFIED, undefined),
      fc.record({
        required: fc.boolean(),
        selected: fc.boolean(),
        id: fc.constantFrom('AC-01', 'AC-02', 'AC-03'),
      }),
    )
    .map(([judgement, more]) => criterion(judgement, more));
  const anyCheck = fc
    .tuple(fc.constantFrom(PASSED, PASSED, PASSED, FAILED, UNKNOWN, undefined), fc.boolean())
    .map(([judgement, required]) => check(judgement, { required }));
  const anyInput: fc.Arbitrary<VerdictInput> = fc.record({
    integrity: fc.oneof(
      { weight: 4, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.constant([{ code: 'x', message: 'y' }]) },
    ),
    checks: fc.array(anyCheck, { maxLength: 3 }),
    criteria: fc.array(anyCriterion, { maxLength: 4 }),
    scope: fc.constantFrom<VerdictInput['scope']>({ kind: 'whole' }, { kind: 'partial', selection: ['a'] }),
    allowPartial: fc.boolean(),
  });
  const RUNS = { numRuns: 3_000 };

  it('passes only with complete and satisfied evidence', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const { verdict, scope } = decideVerdict(any);
        if (verdict !== 'PASS') return;
        const required = any.criteria.filter((one) => one.required && (scope.kind === 'whole' || one.selected));
        assert.ok(required.length > 0);
        assert.ok(required.every(({ judgement }) => judgement?.judgement === 'satisfied'));
        assert.ok(any.checks.every((one) => !one.required || one.judgement?.kind === 'satisfied'));
        assert.equal(any.integrity.length, 0);
      }),
      RUNS,
    );
  });

  it('has the exit code of its verdict, and 0 only for a PASS that is whole or allowed', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const { verdict, exitCode, scope } = decideVerdict(any);
        const expected = {
          PASS: scope.kind === 'whole' || any.allowPartial ? 0 : 5,
          FAIL: 1,
          BLOCKED: 3,
          REVIEW_REQUIRED: 4,
        };
        assert.equal(exitCode, expected[verdict]);
      }),
      RUNS,
    );
  });

  it('is never better for one more violation, one more failed check, or a judgement lost', () => {
    const rank = (any: VerdictInput): number => RANKS[decideVerdict(any).verdict];
    fc.assert(
      fc.property(anyInput, fc.boolean(), fc.nat(), (any, required, at) => {
        const violation = criterion(VIOLATED, { id: 'AC-99', selected: true, required });
        const moreViolations = {
          ...any,
          criteria: any.criteria.toSpliced(at % (any.criteria.length + 1), 0, violation),
        };
        // Where there was no required criterion at all, one that is violated makes BLOCKED into FAIL.
        assert.ok(rank(moreViolations) >= rank(any));
        assert.ok(!required || rank(moreViolations) >= RANKS.FAIL);
        const moreFailures = { ...any, checks: [...any.checks, check(FAILED, { required })] };
        assert.ok(rank(moreFailures) >= rank(any));
        const dropIndex = at % Math.max(any.criteria.length, 1);
        const lost = any.criteria.map((one, index) => (index === dropIndex ? withoutJudgement(one) : one));
        const isPass = decideVerdict({ ...any, criteria: lost }).verdict === 'PASS';
        const dropped = any.criteria[dropIndex];
        const matters = dropped?.required === true && (dropped.selected || any.scope.kind === 'whole');
        assert.ok(!(matters && isPass));
      }),
      RUNS,
    );
  });

  it('has the same verdict and counts in whatever order checks and criteria come', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const turned = { ...any, checks: any.checks.toReversed(), criteria: any.criteria.toReversed() };
        const [a, b] = [decideVerdict(any), decideVerdict(turned)];
        assert.deepEqual([a.verdict, a.exitCode, a.counts, a.scope], [b.verdict, b.exitCode, b.counts, b.scope]);
        assert.deepEqual(codes(a.reasons), codes(b.reasons));
      }),
      RUNS,
    );
  });

  it('counts every criterion that the contracts have, once', () => {
    fc.assert(
      fc.property(anyInput, (any) => {
        const { criteria, satisfied, violated, unverified, byCause } = decideVerdict(any).counts;
        assert.equal(criteria, any.criteria.length);
        assert.equal(satisfied + violated + unverified, criteria);
        assert.equal(
          Object.values(byCause).reduce((sum, count) => sum + count, 0),
          unverified,
        );
        assert.equal(violated, any.criteria.filter(({ judgement }) => judgement === VIOLATED).length);
      }),
      RUNS,
    );
  });
});

function codes(reasons: readonly { readonly code: string }[]): string[] {
  return reasons.map(({ code }) => code).sort();
}

function withoutJudgement(one: JudgedCriterion): JudgedCriterion {
  return criterion(undefined, { required: one.required, selected: one.selected, id: one.id });
}
