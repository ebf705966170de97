import assert from 'node:assert/strict';
import { LosslessNumber } from 'lossless-json';
import { numberFromText, parseJson, type Matcher, type Value } from '../../../../contracts/language/index.ts';
import { JudgeError, mismatches } from '../../../../verifier/judge/index.ts';
import { equal } from './arbitraries.ts';

function objectOf(entries: Readonly<Record<string, Matcher<Value>>>, exactly = false): Matcher<Value> {
  return { is: 'object', entries, exactly };
}

function told(matcher: Matcher<Value>, actual: Value | undefined): string[] {
  return mismatches(matcher, actual).map(({ path, message }) => `${path}: ${message}`);
}

describe('equality', () => {
  it('never converts: what prints alike is not equal', () => {
    const lookalikes: Value[] = [1, '1', true, 'true', null, 'null', '', 0, false, [], {}, [1], ['1']];
    for (const a of lookalikes) {
      for (const b of lookalikes) assert.equal(mismatches(equal(a), b).length === 0, a === b, JSON.stringify([a, b]));
    }
  });

  it('compares every digit of a number, in whatever form it comes', () => {
    assert.equal(mismatches(equal(9007199254740993n), 9007199254740992).length, 1);
    assert.deepEqual(mismatches(equal(5), 5n), []);
    assert.deepEqual(mismatches(equal(1.5), new LosslessNumber('1.50')), []);
    assert.equal(mismatches(equal(0.1), new LosslessNumber('0.10000000000000000001')).length, 1);
  });

  it('takes 1e400 from a body for what it is, and not for infinity', () => {
    const parsed = parseJson('[1e400, 1e401]');
    assert.ok(parsed.ok);
    assert.deepEqual(
      mismatches(
        { is: 'array', items: [equal(numberFromText('1e400')), equal(numberFromText('1e401'))] },
        parsed.value,
      ),
      [],
    );
    assert.equal(mismatches(equal(parsed.value), [numberFromText('1e401'), numberFromText('1e400')]).length, 2);
  });

  it('keeps both values as they were, so that no digit is lost in the report', () => {
    const actual = new LosslessNumber('0.30000000000000000001');
    assert.deepEqual(mismatches(objectOf({ n: equal(9007199254740993n) }), { n: actual }), [
      {
        path: '/n',
        message: 'expected 9007199254740993, found 0.30000000000000000001',
        expected: 9007199254740993n,
        actual,
      },
    ]);
  });

  it('of a whole structure tells each place that differs, and what is too much', () => {
    const expected = { a: [1, { b: 2 }], c: 'x' };
    assert.deepEqual(told(equal(expected), { a: [1, { b: 3, d: 4 }], c: 'y' }), [
      '/a/1/b: expected 2, found 3',
      '/a/1/d: nothing else was expected, found 4',
      '/c: expected "x", found "y"',
    ]);
  });
});

describe('objects', () => {
  it('tell every entry that differs, not only the first', () => {
    const matcher = objectOf({ status: equal(201), json: objectOf({ slug: equal('a'), tags: { is: 'absent' } }) });
    assert.deepEqual(told(matcher, { status: 500, json: { slug: 1, tags: null }, more: true }), [
      '/status: expected 201, found 500',
      '/json/slug: expected "a", found 1 (number)',
      '/json/tags: expected absent, found null',
    ]);
  });

  it('point at keys by JSON Pointer', () => {
    assert.deepEqual(told(objectOf({ 'a/b': objectOf({ '~': equal(1) }) }), { 'a/b': { '~': 2 } }), [
      '/a~1b/~0: expected 1, found 2',
    ]);
  });

  it('do not find what an object merely inherits', () => {
    const anything: Matcher<Value> = { is: 'anything' };
    const absent: Matcher<Value> = { is: 'absent' };
    assert.equal(mismatches(objectOf(Object.fromEntries([['constructor', anything]])), {}).length, 1);
    assert.deepEqual(mismatches(objectOf(Object.fromEntries([['toString', absent]]), true), {}), []);
  });

  it('are neither lists nor numbers that are kept as text nor null', () => {
    for (const actual of [[], null, new LosslessNumber('1e2000'), 'x']) {
      assert.equal(mismatches(objectOf({}), actual).length, 1);
    }
  });

  it('with a missing entry say what should be there', () => {
    assert.deepEqual(mismatches(objectOf({ slug: equal('a') }), {}), [
      { path: '/slug', message: 'nothing is there; expected "a"', expected: 'a' },
    ]);
  });
});

