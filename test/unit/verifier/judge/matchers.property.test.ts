import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import { holds, mismatches } from '../../../../verifier/judge/index.ts';
import { equal, holdingOf, matcher, value } from './arbitraries.ts';
import { meaning } from './oracle.ts';

const maybe = fc.option(value, { nil: undefined, freq: 8 });
const RUNS = { numRuns: 2_000 };

describe('every matcher', () => {
  it('means what the plain second definition says, of anything and of nothing', () => {
    fc.assert(
      fc.property(matcher, maybe, (one, actual) => {
        const expected = meaning(one, actual);
        if (expected !== undefined) assert.equal(mismatches(one, actual).length === 0, expected);
      }),
      { numRuns: 10_000 },
    );
  });

  it('that is made from a value holds of that value', () => {
    const pair = value.chain((actual) => fc.tuple(fc.constant(actual), holdingOf(actual)));
    fc.assert(
      fc.property(pair, ([actual, one]) => {
        assert.deepEqual(mismatches(one, actual), []);
      }),
      RUNS,
    );
  });

  it('gives the same answer when asked quickly and when asked for all mismatches', () => {
    fc.assert(
      fc.property(matcher, maybe, (one, actual) => {
        assert.equal(holds(one, actual), mismatches(one, actual).length === 0);
      }),
      RUNS,
    );
  });

  it('has something to say, and a pointer below the given one, for each mismatch', () => {
    fc.assert(
      fc.property(matcher, maybe, (one, actual) => {
        for (const found of mismatches(one, actual, '/here')) {
          assert.ok(found.message.length > 0);
          assert.match(found.path, /^\/here(\/([^~/]|~[01])*)*$/u);
        }
      }),
      RUNS,
    );
  });

  it('leaves the value and itself as they were', () => {
    fc.assert(
      fc.property(matcher, value, (one, actual) => {
        const before = [structuredClone(one), structuredClone(actual)];
        mismatches(one, actual);
        assert.deepEqual([structuredClone(one), structuredClone(actual)], before);
      }),
    );
  });
});

describe('the algebra of matchers', () => {
  const negate = (inner: Matcher<Value>): Matcher<Value> => ({ is: 'not', matcher: inner });

  it('not is the opposite for what is there, and not not is the thing itself', () => {
    fc.assert(
      fc.property(matcher, value, (one, actual) => {
        assert.equal(holds(negate(one), actual), !holds(one, actual));
        assert.equal(holds(negate(negate(one)), actual), holds(one, actual));
      }),
      RUNS,
    );
  });

  it('oneOf is “some” and all is “every”, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(matcher, { minLength: 1, maxLength: 4 }), maybe, (list, actual) => {
        const reversed = list.toReversed();
        assert.equal(
          holds({ is: 'oneOf', options: reversed }, actual),
          list.some((one) => holds(one, actual)),
        );
        assert.equal(
          holds({ is: 'all', matchers: reversed }, actual),
          list.every((one) => holds(one, actual)),
        );
      }),
      RUNS,
    );
  });

  it('all tells the mismatches of every part', () => {
    fc.assert(
      fc.property(fc.array(matcher, { minLength: 1, maxLength: 4 }), value, (matchers, actual) => {
        const each = matchers.flatMap((one) => mismatches(one, actual));
        assert.deepEqual(mismatches({ is: 'all', matchers }, actual), each);
      }),
      RUNS,
    );
  });

  it('equal is reflexive and symmetric', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        assert.ok(holds(equal(a), structuredCloneOfValue(a)));
        assert.equal(holds(equal(a), b), holds(equal(b), a));
      }),
      RUNS,
    );
  });

  it('exactly is a subset match, and more', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'c'), matcher), value, (entries, actual) => {
        const exactly = holds({ is: 'object', entries, exactly: true }, actual);
        const subset = holds({ is: 'object', entries, exactly: false }, actual);
        assert.ok(!exactly || subset);
      }),
      RUNS,
    );
  });

  it('unordered and contains do not care for order, on either side', () => {
    const lists = fc.tuple(fc.array(matcher, { maxLength: 4 }), fc.array(value, { maxLength: 4 }));
    const shuffled = lists.chain(([items, elements]) =>
      fc.record({
        items: fc.constant(items),
        elements: fc.constant(elements),
        otherItems: fc.shuffledSubarray(items, { minLength: items.length }),
        otherElements: fc.shuffledSubarray(elements, { minLength: elements.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, fc.constantFrom('unordered', 'contains'), ({ items, elements, ...other }, is) => {
        assert.equal(holds({ is, items: other.otherItems }, other.otherElements), holds({ is, items }, elements));
      }),
      RUNS,
    );
  });

  it('a longer list still contains what a part of it contained', () => {
    fc.assert(
      fc.property(fc.array(matcher, { maxLength: 3 }), fc.array(value), fc.array(value), (items, part, more) => {
        if (holds({ is: 'contains', items }, part)) assert.ok(holds({ is: 'contains', items }, [...more, ...part]));
      }),
      RUNS,
    );
  });

  it('nothing holds of what is not there, unless it speaks of absence', () => {
    const present = matcher.filter((one) => !JSON.stringify(one, noBigint).includes('"absent"'));
    fc.assert(
      fc.property(present, (one) => {
        assert.equal(holds(one, undefined), false);
      }),
      RUNS,
    );
  });
});

function noBigint(_: string, one: unknown): unknown {
  return typeof one === 'bigint' ? 0 : one;
}

/** A deep copy that keeps numbers of the third kind as they are. */
function structuredCloneOfValue(one: Value): Value {
  if (Array.isArray(one)) return (one as readonly Value[]).map(structuredCloneOfValue);
  if (typeof one !== 'object' || one === null || Object.getPrototypeOf(one) !== Object.prototype) return one;
  return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, structuredCloneOfValue(inner as Value)]));
}
