import type { Value } from '../../../contracts/language/index.ts';
import { numberFromText, parseJson, stringifyJson } from '../../../contracts/language/index.ts';
import { parseArray } from './array-text.ts';

/** Array types that only this database has (of enumerations and domains): the type of their elements, by the array's. */
export class ArrayTypes extends Map<number, number> {
  /** Types that were made since then have greater numbers. */
  newest = 0;

  /** Whether it may be an array type that was made since they were learned. */
  mayMiss(type: number): boolean {
    return type > this.newest && type >= firstOwnType;
  }
}

/** Types below this come with PostgreSQL. */
export const firstOwnType = 16_384;

type Parser = (text: string) => Value;

const asText: Parser = (text) => text;

/** NaN and infinities have no number in JSON: they are text, as PostgreSQL writes them. */
const asNumber: Parser = (text) => (/^[-+]?(?:nan|infinity)$/i.test(text) ? text : numberFromText(text));

const asJson: Parser = (text) => {
  const parsed = parseJson(text);
  // What PostgreSQL keeps as `json` may name a key twice, which has no one value: the text is all that can be said.
  return parsed.ok ? parsed.value : text;
};

/** `2024-05-01T10:00:00.000`, with `Z` for instants; microseconds, six digits, only when there are any. */
const asTimestamp: Parser = (text) => {
  const match = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?(\+00)?$/.exec(text);
  // Infinity, and years before Christ.
  if (match === null) return text;
  const [, date = '', time = '', fraction = '', zone] = match;
  return `${date}T${time}.${fraction.padEnd(fraction.length > 3 ? 6 : 3, '0')}${zone === undefined ? '' : 'Z'}`;
};

const SCALARS = new Map<number, Parser>([
  [16, (text) => text === 't'],
  [20, asNumber], // int8
  [21, asNumber], // int2
  [23, asNumber], // int4
  [26, asNumber], // oid
  [700, asNumber], // float4
  [701, asNumber], // float8
  [1700, asNumber], // numeric
  [114, asJson],
  [3802, asJson], // jsonb
  [1114, asTimestamp],
  [1184, asTimestamp], // timestamptz
]);

/** Built-in array types, by the type of their elements. */
const ARRAYS = new Map<number, number>([
  [1000, 16],
  [1016, 20],
  [1005, 21],
  [1007, 23],
  [1028, 26],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [199, 114],
  [3807, 3802],
  [1115, 1114],
  [1185, 1184],
  [1182, 1082],
  [1009, 25],
  [1015, 1043],
  [1014, 1042],
  [1002, 18],
  [1003, 19],
  [2951, 2950],
  [1001, 17],
  [1183, 1083],
  [1270, 1266],
  [1187, 1186],
  [1041, 869],
  [651, 650],
  [1040, 829],
  [791, 790],
  [1561, 1560],
  [1563, 1562],
  [143, 142],
]);

/**
 * How a column of this type is read from PostgreSQL's text: bool, numbers without loss, json and jsonb parsed, timestamps as ISO text,
 * arrays of these as lists. Everything else is PostgreSQL's own text: date `2024-05-01`, uuid, bytea `\x…`, intervals, enumerations.
 */
export function parserOf(oid: number, arrays: ReadonlyMap<number, number>): Parser {
  const element = ARRAYS.get(oid) ?? arrays.get(oid);
  if (element === undefined) return SCALARS.get(oid) ?? asText;
  const parse = SCALARS.get(element) ?? asText;
  return (text) => parseArray(text, parse);
}

/** A value as a parameter: lists and objects as JSON text, all else as the text of which PostgreSQL makes the parameter's type. */
export function parameterOf(value: Value): string | null {
  if (value === null || typeof value === 'string') return value;
  return stringifyJson(value);
}
