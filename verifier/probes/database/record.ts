import { stringifyJson, type Value, type ValueMap } from '../../../contracts/language/index.ts';
import type { TableChanges } from '../../environment/environment.ts';
import type { EvidenceContent } from '../../evidence/sink.ts';

/** How many rows are kept as evidence, of a result or of one kind of change. */
const KEPT_ROWS = 1_000;

interface Statement {
  readonly service: string;
  readonly sql: string;
  readonly params: readonly Value[];
}

/** A statement and what came of it. */
export function recordStatement(
  { service, sql, params }: Statement,
  outcome:
    | { readonly rows: readonly ValueMap[] }
    | { readonly rowCount: number }
    | { readonly failed: string; readonly detail: string },
): EvidenceContent {
  const title = `${service}: ${shorten(sql.replace(/\s+/gu, ' ').trim())}`;
  const statement = { service, sql, params };
  if (!('rows' in outcome)) return asJson('rows', title, { ...statement, ...outcome });
  const { rows } = outcome;
  return asJson(
    'rows',
    title,
    { ...statement, rowCount: rows.length, rows: rows.slice(0, KEPT_ROWS) },
    noteOf(rows.length),
  );
}

/** What changed, by table. */
export function recordDelta(service: string, changes: TableChanges): EvidenceContent {
  const notes: (string | undefined)[] = [];
  const kept = Object.entries(changes).map(([table, kinds]) => [
    table,
    Object.fromEntries(
      Object.entries(kinds as Readonly<Record<string, readonly ValueMap[]>>).map(([kind, rows]) => {
        notes.push(noteOf(rows.length, `${table}, ${kind}: `));
        return [kind, { count: rows.length, rows: rows.slice(0, KEPT_ROWS) }];
      }),
    ),
  ]);
  const tables = Object.keys(changes);
  const title = `${service}: ${tables.length === 0 ? 'nothing changed' : `changes in ${shorten(tables.join(', '))}`}`;
  const note = notes.filter((one) => one !== undefined).join('; ');
  return asJson(
    'delta',
    title,
    { service, changes: Object.fromEntries(kept) as ValueMap },
    note === '' ? undefined : note,
  );
}

/** What became of refusing statements. */
export function recordRejection(
  { service, table }: { readonly service: string; readonly table: string },
  outcome: ValueMap,
): EvidenceContent {
  return asJson('rows', `${service}: statements on ${shorten(table)} are refused`, { service, table, ...outcome });
}

function asJson(kind: 'rows' | 'delta', ...[title, content, truncated]: [string, ValueMap, string?]): EvidenceContent {
  return {
    kind,
    title,
    mediaType: 'application/json',
    content: stringifyJson(content, 2),
    ...(truncated === undefined ? {} : { truncated }),
  };
}

function noteOf(count: number, what = ''): string | undefined {
  return count > KEPT_ROWS ? `${what}the first ${String(KEPT_ROWS)} of ${String(count)} rows are kept` : undefined;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
