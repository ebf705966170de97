import { LosslessNumber } from 'lossless-json';
import { numberFromText } from './number.ts';

/**
 * Whatever a contract, a response body or a database row can hold, without loss.
 *
 * A number has exactly one form, so that equal numbers are equal values (see `numberFromText`):
 * a `number` when a double holds it exactly as written, else a `bigint` for integers,
 * else a `LosslessNumber` that keeps its decimal text.
 */
export type Value = null | boolean | string | number | bigint | LosslessNumber | readonly Value[] | ValueMap;

/** An object of values: a JSON object, a row, a mapping in YAML. */
export interface ValueMap {
  readonly [key: string]: Value;
}

/** What a value is, in the words of JSON Schema; `integer` is a `number` too. */
export type ValueKind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** The JSON type of a value. Integers are `number`. */
export function valueType(value: Value): ValueKind {
  if (value === null) return 'null';
  if (isNumeric(value)) return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'string' | 'object';
}

/** Whether the value is an object of values: not null, not a list, not a number that is kept as text. */
export function isMap(value: Value | undefined): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** Whether the value is a list. `Array.isArray` does not narrow readonly lists. */
export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether the value is a number, in any of its three forms. */
export function isNumeric(value: Value | undefined): value is number | bigint | LosslessNumber {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof LosslessNumber;
}

/** Whether a number has no fraction. */
export function isInteger(value: Value | undefined): boolean {
  return typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value));
}

/** The entry of that name that the object itself has; names such as `constructor` are data like any other. */
export function entryOf(map: ValueMap, key: string): Value | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Structural and typed equality: `"1"` is not `1`; numbers are equal when they are the same number; order of keys does not count. */
export function equalValues(left: Value, right: Value): boolean {
  if (isNumeric(left)) return isNumeric(right) && equalNumbers(left, right);
  if (isList(left)) return isList(right) && equalLists(left, right);
  if (isMap(left)) return isMap(right) && equalMaps(left, right);
  return left === right;
}

function equalNumbers(left: number | bigint | LosslessNumber, right: number | bigint | LosslessNumber): boolean {
  return canonicalNumber(left) === canonicalNumber(right);
}

// Values made elsewhere (a bigint 1n of a driver) may not be in the one form yet.
function canonicalNumber(value: number | bigint | LosslessNumber): number | bigint | string {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  const canonical = numberFromText(value.toString());
  return canonical instanceof LosslessNumber ? canonical.value : canonical === 0 ? 0 : canonical;
}

function equalLists(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((item, index) => equalValues(item, right[index] ?? null));
}

function equalMaps(left: ValueMap, right: ValueMap): boolean {
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && equalValues(left[key] ?? null, right[key] ?? null));
}
