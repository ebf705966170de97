import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareNumbers, numberFromText, type Value } from '../../../../contracts/language/index.ts';
import { toPlain } from '../../../../verifier/judge/doubles.ts';
import { JudgeError, mismatches } from '../../../../verifier/judge/index.ts';
import { value } from './arbitraries.ts';

function told(schema: Value, actual: Value): string[] {
  return mismatches({ is: 'schema', schema }, actual, '/json').map(({ path, message }) => `${path}: ${message}`);
}

const HUGE = 9007199254740993n;

describe('a JSON Schema', () => {
  it('tells every violation at its place', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer' }, tags: { type: 'array', items: { enum: ['a', 'b'] } } },
      required: ['title'],
      additionalProperties: false,
    };
    assert.deepEqual(told(schema, { id: 'x', tags: ['a', 'c'], more: 1 }).sort(), [
      '/json/id: the schema says it must be integer, found "x"',
      '/json/tags/1: the schema says it must be equal to one of the allowed values (["a","b"]), found "c"',
      '/json: the schema says it must NOT have additional properties ("more"), found {"id": "x", "tags": ["a", "c"], "more": 1}',
      `/json: the schema says it must have required property 'title', found {"id": "x", "tags": ["a", "c"], "more": 1}`,
    ]);
  });

  it('checks formats, by the draft of 2020-12', () => {
    assert.equal(told({ format: 'email' }, 'nobody').length, 1);
    assert.deepEqual(told({ type: 'string', format: 'date-time' }, '2024-02-29T12:00:00Z'), []);
    assert.equal(told({ prefixItems: [{ type: 'string' }] }, [1]).length, 1);
  });

  it('that is misspelt judges nothing, rather than let everything through', () => {
    for (const schema of [
      { typ: 'string' },
      { type: 'strin' },
      { type: 'string', format: 'e-mail' },
      { minimum: '3' },
      { pattern: '(' },
      { $ref: 'https://elsewhere.example/schema.json' },
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      'string',
      null,
      [],
    ] as Value[]) {
      assert.throws(() => told(schema, 'x'), JudgeError, JSON.stringify(schema));
    }
  });

  it('of the same $id as another is its own', () => {
    const schema = (type: string): Value => ({ $id: 'https://assay.example/one', type });
    assert.deepEqual(told(schema('string'), 'x'), []);
    assert.deepEqual(told(schema('number'), 1), []);
    assert.equal(told(schema('number'), 'x').length, 1);
  });

  it('does not find what an object merely inherits', () => {
    assert.equal(told({ required: ['toString'] }, {}).length, 1);
  });

  it('knows integers that no double holds', () => {
    assert.deepEqual(told({ type: 'integer', minimum: 0 }, HUGE), []);
    assert.deepEqual(told({ properties: { id: { type: 'integer' } } }, { id: 2n ** 64n + 1n }), []);
    assert.equal(told({ type: 'string' }, HUGE).length, 1);
    assert.equal(told({ type: 'integer' }, numberFromText('0.10000000000000000001')).length, 1);
  });

  it('gives no answer where it depends on digits that a double does not hold', () => {
    for (const schema of [
      { maximum: 9007199254740992 },
      { const: 9007199254740992 },
      { enum: [9007199254740994] },
      { multipleOf: 2 },
      { maximum: HUGE },
    ] as Value[]) {
      assert.throws(() => told(schema, HUGE), JudgeError, String(Object.keys(schema as object)));
    }
    assert.throws(() => told({ maximum: 9223372036854775807n }, 1), JudgeError);
  });
});

describe('numbers for a library that knows doubles only', () => {
  const awkward = fc
    .tuple(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), fc.integer({ min: -40, max: 10 }))
    .map(([digits, exponent]) => numberFromText(`${digits.toString()}e${String(exponent)}`));

  it('are the nearest below and above, and equal only when nothing is lost', () => {
    fc.assert(
      fc.property(awkward, (number) => {
        const [low, high] = [toPlain(number, 'down'), toPlain(number, 'up')];
        const [below, above] = [low.plain as number, high.plain as number];
        assert.equal(low.exact, typeof number === 'number');
        assert.ok(compareNumbers(below, number) <= 0 && compareNumbers(above, number) >= 0);
        assert.equal(below === above, low.exact);
        // No double lies between them.
        const middle = below + (above - below) / 2;
        assert.ok(middle === below || middle === above);
      }),
      { numRuns: 2_000 },
    );
  });

  it('leave everything else as it is', () => {
    fc.assert(
      fc.property(value, (one) => {
        const { plain, exact } = toPlain(one, 'up');
        if (exact) assert.deepEqual(plain, one);
      }),
    );
  });
});
