import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assign } from '../../../../verifier/judge/matching.ts';

/** The largest number of pairs, by trying everything. */
function most(partners: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set()): number {
  const [first, ...others] = partners;
  if (first === undefined) return 0;
  const without = most(others, taken);
  const withOne = first.filter((p) => !taken.has(p)).map((p) => 1 + most(others, new Set([...taken, p])));
  return Math.max(without, ...withOne);
}

const graph = fc.array(fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 4 }), { maxLength: 6 });

describe('an assignment', () => {
  it('pairs as many as can be paired', () => {
    fc.assert(
      fc.property(graph, (partners) => {
        const pairs = assign(partners.length, (i) => partners[i] ?? []).filter((p) => p !== undefined);
        assert.equal(pairs.length, most(partners));
      }),
      { numRuns: 3_000 },
    );
  });

  it('gives each item a partner that it may have, and no partner twice', () => {
    fc.assert(
      fc.property(graph, (partners) => {
        const partnerOf = assign(partners.length, (i) => partners[i] ?? []);
        const pairs = partnerOf.filter((p) => p !== undefined);
        assert.equal(new Set(pairs).size, pairs.length);
        for (const [item, partner] of partnerOf.entries()) {
          assert.ok(partner === undefined || (partners[item] ?? []).includes(partner));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('moves a long chain of earlier choices without running out of stack', () => {
    const count = 3_000;
    const partnerOf = assign(count, (i) => (i === count - 1 ? [0] : [i, i + 1]));
    assert.deepEqual(partnerOf, [...Array.from({ length: count - 1 }, (_, i) => i + 1), 0]);
  });
});
