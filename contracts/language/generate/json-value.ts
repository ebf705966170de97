import { numberFromText } from '../number.ts';
import type { Value } from '../value.ts';

/** What a generator made as a value; dates as ISO text. Undefined when JSON has no such value. */
export function valueOf(made: unknown): Value | undefined {
  if (typeof made === 'string' || typeof made === 'boolean' || made === null) return made;
  if (typeof made === 'bigint' || (typeof made === 'number' && Number.isFinite(made)))
    return numberFromText(String(made));
  return typeof made === 'object' ? structureOf(made) : undefined;
}

function structureOf(made: object): Value | undefined {
  if (made instanceof Date) return made.toISOString();
  if (Array.isArray(made)) return allOf(made.map(valueOf));
  const keys = Object.keys(made);
  const values = allOf(Object.values(made).map(valueOf));
  return values === undefined ? undefined : Object.fromEntries(keys.map((key, index) => [key, values[index] ?? null]));
}

function allOf(values: readonly (Value | undefined)[]): Value[] | undefined {
  return values.every((value) => value !== undefined) ? [...values] : undefined;
}
