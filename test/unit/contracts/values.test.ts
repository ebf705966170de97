import assert from 'node:assert/strict';
import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import {
  compareNumbers,
  entryOf,
  equalValues,
  isPointer,
  numberFromText,
  parseJson,
  pointerInto,
  resolvePointer,
  stringifyJson,
  valueType,
  type Value,
} from '../../../contracts/language/index.ts';

const digits = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9'), { minLength: least, maxLength: most })
    .map((each) => each.join(''));

const decimal = fc
  .record({
    sign: fc.constantFrom('', '-'),
    whole: digits(1, 30),
    fraction: digits(0, 30),
    exponent: fc.integer({ min: -40, max: 40 }),
  })
  .map(({ sign, whole, fraction, exponent }) => ({ sign, whole, fraction, exponent }));

const write = ({
  sign,
  whole,
  fraction,
  exponent,
}: {
  sign: string;
  whole: string;
  fraction: string;
  exponent: number;
}): string => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent === 0 ? '' : `e${String(exponent)}`}`;

/** The value as a fraction, computed apart from the code under test. */
function exact({
  sign,
  whole,
  fraction,
  exponent,
}: {
  sign: string;
  whole: string;
  fraction: string;
  exponent: number;
}): bigint {
  return BigInt(sign + whole + fraction) * 10n ** BigInt(exponent - fraction.length + 100);
}

const json = fc.jsonValue({ maxDepth: 4 });

describe('The one form of a number', () => {
  it('is a number where a double holds what is written', () => {
    for (const [text, value] of [
      ['0', 0],
      ['-0', 0],
      ['0.0', 0],
      ['1.50', 1.5],
      ['0.1', 0.1],
      ['1e3', 1000],
      ['9007199254740992', 2 ** 53],
      ['-12.25', -12.25],
      ['1e22', 1e22],
      ['5e-324', 5e-324],
    ] as const) {
      assert.ok(Object.is(numberFromText(text), value), text);
    }
  });

  it('is a bigint for integers that a double does not hold', () => {
    assert.equal(numberFromText('9007199254740993'), 9007199254740993n);
    assert.equal(numberFromText('9007199254740993.000'), 9007199254740993n);
    assert.equal(numberFromText('18446744073709551615'), 18446744073709551615n);
    assert.equal(numberFromText('1e400'), 10n ** 400n);
  });

  it('keeps the decimal text of everything else, without needless zeros', () => {
    assert.deepEqual(numberFromText('0.10000000000000000000000010'), new LosslessNumber('0.1000000000000000000000001'));
    assert.deepEqual(numberFromText('-12345678901234567890.50'), new LosslessNumber('-12345678901234567890.5'));
    assert.deepEqual(numberFromText('1e999999999'), new LosslessNumber('1e999999999'));
  });

  it('is refused for what is no decimal number', () => {
    for (const text of ['', '.', '1.2.3', 'NaN', 'Infinity', '0x10', '1_000', ' 1'])
      assert.throws(() => numberFromText(text), SyntaxError, text);
  });

  it('is the same for equal numbers and another one for others', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const same = exact(left) === exact(right);
        assert.equal(equalValues(numberFromText(write(left)), numberFromText(write(right))), same);
      }),
    );
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 5 }), (number, zeros) => {
        const longer = { ...number, fraction: number.fraction + '0'.repeat(zeros) };
        assert.deepEqual(numberFromText(write(longer)), numberFromText(write(number)));
      }),
    );
  });

  it('compares as the numbers do', () => {
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const [a, b] = [exact(left), exact(right)];
        const expected = a < b ? -1 : a > b ? 1 : 0;
        assert.equal(compareNumbers(numberFromText(write(left)), numberFromText(write(right))), expected);
      }),
    );
  });

  it('survives being written and read again', () => {
    fc.assert(
      fc.property(decimal, (number) => {
        const value = numberFromText(write(number));
        assert.deepEqual(parseJson(stringifyJson(value)), { ok: true, value });
      }),
    );
  });
});

describe('Equality of values', () => {
  it('is typed', () => {
    assert.equal(equalValues('1', 1), false);
    assert.equal(equalValues(null, 0), false);
    assert.equal(equalValues(false, 0), false);
    assert.equal(equalValues([], {}), false);
    assert.equal(equalValues('2024-01-01', '2024-01-01T00:00:00Z'), false);
    assert.equal(equalValues('', null), false);
  });

  it('does not depend on a number’s form', () => {
    assert.equal(equalValues(1n, 1), true);
    assert.equal(equalValues(-0, 0), true);
    assert.equal(equalValues(new LosslessNumber('1.50'), 1.5), true);
    assert.equal(equalValues(9007199254740993n, 9007199254740992), false);
  });

  it('compares structures by their own entries, in any order', () => {
    assert.equal(equalValues({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }), true);
    assert.equal(equalValues({ a: null }, {}), false);
    assert.equal(equalValues({ a: null }, { b: null }), false);
    assert.equal(equalValues([1, 2], [2, 1]), false);
    assert.equal(equalValues({}, { toString: 1 }), false);
  });

  it('holds for every value and its copy, and not for a changed one', () => {
    fc.assert(
      fc.property(json, (data) => {
        const text = JSON.stringify(data);
        const [left, right] = [parseJson(text), parseJson(text)];
        assert.ok(left.ok && right.ok);
        assert.equal(equalValues(left.value, right.value), true);
        assert.equal(equalValues([left.value, 1], [right.value, 2]), false);
      }),
    );
  });
});

describe('Types of values', () => {
  it('are those of JSON', () => {
    const types: [Value, string][] = [
      [null, 'null'],
      [true, 'boolean'],
      ['', 'string'],
      [1, 'number'],
      [1n, 'number'],
      [new LosslessNumber('0.1'), 'number'],
      [[], 'array'],
      [{}, 'object'],
    ];
    for (const [value, type] of types) assert.equal(valueType(value), type);
  });
});

describe('JSON', () => {
  it('keeps all digits of numbers, wherever they are', () => {
    const text = '{"id":9007199254740993,"list":[0.1000000000000000000000001,1.5]}';
    const parsed = parseJson(text);
    assert.ok(parsed.ok);
    assert.equal(stringifyJson(parsed.value), text);
  });

  it('is refused with a reason when it is not valid or ambiguous', () => {
    for (const [text, reason] of [
      ['', /the text is empty/u],
      ['{"a":1,}', /not valid JSON: .*position 7/u],
      ['{"a":1,"a":2}', /ambiguous JSON: duplicate key 'a'/u],
      ['nope', /not valid JSON/u],
      ['['.repeat(100_000), /nested too deep/u],
    ] as const) {
      const parsed = parseJson(text);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, reason);
    }
  });

  it('reads names of Object’s own as data', () => {
    const parsed = parseJson('{"__proto__":{"a":1},"constructor":2}');
    assert.ok(parsed.ok);
    assert.equal(resolvePointer(parsed.value, '/__proto__/a'), 1);
    assert.equal(resolvePointer(parsed.value, '/constructor'), 2);
    assert.equal(entryOf({}, 'constructor'), undefined);
  });
});

describe('JSON Pointer', () => {
  it('resolves the examples of RFC 6901', () => {
    const value = {
      foo: ['bar', 'baz'],
      '': 0,
      'a/b': 1,
      'c%d': 2,
      'e^f': 3,
      'g|h': 4,
      'i\\j': 5,
      'k"l': 6,
      ' ': 7,
      'm~n': 8,
    };
    const examples: [string, Value][] = [
      ['', value],
      ['/foo', ['bar', 'baz']],
      ['/foo/0', 'bar'],
      ['/', 0],
      ['/a~1b', 1],
      ['/c%d', 2],
      ['/e^f', 3],
      ['/g|h', 4],
      ['/i\\j', 5],
      ['/k"l', 6],
      ['/ ', 7],
      ['/m~0n', 8],
    ];
    for (const [pointer, expected] of examples) assert.deepEqual(resolvePointer(value, pointer), expected, pointer);
  });

  it('finds nothing where nothing is, and null where null is', () => {
    const value = { a: null, list: [1] };
    assert.equal(resolvePointer(value, '/a'), null);
    for (const pointer of ['/b', '/a/b', '/list/1', '/list/01', '/list/-', '/list/length', '/toString', 'a', '/a~2']) {
      assert.equal(resolvePointer(value, pointer), undefined, pointer);
    }
  });

  it('finds every entry again by the name that it is given', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (outer, inner) => {
        const pointer = pointerInto(pointerInto('', outer), inner);
        assert.ok(isPointer(pointer));
        assert.equal(resolvePointer(Object.fromEntries([[outer, Object.fromEntries([[inner, 7]])]]), pointer), 7);
      }),
    );
  });
});
