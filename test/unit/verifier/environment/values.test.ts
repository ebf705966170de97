import assert from 'node:assert/strict';
import { parameterOf, parserOf } from '../../../../verifier/environment/postgres/values.ts';

const OID = {
  bool: 16,
  int8: 20,
  text: 25,
  json: 114,
  float8: 701,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  date: 1082,
  bytea: 17,
};
const ARRAY = { int8: 1016, text: 1009, bool: 1000 };
const read = (oid: number, text: string): unknown => parserOf(oid, new Map())(text);

describe('values of PostgreSQL', () => {
  it('numbers keep all their digits, and equal numbers are equal values', () => {
    assert.equal(read(OID.int8, '9007199254740993'), 9007199254740993n);
    assert.equal(read(OID.int8, '42'), 42);
    assert.equal(read(OID.numeric, '1.50'), 1.5);
    assert.equal(String(read(OID.numeric, '0.12345678901234567890123')), '0.12345678901234567890123');
  });
  it('NaN and infinities are text', () => {
    assert.equal(read(OID.float8, 'NaN'), 'NaN');
    assert.equal(read(OID.numeric, '-Infinity'), '-Infinity');
  });
  it('a date is its own text', () => {
    assert.equal(read(OID.date, '2024-03-31'), '2024-03-31');
  });
  it('timestamps are ISO text: milliseconds always, microseconds only when there are some, Z only for instants', () => {
    assert.equal(read(OID.timestamptz, '2024-03-31 01:02:03+00'), '2024-03-31T01:02:03.000Z');
    assert.equal(read(OID.timestamptz, '2024-03-31 01:02:03.4+00'), '2024-03-31T01:02:03.400Z');
    assert.equal(read(OID.timestamptz, '2024-03-31 01:02:03.4567+00'), '2024-03-31T01:02:03.456700Z');
    assert.equal(read(OID.timestamp, '2024-03-31 01:02:03'), '2024-03-31T01:02:03.000');
    assert.equal(read(OID.timestamptz, 'infinity'), 'infinity');
  });
  it('json is parsed without loss, and kept as text when it has no one value', () => {
    assert.deepEqual(read(OID.json, '{"n": 9007199254740993, "list": [1, null]}'), {
      n: 9007199254740993n,
      list: [1, null],
    });
    assert.equal(read(OID.json, '{"a": 1, "a": 2}'), '{"a": 1, "a": 2}');
  });
  it('bool is a boolean, bytea is hex text', () => {
    assert.equal(read(OID.bool, 'f'), false);
    assert.equal(read(OID.bytea, '\\x00ff'), '\\x00ff');
  });
  it('arrays are lists, nested, quoted, with nulls and with bounds', () => {
    assert.deepEqual(read(ARRAY.int8, '{1,NULL,9007199254740993}'), [1, null, 9007199254740993n]);
    assert.deepEqual(read(ARRAY.int8, '{}'), []);
    assert.deepEqual(read(ARRAY.int8, '[0:1][1:2]={{1,2},{3,4}}'), [
      [1, 2],
      [3, 4],
    ]);
    assert.deepEqual(read(ARRAY.text, '{plain,"a, \\"b\\" {c} \\\\","NULL",NULL,""}'), [
      'plain',
      'a, "b" {c} \\',
      'NULL',
      null,
      '',
    ]);
    assert.deepEqual(read(ARRAY.bool, '{t,f}'), [true, false]);
  });
  it('arrays of types that only this database has are lists', () => {
    assert.deepEqual(parserOf(20_001, new Map([[20_001, 20_000]]))('{red,green}'), ['red', 'green']);
    assert.equal(parserOf(20_001, new Map())('{red}'), '{red}');
  });
  it('parameters are texts, lists and objects are JSON', () => {
    assert.equal(parameterOf(null), null);
    assert.equal(parameterOf('a "b"'), 'a "b"');
    assert.equal(parameterOf(true), 'true');
    assert.equal(parameterOf(9007199254740993n), '9007199254740993');
    assert.equal(parameterOf({ list: [1, 'x'] }), '{"list":[1,"x"]}');
  });
});
