import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type {
  CriterionDatabase,
  DatabaseActivity,
  DatabaseAddress,
  ExecOutcome,
  JournalMark,
  QueryOutcome,
} from '../environment.ts';
import { wordsOfError, type Value } from '../../../contracts/language/index.ts';
import {
  connectionTo,
  DatabaseUnavailable,
  type Connection,
  type ConnectionOptions,
  type Login,
} from './connection.ts';
import { readDelta } from './delta.ts';
import { readActivity, readPosition } from './journal.ts';
import { rejectStatements } from './rejection.ts';
import { lookIn, schemasOf } from './search-path.ts';
import { asRows, MOST_ROWS, runStatement, type StatementOutcome } from './statement.ts';
import { firstOwnType } from './values.ts';

/** As whom the verifier looks. */
export interface DatabaseLogins {
  readonly superuser: Login;
  readonly reader: Login;
}

export interface DatabaseOptions {
  readonly address: DatabaseAddress;
  readonly logins: DatabaseLogins;
  /** The schema of the change journal. */
  readonly journal: string;
  readonly drop: () => Promise<void>;
  readonly answersWithinMs?: number;
}

export const STATEMENT_WITHIN_MS = '10000';
/** Milliseconds. Longer than a statement may take: then it is not the statement that hangs, but the server. */
export const ANSWERS_WITHIN_MS = 15_000;

/**
 * Opens the verifier's connections to a database, before any application is there to use them up.
 * Rejects with `DatabaseUnavailable`.
 */
export async function openDatabase({
  address,
  logins,
  journal,
  drop,
  answersWithinMs = ANSWERS_WITHIN_MS,
}: DatabaseOptions): Promise<CriterionDatabase> {
  const settings = { statement_timeout: STATEMENT_WITHIN_MS };
  const reader = connectionTo(logins.reader, {
    settings: { default_transaction_read_only: 'on', ...settings },
    answersWithinMs,
  });
  const superuser = connectionTo(logins.superuser, { settings, answersWithinMs });
  await Promise.all([learnArrays(reader), learnArrays(superuser)]);
  // What it is called can't be guessed.
  const sparedBy = `s${randomBytes(5).toString('hex')}.own`;
  let disposal: Promise<void> | undefined;
  return {
    address,
    query: async (sql, params) => {
      const schemas = await superuser.use((client) => orUnavailable(schemasOf(client, address.user)));
      return await ask(reader, { sql, params, schemas });
    },
    exec: (sql, params) => exec({ ...address, settings: { [sparedBy]: 'on' } }, sql, params),
    mark: () => superuser.use((client) => orUnavailable(readMark(client, journal))),
    activity: () => superuser.use((client) => orUnavailable(askActivity(client, journal, logins.reader.user))),
    delta: (from, to, volatile) =>
      superuser.use((client) => orUnavailable(readDelta(client, journal, { from, to, volatile }))),
    reject: async (table, on) => {
      const rejection = await orUnavailable(rejectStatements(superuser, { table, on, schema: journal, sparedBy }));
      if (rejection === undefined) return undefined;
      return {
        check: () => orUnavailable(rejection.check()),
        lift: () => orUnavailable(rejection.lift()),
      };
    },
    [Symbol.asyncDispose]: () =>
      (disposal ??= Promise.all([reader[Symbol.asyncDispose](), superuser[Symbol.asyncDispose]()]).then(drop)),
  };
}

/** Array types that only this database has. */
export async function learnArrays(connection: Connection): Promise<void> {
  const { arrays } = connection;
  const { rows } = await connection.use((client) =>
    client.query<{ array: number | null; element: number | null; newest: number }>(
      `select array_type.oid as array, array_type.typelem as element, newest.oid as newest
         from (select coalesce(max(oid), 0) as oid from pg_type where oid >= $1) newest
         left join pg_type array_type on typcategory = 'A' and typelem <> 0 and array_type.oid >= $1`,
      [firstOwnType],
    ),
  );
  for (const { array, element, newest } of rows) {
    arrays.newest = newest;
    if (array !== null && element !== null) arrays.set(array, element);
  }
}

