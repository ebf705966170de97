import { nameHint } from '../../../contracts/language/wording.ts';
import type { CriterionDatabase } from '../../environment/environment.ts';

/** Tables as deltas name them, and beside them what else can be queried. */
const NAMES = `
select case when s.nspname = 'public' then c.relname else s.nspname || '.' || c.relname end as name, c.relkind in ('r', 'p') as "isTable"
  from pg_class c join pg_namespace s on s.oid = c.relnamespace
 where c.relkind in ('r', 'p', 'v', 'm', 'f') and s.nspname !~ '^(pg_|information_schema$|changes_[0-9a-f]{8}$)'`;

interface Name {
  readonly name: string;
  readonly isTable: boolean;
}

async function namesOf(database: CriterionDatabase): Promise<readonly Name[]> {
  const outcome = await database.query(NAMES, []);
  if ('failed' in outcome) throw new Error(`the tables can't be listed: ${outcome.detail}`);
  return outcome.rows as unknown as readonly Name[];
}

/** Those that are no tables of the database, with words about each. */
export async function findMissing(
  database: CriterionDatabase,
  tables: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  if (tables.length === 0) return {};
  const known = (await namesOf(database)).filter(({ isTable }) => isTable).map(({ name }) => name);
  const missing = tables.filter((table) => !known.includes(table.replace(/^public\./u, '')));
  return Object.fromEntries(missing.map((table) => [table, `there is no table “${table}”${hintFor(table, known)}`]));
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
  const hint = nameHint(name, known);
  return hint === undefined ? '' : `; ${hint}`;
}
