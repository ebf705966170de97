import type pg from 'pg';
import type { ValueMap } from '../../../contracts/language/index.ts';
import { parseJson, stringifyJson } from '../../../contracts/language/index.ts';
import type { JournalMark, TableChanges } from '../environment.ts';
import { DatabaseUnavailable } from './connection.ts';
import { asTableRows, readEntries } from './journal.ts';
import { readHoles } from './journal-holes.ts';
import { netChanges, type NetChanges, type RowChange } from './net-changes.ts';
import { asRows, runStatement } from './statement.ts';
import { labelOf } from './table-label.ts';

interface Entry {
  readonly old: string | null;
  readonly new: string | null;
  readonly schema: string;
  readonly name: string;
  readonly key: readonly string[];
}

interface Hole {
  readonly command: string;
  readonly schema: string;
  readonly name: string;
}

/**
 * Net changes between two marks, by table; `volatile` names tables (`sessions`) and columns (`users.last_seen`) to leave out. Rejects with
 * `DatabaseUnavailable` when rows of another table may have changed in between without being recorded.
 */
export async function readDelta(
  client: pg.Client,
  journal: string,
  {
    from,
    to,
    volatile,
  }: { readonly from: JournalMark; readonly to: JournalMark; readonly volatile: readonly string[] },
): Promise<TableChanges> {
  const holes = await client.query<Hole>(readHoles(journal), [from.position, to.position]);
  const hole = holes.rows.find((one) => !namesOf(one).some((name) => volatile.includes(name)));
  if (hole !== undefined) {
    const why = `${hole.command} may have changed rows of “${labelOf(hole)}” in a way that the change journal does not see`;
    throw new DatabaseUnavailable(why);
  }
  const { rows } = await client.query<Entry>(readEntries(journal), [from.position, to.position]);
  const delta: [string, TableChanges[string]][] = [];
  for (const [table, entries] of groupByTable(rows)) {
    const ignored = ignoredColumns(table, entries, volatile);
    if (ignored === 'all') continue;
    const changes = await changesOf(client, entries, ignored);
    if (Object.keys(changes).length > 0) delta.push([table, changes]);
  }
  // Tables, too, can be called `__proto__`.
  return Object.fromEntries(delta);
}

type TableName = Pick<Entry, 'schema' | 'name'>;

/** As a contract may write it. */
function namesOf(table: TableName): readonly string[] {
  return [labelOf(table), `${table.schema}.${table.name}`];
}

function groupByTable(entries: readonly Entry[]): Map<string, [Entry, ...Entry[]]> {
  const tables = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const label = labelOf(entry);
    const known = tables.get(label);
    if (known === undefined) tables.set(label, [entry]);
    else known.push(entry);
  }
  return tables;
}

function ignoredColumns(
  label: string,
  [{ schema, name }]: readonly [Entry, ...Entry[]],
  volatile: readonly string[],
): 'all' | ReadonlySet<string> {
  const full = `${schema}.${name}`;
  if (volatile.includes(label) || volatile.includes(full)) return 'all';
  const columns = volatile.flatMap((entry) =>
    [label, full].filter((table) => entry.startsWith(`${table}.`)).map((table) => entry.slice(table.length + 1)),
  );
  return new Set(columns);
}

async function changesOf(
  client: pg.Client,
  entries: readonly [Entry, ...Entry[]],
  ignored: ReadonlySet<string>,
): Promise<TableChanges[string]> {
  const read = (text: string): ValueMap => withoutColumns(mapOf(text), ignored);
  const changes = entries.map((entry): RowChange<ValueMap> => ({
    ...(entry.old === null ? {} : { old: read(entry.old) }),
    ...(entry.new === null ? {} : { next: read(entry.new) }),
  }));
  // The last entry knows the key as it is now; a table that is gone has none.
  const key = (entries.at(-1) ?? entries[0]).key.filter((column) => !ignored.has(column));
  const net = netChanges(changes, {
    text: stringifyJson,
    ...(key.length === 0 ? {} : { key: (row: ValueMap) => stringifyJson(key.map((column) => row[column] ?? null)) }),
  });
  return readAsTable(client, { net, table: entries[0], ignored });
}

function mapOf(text: string): ValueMap {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new DatabaseUnavailable(`the change journal can't be read: ${parsed.message}`);
  return parsed.value as ValueMap;
}

function withoutColumns(row: ValueMap, ignored: ReadonlySet<string>): ValueMap {
  return ignored.size === 0 ? row : Object.fromEntries(Object.entries(row).filter(([column]) => !ignored.has(column)));
}

/** The rows with the values that a query of the table would show. */
async function readAsTable(
  client: pg.Client,
  {
    net,
    table,
    ignored,
  }: { readonly net: NetChanges<ValueMap>; readonly table: Entry; readonly ignored: ReadonlySet<string> },
): Promise<TableChanges[string]> {
  const target = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
  const changes: Record<string, readonly ValueMap[]> = {};
  for (const kind of ['inserted', 'updated', 'deleted'] as const) {
    const rows = net[kind];
    if (rows.length === 0) continue;
    const outcome = await runStatement(client, asTableRows(target), [rows]);
    // A table that is gone, or a type that does not come back from JSON: then what the journal holds is all there is.
    const typed =
      outcome.kind === 'ended' && outcome.seen === outcome.rows.length
        ? asRows(outcome.columns, outcome.rows)
        : undefined;
    changes[kind] = typed === undefined ? rows : typed.map((row) => withoutColumns(row, ignored));
  }
  return changes;
}