/** A look by this connection. Types that the application has made since then are learned first. */
export async function ask(connection: Connection, statement: Query): Promise<QueryOutcome> {
  const first = await connection.use((client) => query(client, statement));
  if (!first.types.some((type) => connection.arrays.mayMiss(type))) return first.outcome;
  await orUnavailable(learnArrays(connection));
  return (await connection.use((client) => query(client, statement))).outcome;
}

/** A statement that looks. */
export interface Query {
  readonly sql: string;
  readonly params: readonly Value[];
  /** Where tables are that it names without a schema: where the application finds them. As the session does when missing. */
  readonly schemas?: readonly string[];
}

/**
 * In a read-only transaction that is rolled back, so that nothing the statement does to the session outlives it. When the
 * statement ends the transaction itself, it has ended the only one it could have written in.
 */
async function query(
  client: pg.Client,
  { sql, params, schemas }: Query,
): Promise<{ readonly outcome: QueryOutcome; readonly types: readonly number[] }> {
  await orUnavailable(client.query(`begin read only; ${schemas === undefined ? '' : lookIn(client, schemas)}`));
  const outcome = await runStatement(client, sql, params).finally(() =>
    orUnavailable(client.query('rollback; select pg_advisory_unlock_all()')),
  );
  return outcome.kind === 'refused'
    ? { outcome: { failed: outcome.failed, detail: outcome.detail }, types: [] }
    : { outcome: rowsOf(outcome), types: outcome.types };
}

function rowsOf(outcome: Extract<StatementOutcome, { readonly kind: 'ended' }>): QueryOutcome {
  // As a syntax error: what brings no columns is no query, and “no rows” of it says nothing.
  if (outcome.columns.length === 0) return { failed: '42601', detail: 'it brings no columns: it is no query' };
  const rows = asRows(outcome.columns, outcome.rows);
  if (rows === undefined)
    return { failed: '42701', detail: `two columns of the result have one name: ${outcome.columns.join(', ')}` };
  if (outcome.seen === rows.length) return { rows };
  return { rows, truncated: `the first ${String(MOST_ROWS)} of ${String(outcome.seen)} rows` };
}

/** On a connection of its own: nothing that a statement leaves in a session meets the next one. */
export async function exec(
  { settings = {}, ...address }: DatabaseAddress & Pick<ConnectionOptions, 'settings'>,
  sql: string,
  params: readonly Value[],
): Promise<ExecOutcome> {
  const connection = connectionTo(address, {
    settings: { statement_timeout: STATEMENT_WITHIN_MS, ...settings },
    answersWithinMs: ANSWERS_WITHIN_MS,
  });
  try {
    const outcome = await connection.use((client) => runStatement(client, sql, params));
    return outcome.kind === 'refused'
      ? { failed: outcome.failed, detail: outcome.detail }
      : { rowCount: outcome.affected };
  } finally {
    await connection[Symbol.asyncDispose]();
  }
}

async function readMark(client: pg.Client, journal: string): Promise<JournalMark> {
  const { rows } = await client.query<{ position: string; unwatched: string[] }>(readPosition(journal));
  const [row] = rows;
  if (row === undefined) throw new DatabaseUnavailable('the change journal does not answer');
  if (row.unwatched.length > 0)
    throw new DatabaseUnavailable(`changes of ${row.unwatched.join(', ')} are not being recorded`);
  return { position: row.position };
}

async function askActivity(client: pg.Client, journal: string, reader: string): Promise<DatabaseActivity> {
  const { rows } = await client.query<DatabaseActivity>(readActivity(journal), [reader]);
  const [row] = rows;
  if (row === undefined) throw new DatabaseUnavailable('the change journal does not answer');
  return row;
}

async function orUnavailable<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(wordsOfError(error), { cause: error });
  }
}