describe('lists', () => {
  it('of another length are compared as far as they go', () => {
    assert.deepEqual(told({ is: 'array', items: [equal(1), equal(2)] }, [3, 2, 1]), [
      ': expected 2 elements, found 3: [3, 2, 1]',
      '/0: expected 1, found 3',
    ]);
    assert.deepEqual(told({ is: 'array', items: [equal(1), equal(2)] }, [1]), [': expected 2 elements, found 1: [1]']);
  });

  it('in any order are matched as a whole: no early choice spoils a later one', () => {
    const either: Matcher<Value> = { is: 'oneOf', options: [equal(1), equal(2)] };
    const any: Matcher<Value> = { is: 'gte', bound: 1 };
    assert.deepEqual(mismatches({ is: 'unordered', items: [any, either, { is: 'lte', bound: 1 }] }, [1, 2, 3]), []);
    assert.deepEqual(mismatches({ is: 'contains', items: [any, either, equal(1)] }, [1, 2, 3]), []);
  });

  it('in any order do not take for equal what prints alike', () => {
    for (const [item, element] of [
      ['1', 1],
      [1, '1'],
      ['null', null],
      [true, 'true'],
      [9007199254740993n, 9007199254740992],
    ] as const) {
      assert.equal(mismatches({ is: 'unordered', items: [equal(item)] }, [element]).length, 1);
      assert.equal(mismatches({ is: 'contains', items: [equal(item)] }, [element]).length, 1);
    }
  });

  it('contain each item with an element of its own', () => {
    assert.deepEqual(told({ is: 'contains', items: [equal(1), equal(1)] }, [1, 2]), [': 1 is not in [1, 2]']);
    assert.deepEqual(told({ is: 'unordered', items: [equal(1), equal(1)] }, [1, 2]), ['/1: expected 1, found 2']);
  });

  it('in any order tell what is missing and what fits nothing', () => {
    const items = [{ a: 1 }, { a: 2 }].map(({ a }) => objectOf({ a: equal(a) }));
    assert.deepEqual(told({ is: 'unordered', items }, [{ a: 3 }, { a: 4 }]), [
      ': { a: 1 } is not in [{"a": 3}, {"a": 4}]',
      ': { a: 2 } is not in [{"a": 3}, {"a": 4}]',
      '/0: nothing in the expected list fits {"a": 3}',
      '/1: nothing in the expected list fits {"a": 4}',
    ]);
  });

  it('tell the difference itself where only one item and one element are left', () => {
    const items = [objectOf({ id: equal(1) }), objectOf({ id: equal(2), on: equal(true) })];
    assert.deepEqual(told({ is: 'unordered', items }, [{ id: 2, on: false }, { id: 1 }]), [
      '/0/on: expected true, found false',
    ]);
  });

  it('with each tell every element that differs', () => {
    assert.deepEqual(told({ is: 'each', item: { is: 'type', type: 'integer' } }, [1, 'x', 2.5]), [
      '/1: expected of type integer, found "x" (text)',
      '/2: expected of type integer, found 2.5 (number)',
    ]);
  });

  it('of thousands of literals are compared without trying every pair', function () {
    // Every pair would take minutes.
    const numbers = Array.from({ length: 50_000 }, (_, index) => index);
    const items = numbers.map(equal).reverse();
    assert.deepEqual(mismatches({ is: 'unordered', items }, numbers), []);
    assert.equal(mismatches({ is: 'contains', items: [...items, equal(-1)] }, numbers).length, 1);
    assert.equal(mismatches(equal(numbers), numbers.toReversed()).length, 50_000);
  });
});

