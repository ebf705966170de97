import { nameHint } from '../../../contracts/language/wording.ts';
import type { CriterionDatabase, TableChanges } from '../../environment/environment.ts';
import { labelOf } from '../../environment/postgres/table-label.ts';

/** Tables as deltas name them, and beside them what else can be queried. */
const NAMES = `
select s.nspname as schema, c.relname as name, c.relkind in ('r', 'p') as "isTable"
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'v', 'm', 'f') and s.nspname !~ '^(pg_|information_schema$|changes_[0-9a-f]{8}$)'`;

interface Name {
  readonly name: string;
  readonly isTable: boolean;
}

async function namesOf(database: CriterionDatabase): Promise<readonly Name[]> {
  const outcome = await database.query(NAMES, []);
  if ('failed' in outcome) throw new Error(`the tables can't be listed: ${outcome.detail}`);
  const rows = outcome.rows as unknown as readonly (Name & { readonly schema: string })[];
  return rows.map(({ schema, name, isTable }) => ({ name: labelOf({ schema, name }), isTable }));
}

/** Those that are no tables of the database, with words about each. */
export async function findMissing(
  database: CriterionDatabase,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  if (tables.length === 0) return {};
  const known = (await namesOf(database)).filter(({ isTable }) => isTable).map(({ name }) => name);
  const missing = tables.filter((table) => !known.includes(table) && !known.includes(withoutPublic(table)));
  return Object.fromEntries(missing.map((table) => [table, `there is no table “${table}”${hintFor(table, known)}`]));
}

/** The same changes with tables of the schema public called as these names call them: `public.notes` is `notes`. */
export function calledAs(names: readonly string[], changes: TableChanges): TableChanges {
  const renamed = names.flatMap((name): [string, TableChanges[string]][] => {
    const table = changesOf(withoutPublic(name), changes);
    return table === undefined || Object.hasOwn(changes, name) ? [] : [[name, table]];
  });
  const gone = renamed.map(([name]) => withoutPublic(name)).filter((table) => !names.includes(table));
  return Object.fromEntries([...Object.entries(changes).filter(([table]) => !gone.includes(table)), ...renamed]);
}

function changesOf(table: string, changes: TableChanges): TableChanges[string] | undefined {
  return Object.hasOwn(changes, table) ? changes[table] : undefined;
}

function withoutPublic(table: string): string {
  return table.replace(/^public\./u, '');
}

/** What the server said of a statement that names what is not there, with the name that is near. */
export async function withHint<T extends { readonly failed: string; readonly detail: string }>(
  database: CriterionDatabase,
  refusal: T,
): Promise<T> {
  const name = refusal.failed === '42P01' ? /relation "([^"]+)" does not exist/u.exec(refusal.detail)?.[1] : undefined;
  if (name === undefined) return refusal;
  const known = await namesOf(database);
  return {
    ...refusal,
    detail:
      refusal.detail +
      hintFor(
        name,
        known.map((one) => one.name),
      ),
  };
}

function hintFor(name: string, known: readonly string[]): string {
  const inFull = `public.${name}`;
  const hint = known.includes(inFull) ? `its name in full is “${inFull}”` : nameHint(name, known);
  return hint === undefined ? '' : `; ${hint}`;
}
