import pg from 'pg';
import { wordsOfError, type Value, type ValueMap } from '../../../contracts/language/index.ts';
import { DatabaseUnavailable } from './connection.ts';
import { parameterOf } from './values.ts';

/** What the server said of a statement. */
export type StatementOutcome =
  | {
      readonly kind: 'ended';
      readonly columns: readonly string[];
      /** The types of the columns, as the database numbers them. */
      readonly types: readonly number[];
      readonly rows: readonly (readonly Value[])[];
      readonly seen: number;
      readonly affected: number;
    }
  | { readonly kind: 'refused'; readonly failed: string; readonly detail: string };

/** At most this many rows are kept; the others are counted. */
export const MOST_ROWS = 10_000;

/** Connection gone or going: class 08, operator intervention but for a cancelled statement, too many connections. */
const UNAVAILABLE = /^(?:08|57P|53300)/;

/**
 * Runs one statement by the extended protocol: a second one after a semicolon is refused by the server.
 * Rejects with `DatabaseUnavailable` when the connection is lost.
 */
export async function runStatement(
  client: pg.Client,
  sql: string,
  params: readonly Value[],
): Promise<StatementOutcome> {
  const query = new pg.Query<unknown[]>({
    text: sql,
    values: params.map(parameterOf),
    queryMode: 'extended',
    rowMode: 'array',
  } as pg.QueryConfig);
  const rows: Value[][] = [];
  let seen = 0;
  try {
    const result = await new Promise<pg.ResultBuilder>((resolve, reject) => {
      query.on('row', (row) => {
        seen += 1;
        if (rows.length < MOST_ROWS) rows.push(row as Value[]);
      });
      query.on('end', resolve);
      query.on('error', reject);
      client.query(query);
    });
    return {
      kind: 'ended',
      columns: result.fields.map(({ name }) => name),
      types: result.fields.map(({ dataTypeID }) => dataTypeID),
      rows,
      seen,
      affected: result.rowCount ?? 0,
    };
  } catch (error) {
    return refusalOf(error);
  }
}

/** What the server refused, with its SQLSTATE; anything else is a lost connection. */
export function refusalOf(error: unknown): Extract<StatementOutcome, { kind: 'refused' }> {
  if (error instanceof pg.DatabaseError && error.code !== undefined && !UNAVAILABLE.test(error.code)) {
    const place = error.position === undefined ? '' : ` (at character ${error.position})`;
    return {
      kind: 'refused',
      failed: error.code,
      detail: `${error.message}${place}${error.detail === undefined ? '' : `: ${error.detail}`}${error.hint === undefined ? '' : `; ${error.hint}`}`,
    };
  }
  throw new DatabaseUnavailable(wordsOfError(error), { cause: error });
}

/** Rows as objects. Two columns of one name have no place in an object: undefined. */
export function asRows(
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
): readonly ValueMap[] | undefined {
  if (new Set(columns).size < columns.length) return undefined;
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
}
