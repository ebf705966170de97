/** A PostgreSQL value, and what a contract must write to mean it, something else of its type, and something of another type. */
export interface TypeRow {
  readonly type: string;
  /** SQL that gives the value. */
  readonly sql: string;
  /** As YAML. */
  readonly equal: string;
  readonly unequal: string;
  readonly wrongType: string;
  /** The value as JSON, as reports show it. */
  readonly shown: string;
}

/** `shown` is as it is written in the contract when left out. */
type Row = readonly [
  type: string,
  sql: string,
  yaml: readonly [equal: string, unequal: string, wrongType: string],
  shown?: string,
];

const row = (...[type, sql, [equal, unequal, wrongType], shown = equal]: Row): TypeRow => ({
  type,
  sql,
  equal,
  unequal,
  wrongType,
  shown,
});

/** Every type that an application is likely to keep, with the values that are easily spoiled on the way. */
export const postgresTypes: readonly TypeRow[] = [
  row('smallint', "'-32768'::smallint", ['-32768', '32767', '"-32768"']),
  row('integer', '42::integer', ['42', '43', '"42"']),
  row('integer zero', '0::integer', ['0', '1', 'false']),
  row('bigint within doubles', '9007199254740991::bigint', [
    '9007199254740991',
    '9007199254740990',
    '"9007199254740991"',
  ]),
  row('bigint beyond doubles', '9007199254740993::bigint', [
    '9007199254740993',
    '9007199254740992',
    '"9007199254740993"',
  ]),
  row('greatest bigint', '9223372036854775807::bigint', [
    '9223372036854775807',
    '9223372036854775806',
    '"9223372036854775807"',
  ]),
  row('numeric', '12.50::numeric(10,2)', ['12.5', '12.51', '"12.50"']),
  row('numeric with trailing zeros', '1.000::numeric', ['1', '1.001', '"1.000"']),
  row('numeric of 40 digits', '1234567890123456789012345678901234567890::numeric', [
    '1234567890123456789012345678901234567890',
    '1234567890123456789012345678901234567891',
    '"1234567890123456789012345678901234567890"',
  ]),
  row('numeric with 30 decimals', '0.123456789012345678901234567890::numeric', [
    '0.12345678901234567890123456789',
    '0.12345678901234567890123456780',
    '"0.12345678901234567890123456789"',
  ]),
  row('numeric NaN', "'NaN'::numeric", ['"NaN"', '"Infinity"', '0']),
  row('numeric infinity', "'Infinity'::numeric", ['"Infinity"', '"-Infinity"', '1']),
  row('double', '0.1::double precision', ['0.1', '0.10000000000000002', '"0.1"']),
  row('double with exponent', '1e300::double precision', ['1e300', '1e301', '"1e300"'], '1e+300'),
  row('double that is an integer', '3::double precision', ['3', '4', '"3"']),
  row('double −0', "'-0'::double precision", ['0', '1', '"-0"']),
  row('double NaN', "'NaN'::double precision", ['"NaN"', '"nan"', '0']),
  row('double −infinity', "'-Infinity'::double precision", ['"-Infinity"', '"Infinity"', '-1']),
  row('real', '1.5::real', ['1.5', '1.25', '"1.5"']),
  row('boolean true', 'true', ['true', 'false', '"true"']),
  row('boolean false', 'false', ['false', 'true', '0']),
  row('text', "'Grüße, 🎈'::text", ['"Grüße, 🎈"', '"Grüße"', '7']),
  row('empty text', "''::text", ['""', '" "', 'null']),
  row('text that looks like a number', "'007'::text", ['"007"', '"7"', '7']),
  row('text with a newline', String.raw`E'a\nb'`, [String.raw`"a\nb"`, '"a b"', '1']),
  row('varchar', "'abc'::varchar(10)", ['"abc"', 'abd', '[ abc ]']),
  row('char, padded', "'ab'::char(5)", ['"ab   "', 'ab', 'true']),
  row('date', "'2024-02-29'::date", ['"2024-02-29"', '"2024-02-28"', '20240229']),
  row('date, infinite', "'infinity'::date", ['"infinity"', '"-infinity"', '1']),
  row('time', "'23:59:59.5'::time", ['"23:59:59.5"', '"23:59:59"', '86399']),
  row('time with zone', "'10:00+02'::timetz", ['"10:00:00+02"', '"08:00:00+00"', '10']),
  row('timestamp', "'2024-05-01 10:00:00'::timestamp", [
    '"2024-05-01T10:00:00.000"',
    '"2024-05-01T10:00:00.000Z"',
    '1714557600',
  ]),
  row('timestamp with microseconds', "'2024-05-01 10:00:00.123456'::timestamp", [
    '"2024-05-01T10:00:00.123456"',
    '"2024-05-01T10:00:00.123"',
    '1',
  ]),
  row('timestamptz', "'2024-05-01 12:00:00+02'::timestamptz", [
    '"2024-05-01T10:00:00.000Z"',
    '"2024-05-01T12:00:00.000Z"',
    '1714557600000',
  ]),
  row('timestamptz, infinite', "'infinity'::timestamptz", ['"infinity"', '"-infinity"', '1']),
  row('interval', "'1 day 02:03:04'::interval", ['"1 day 02:03:04"', '"1 day"', '93784']),
  row('uuid', "'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'::uuid", [
    '"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12',
    '1',
  ]),
  row(
    'json',
    `'{"a": [1, 2.50, null], "b": {"c": true}}'::json`,
    ['{ a: [ 1, 2.5, null ], b: { c: true } }', '{ a: [ 1, 2.5, 0 ], b: { c: true } }', '"{}"'],
    '{"a":[1,2.5,null],"b":{"c":true}}',
  ),
  row(
    'json with a great integer',
    `'{"n": 12345678901234567890}'::json`,
    ['{ n: 12345678901234567890 }', '{ n: 12345678901234567891 }', '{ n: "12345678901234567890" }'],
    '{"n":12345678901234567890}',
  ),
  row(
    'json whose key comes twice',
    `'{"a": 1, "a": 2}'::json`,
    [`'{"a": 1, "a": 2}'`, `'{"a": 1}'`, '{ a: 2 }'],
    String.raw`"{\"a\": 1, \"a\": 2}"`,
  ),
  row('jsonb', `'{"a": {"b": "x"}}'::jsonb`, ['{ a: { b: x } }', '{ a: { b: y } }', '[ a ]'], '{"a":{"b":"x"}}'),
  row('jsonb text', `'"x"'::jsonb`, ['"x"', 'y', '{ x: 1 }']),
  row('jsonb null', `'null'::jsonb`, ['null', '0', '"null"']),
  row('integer array', "'{1,2,3}'::int[]", ['[ 1, 2, 3 ]', '[ 1, 3, 2 ]', '"{1,2,3}"'], '[1,2,3]'),
  row(
    'text array',
    `array['a', null, 'b,c', 'NULL']`,
    ['[ a, null, "b,c", "NULL" ]', '[ a, "NULL", "b,c", "NULL" ]', '"{a}"'],
    '["a",null,"b,c","NULL"]',
  ),
  row('array of arrays', 'array[[1,2],[3,4]]', ['[ [ 1, 2 ], [ 3, 4 ] ]', '[ 1, 2, 3, 4 ]', '1'], '[[1,2],[3,4]]'),
  row('empty array', "'{}'::int[]", ['[]', '[ 1 ]', 'null']),
  row('numeric array', "'{1.10,2}'::numeric[]", ['[ 1.1, 2 ]', '[ 1.1, 2.1 ]', '[ "1.10", "2" ]'], '[1.1,2]'),
  row(
    'bytea',
    String.raw`'\xdeadbeef'::bytea`,
    [String.raw`'\xdeadbeef'`, String.raw`'\xdeadbee0'`, '3735928559'],
    String.raw`"\\xdeadbeef"`,
  ),
  row('enum', "'happy'::mood", ['"happy"', 'sad', '1']),
  row(
    'array of enums',
    "'{happy,sad}'::mood[]",
    ['[ happy, sad ]', '[ sad, happy ]', '"{happy,sad}"'],
    '["happy","sad"]',
  ),
  row('domain over integer', '5::positive', ['5', '6', '"5"']),
  row('null', 'null::text', ['null', '"null"', '0']),
  row('integer range', "'[1,5)'::int4range", ['"[1,5)"', '"[1,4]"', '1']),
  row(
    'timestamp range',
    "'[2024-01-01,2024-02-01)'::tstzrange",
    [`'["2024-01-01 00:00:00+00","2024-02-01 00:00:00+00")'`, `'empty'`, '1'],
    String.raw`"[\"2024-01-01 00:00:00+00\",\"2024-02-01 00:00:00+00\")"`,
  ),
  row('inet', "'10.0.0.1/8'::inet", ['"10.0.0.1/8"', '10.0.0.2/8', '10']),
  row('money', "'12.5'::money", ['"$12.50"', '$12.51', '12.5']),
  row('composite', "row(1, 'a')::pair", ['"(1,a)"', '"(1,b)"', '{ first: 1 }']),
];
