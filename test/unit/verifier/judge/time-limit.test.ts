import assert from 'node:assert/strict';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import { holds, judgeStep, JudgeError, mismatches } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';

const backtracking: Matcher<Value> = { is: 'matches', pattern: '^(a+)+$' };
const text = `${'a'.repeat(60)}!`;

describe('a pattern that backtracks without an end', () => {
  it('is given up, and what it was to judge is unverified, wherever it stands', () => {
    const inSchema: Matcher<Value> = { is: 'schema', schema: { type: 'string', pattern: '^(a+)+$' } };
    for (const inner of [backtracking, inSchema]) {
      const expectation: Matcher<Value> = {
        is: 'object',
        exactly: false,
        entries: { a: { is: 'not', matcher: inner } },
      };
      const observation = { kind: 'observed' as const, value: { a: text }, evidence: EVIDENCE };
      const judgement = judgeStep({ probe: { verb: 'api.request' }, expectation }, observation);
      assert.equal(judgement.kind, 'unverified');
      assert.match(JSON.stringify(judgement), /tried for 2 s without an end/u);
    }
  });

  it('throws from a bare question, and leaves the next one as it is', () => {
    assert.throws(() => holds(backtracking, text), JudgeError);
    assert.equal(holds(backtracking, 'aaa'), true);
    assert.equal(mismatches(backtracking, 'b').length, 1);
  });
});
