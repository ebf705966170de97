import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import type { EvidenceRef, NonEmpty } from '../../../../reports/index.ts';

export const EVIDENCE: NonEmpty<EvidenceRef> = [
  {
    kind: 'observation',
    title: 'seen',
    path: 'evidence/0',
    sha256: '0'.repeat(64),
    bytes: 1,
    mediaType: 'application/json',
  },
];

export function equal(value: Value): Matcher<Value> {
  return { is: 'equal', value };
}

/** Few values, so that equal ones meet often; among them all that are easily taken for each other. */
const scalar: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, true, false, 0, 1, 2, -1, 0.5, '', '0', '1', 'null', 'true', 'a', 'ab', '🎈', 'NaN'),
  fc.constantFrom<Value>(9007199254740992, 9007199254740993n, '9007199254740993', 10n ** 30n),
  fc.constantFrom<Value>(new LosslessNumber('0.1000000000000000055'), new LosslessNumber('1e2000'), 0.1),
);

export const key = fc.constantFrom('a', 'b', 'a/b', '~', '', '0', 'constructor', '__proto__', 'length');

function record<T>(value: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc.array(fc.tuple(key, value), { maxLength: 3 }).map((entries) => Object.fromEntries(entries));
}

export const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'value' },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    record(tie('value')),
  ),
})).value;

const schema: fc.Arbitrary<Value> = fc.constantFrom<Value>(
  true,
  false,
  {},
  { type: 'string', minLength: 1 },
  { type: ['integer', 'null'] },
  { type: 'array', items: { type: 'number' } },
  { type: 'object', required: ['a'] },
);

/** Every kind of matcher, three levels deep. */
export const matcher: fc.Arbitrary<Matcher<Value>> = fc.letrec<{ matcher: Matcher<Value> }>((tie) => {
  const inner = tie('matcher');
  const list = fc.array(inner, { maxLength: 3 });
  return {
    matcher: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'matcher' },
      value.map(equal),
      fc.constantFrom<Matcher<Value>>({ is: 'absent' }, { is: 'anything' }),
      fc.constantFrom<Matcher<Value>>({ is: 'matches', pattern: '^a' }, { is: 'matches', pattern: '1' }),
      fc
        .constantFrom('null', 'boolean', 'number', 'integer', 'string', 'array', 'object')
        .map((type): Matcher<Value> => ({ is: 'type', type })),
      fc.tuple(fc.constantFrom('gte', 'lte'), scalar).map(([is, bound]): Matcher<Value> => ({ is, bound })),
      schema.map((one): Matcher<Value> => ({ is: 'schema', schema: one })),
      fc
        .tuple(record(inner), fc.boolean())
        .map(([entries, exactly]): Matcher<Value> => ({ is: 'object', entries, exactly })),
      fc.uniqueArray(key, { minLength: 2, maxLength: 3 }).map((names): Matcher<Value> => ({ is: 'agreeing', names })),
      list.map((items): Matcher<Value> => ({ is: 'array', items })),
      list.map((items): Matcher<Value> => ({ is: 'unordered', items })),
      list.map((items): Matcher<Value> => ({ is: 'contains', items })),
      inner.map((item): Matcher<Value> => ({ is: 'each', item })),
      list.map((options): Matcher<Value> => ({ is: 'oneOf', options })),
      list.map((matchers): Matcher<Value> => ({ is: 'all', matchers })),
      inner.map((one): Matcher<Value> => ({ is: 'not', matcher: one })),
      inner.map((length): Matcher<Value> => ({ is: 'length', length })),
    ),
  };
}).matcher;

/** A matcher that holds of the value, made from it, with lists in any order and parts left out where that is allowed. */
export function holdingOf(actual: Value): fc.Arbitrary<Matcher<Value>> {
  if (Array.isArray(actual)) {
    const list = actual as readonly Value[];
    return fc
      .shuffledSubarray([...list], { minLength: list.length })
      .chain((shuffled) =>
        fc
          .tuple(...shuffled.map(holdingOf))
          .chain((items) =>
            fc.constantFrom<Matcher<Value>>(
              { is: 'unordered', items },
              { is: 'contains', items: items.slice(1) },
              equal(list),
            ),
          ),
      );
  }
  if (typeof actual !== 'object' || actual === null || actual instanceof LosslessNumber) {
    return fc.constantFrom<Matcher<Value>>(
      equal(actual),
      { is: 'anything' },
      { is: 'oneOf', options: [equal('never'), equal(actual)] },
      { is: 'all', matchers: [equal(actual), { is: 'not', matcher: equal('never') }] },
    );
  }
  const entries = Object.entries(actual);
  return fc.tuple(fc.boolean(), fc.tuple(...entries.map(([, one]) => holdingOf(one)))).map(([exactly, matchers]) => {
    const all = entries.map(([name], index) => [name, matchers[index] ?? { is: 'absent' }] as const);
    return { is: 'object', entries: Object.fromEntries(exactly ? all : all.slice(1)), exactly };
  });
}
