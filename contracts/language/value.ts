import { LosslessNumber } from 'lossless-json';

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
