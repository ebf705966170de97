import {
  entryOf,
  isList,
  isMap,
  noneOr,
  pointerInto,
  type Matcher,
  type Value,
  type ValueMap,
} from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { mismatches } from './matchers.ts';
import { describeMatcher, describeValue } from './words.ts';

const kinds = ['inserted', 'updated', 'deleted'] as const;
const nothing: Matcher<Value> = { is: 'absent' };

interface Changes {
  readonly expectation: Matcher<Value>;
  readonly value: ValueMap;
  readonly index: number;
  readonly found: readonly Mismatch[];
}

/** What differs in a delta, in words of rows. */
export function deltaInRows(
  found: readonly Mismatch[],
  expectation: Matcher<Value>,
  value: ValueMap,
): readonly Mismatch[] {
  return found.flatMap((one, index) => rowsOf(one, { expectation, value, index, found }));
}

/** All that differs of a table, told at its first mismatch: `todos: 1 row deleted expected, none was`. */
function rowsOf(mismatch: Mismatch, { expectation, value, index, found }: Changes): readonly Mismatch[] {
  if (expectation.is !== 'object') return [mismatch];
  const tables = new Set([...Object.keys(expectation.entries), ...Object.keys(value)]);
  const table = [...tables].find((name) => isAt(mismatch.path, name));
  if (table === undefined) return [mismatch];
  if (found.findIndex(({ path }) => isAt(path, table)) < index) return [];
  const expected = noneOr(expectation.entries[table] ?? nothing);
  const told = kinds.flatMap((kind) => changesOf(table, kind, { expected, actual: entryOf(value, table) }));
  return told.length === 0 ? found.filter(({ path }) => isAt(path, table)) : told;
}

function isAt(path: string, table: string): boolean {
  const place = pointerInto('', table);
  return path === place || path.startsWith(`${place}/`);
}

function changesOf(
  table: string,
  kind: (typeof kinds)[number],
  { expected, actual }: { readonly expected: Matcher<Value>; readonly actual: Value | undefined },
): readonly Mismatch[] {
  const wanted = expected.is === 'object' ? (expected.entries[kind] ?? nothing) : nothing;
  const rows = rowsChanged(actual, kind);
  const path = pointerInto(pointerInto('', table), kind);
  const found = mismatches(wanted, rows, path);
  if (found.length === 0) return [];
  const count = countOf(rows);
  if (wanted.is === 'absent')
    return [{ path: '', message: `${table}: ${rowsIn(count)} ${kind}, none expected: ${describeValue(rows)}` }];
  const total = { path: '', message: `${table}: ${numberWanted(wanted)} ${kind} expected, ${wereOf(count)}` };
  if (count === 0 || noneOr(wanted).is === 'length') return [total];
  const isNumberRight = wanted.is === 'unordered' && wanted.items.length === count;
  return [...(isNumberRight ? [] : [total]), ...rowsThatDiffer(found, { table, kind, path })];
}

function numberWanted(wanted: Matcher<Value>): string {
  if (wanted.is === 'unordered') return rowsIn(wanted.items.length);
  const some = noneOr(wanted);
  const length = some.is === 'length' ? some.length : some;
  return length.is === 'equal' && typeof length.value === 'number'
    ? rowsIn(length.value)
    : `${describeMatcher(length)} rows`;
}

function rowsIn(count: number): string {
  return count === 1 ? '1 row' : `${String(count)} rows`;
}

function wereOf(count: number): string {
  if (count === 0) return 'none was';
  return count === 1 ? '1 was' : `${String(count)} were`;
}

function rowsChanged(changes: Value | undefined, kind: string): Value | undefined {
  return changes !== undefined && isMap(changes) ? entryOf(changes, kind) : undefined;
}

function countOf(rows: Value | undefined): number {
  return rows !== undefined && isList(rows) ? rows.length : 0;
}

/** Row by row, without what is said of their number. */
function rowsThatDiffer(
  found: readonly Mismatch[],
  { table, kind, path }: { readonly table: string; readonly kind: string; readonly path: string },
): readonly Mismatch[] {
  return found
    .filter((one) => one.path !== path || !one.message.startsWith('expected '))
    .map((one) => ({ ...one, message: `${table}, ${kind}: ${one.message}` }));
}