describe('texts', () => {
  it('contain each part as it is written', () => {
    assert.deepEqual(told({ is: 'contains', items: [equal('Fav'), equal('fav')] }, 'Favorite'), [
      ': "fav" is not in "Favorite"',
    ]);
    assert.equal(mismatches({ is: 'contains', items: [equal(1)] }, '1').length, 1);
  });

  it('match a pattern in Unicode mode, at any place', () => {
    assert.deepEqual(mismatches({ is: 'matches', pattern: '^.$' }, '🎈'), []);
    assert.deepEqual(told({ is: 'matches', pattern: '^\\d+$' }, 12), [
      ': expected matching "^\\\\d+$", found 12 (number)',
    ]);
  });

  it('match each time they are asked', () => {
    const matcher: Matcher<Value> = { is: 'matches', pattern: 'a' };
    assert.deepEqual(
      [1, 2, 3].map(() => mismatches(matcher, 'a').length),
      [0, 0, 0],
    );
  });

  it('are as long as they have code points', () => {
    assert.deepEqual(mismatches({ is: 'length', length: equal(2) }, '🎈x'), []);
    assert.deepEqual(told({ is: 'length', length: { is: 'gte', bound: 3 } }, 'ab'), [
      ': length: expected at least 3, found 2',
    ]);
    assert.equal(mismatches({ is: 'length', length: equal(0) }, {}).length, 1);
  });

  it('that are very long are cut in messages only', () => {
    const actual = 'x'.repeat(1_000_000);
    const [found] = mismatches(equal('y'), actual);
    assert.ok((found?.message.length ?? 0) < 200);
    assert.equal(found?.actual, actual);
  });
});

describe('bounds', () => {
  it('compare numbers exactly', () => {
    assert.deepEqual(told({ is: 'lte', bound: 9007199254740992 }, 9007199254740993n), [
      ': expected at most 9007199254740992, found 9007199254740993',
    ]);
    assert.deepEqual(mismatches({ is: 'gte', bound: numberFromText('1e400') }, numberFromText('1e401')), []);
    assert.deepEqual(mismatches({ is: 'gte', bound: -5 }, -5), []);
  });

  it('compare ISO dates as texts, and nothing of different types', () => {
    assert.deepEqual(mismatches({ is: 'gte', bound: '2024-01-31' }, '2024-02-01'), []);
    assert.equal(mismatches({ is: 'gte', bound: 1 }, '2').length, 1);
    assert.equal(mismatches({ is: 'lte', bound: null }, null).length, 1);
  });
});

describe('absence', () => {
  it('is satisfied by nothing only: null is something', () => {
    assert.deepEqual(mismatches({ is: 'absent' }, undefined), []);
    for (const actual of [null, '', 0, false, [], {}]) assert.equal(mismatches({ is: 'absent' }, actual).length, 1);
  });

  it('does not satisfy a negation: “not active” speaks of something that is there', () => {
    const notActive: Matcher<Value> = { is: 'not', matcher: equal('active') };
    assert.deepEqual(told(objectOf({ class: notActive }), {}), ['/class: nothing is there; expected not "active"']);
    assert.deepEqual(mismatches(objectOf({ class: notActive }), { class: 'idle' }), []);
    assert.deepEqual(told(objectOf({ class: notActive }), { class: 'active' }), [
      '/class: expected not "active", found "active" (text)',
    ]);
  });

  it('can be negated, and be one of several', () => {
    const there: Matcher<Value> = { is: 'not', matcher: { is: 'absent' } };
    assert.equal(mismatches(there, undefined).length, 1);
    assert.deepEqual(mismatches(there, null), []);
    assert.deepEqual(mismatches({ is: 'oneOf', options: [equal(1), { is: 'absent' }] }, undefined), []);
  });

  it('is no way out for an empty “all” or “oneOf”', () => {
    assert.equal(mismatches({ is: 'all', matchers: [] }, undefined).length, 1);
    assert.equal(mismatches({ is: 'oneOf', options: [] }, undefined).length, 1);
    assert.equal(mismatches({ is: 'oneOf', options: [] }, 1).length, 1);
  });
});

describe('what can not be judged', () => {
  it('is an error, also inside a negation: never a match', () => {
    const broken: Matcher<Value>[] = [
      { is: 'matches', pattern: '(' },
      { is: 'matches', pattern: 1 },
      { is: 'schema', schema: { type: 'strnig' } },
      { is: 'telepathy' } as unknown as Matcher<Value>,
      { is: 'toString' } as unknown as Matcher<Value>,
    ];
    for (const matcher of broken) {
      assert.throws(() => mismatches(matcher, 'x'), JudgeError);
      assert.throws(() => mismatches({ is: 'not', matcher }, 'x'), JudgeError);
    }
  });
});
