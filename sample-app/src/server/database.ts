import pg from 'pg';

/** What the query functions need: a pool, or one client inside a transaction. */
export type Database = Pick<pg.Pool, 'query'>;

export function createPool(databaseUrl: string): pg.Pool {
  return new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    application_name: 'sample-app',
  });
}

/** The row of a query that always has one. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The query gave no row.');
  return row;
}

/** PostgreSQL's code for an error, such as 23503, if the error came from there. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
