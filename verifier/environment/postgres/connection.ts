import pg from 'pg';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { DatabaseAddress, EnvironmentContext } from '../environment.ts';
import { within } from '../within.ts';
import { ArrayTypes, parserOf } from './values.ts';

/** The verifier's own way to a database is broken: nothing can be said of what the database holds. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Where and as whom. */
export interface Login extends Pick<DatabaseAddress, 'host' | 'port' | 'user' | 'password' | 'name'> {
  /** Encrypted; `checked`: only with whoever proves to be that host. Not encrypted when missing. */
  readonly tls?: 'unchecked' | 'checked';
}

/** A connection that is opened when it is first used, and anew when it was lost. */
export interface Connection extends AsyncDisposable {
  /** Acts on the connection, one after the other: a session has one asker at a time. Rejects with `DatabaseUnavailable` when it can't be opened. */
  use<T>(act: (client: pg.Client) => Promise<T>): Promise<T>;
  /** Array types of the database's own, by which their elements are read; filled by whoever needs them. */
  readonly arrays: ArrayTypes;
}

interface OpenConnection {
  readonly client: pg.Client;
  lost: boolean;
}

const CONNECTS_WITHIN_MS = 5_000;
const CLOSES_WITHIN_MS = 2_000;

/** What a connection is given beside its address. */
export interface ConnectionOptions {
  /** The server's settings, applied at the start of the session. */
  readonly settings?: Readonly<Record<string, string>>;
  /** A server that has not answered an act by then hangs, as one that is paused does: the connection is given up. No limit when it is missing. */
  readonly answersWithinMs?: number;
}

/** Values come as the contract language knows them, by parsers of this connection alone. */
export function connectionTo(login: Login, { settings = {}, answersWithinMs }: ConnectionOptions = {}): Connection {
  const arrays = new ArrayTypes();
  let open: OpenConnection | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const connect = async (): Promise<OpenConnection> => {
    const client = clientFor(login, { settings, arrays });
    const state = { client, lost: false };
    // Without a listener, losing the connection would end the process.
    client.on('error', () => (state.lost = true));
    client.on('end', () => (state.lost = true));
    try {
      await client.connect();
    } catch (error) {
      throw new DatabaseUnavailable(wordsOfError(error), { cause: error });
    }
    open = state;
    return state;
  };
  const act = async <T>(wanted: (client: pg.Client) => Promise<T>): Promise<T> => {
    const mine = open === undefined || open.lost ? await connect() : open;
    if (answersWithinMs === undefined) return await wanted(mine.client);
    const late = (): void => {
      mine.lost = true;
      // In the middle of an act, this breaks the connection off, which rejects the act.
      void mine.client.end().catch(() => undefined);
    };
    return await limited(answersWithinMs, wanted(mine.client), late);
  };
  return {
    arrays,
    use: (wanted) => {
      const mine = last.then(() => act(wanted));
      last = mine.catch(() => undefined);
      return mine;
    },
    [Symbol.asyncDispose]: async () => {
      const client = open?.client;
      open = undefined;
      // A server that hangs does not keep us.
      if (client !== undefined) await within(CLOSES_WITHIN_MS, client.end()).catch(() => undefined);
    },
  };
}

async function limited<T>(ms: number, promise: Promise<T>, late: () => void): Promise<T> {
  const hang = { isLate: false };
  const timer = setTimeout(() => {
    hang.isLate = true;
    late();
  }, ms);
  try {
    return await promise;
  } catch (error) {
    throw hang.isLate
      ? new DatabaseUnavailable(`the server did not answer within ${String(ms / 1000)} s`, { cause: error })
      : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Acts on a connection of its own, which is closed afterwards. */
export async function connected<T>(login: Login, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const connection = connectionTo(login);
  try {
    return await connection.use(act);
  } finally {
    await connection[Symbol.asyncDispose]();
  }
}

function clientFor(
  { host, port, user, password, name, tls }: Login,
  { settings, arrays }: { settings: Readonly<Record<string, string>>; arrays: ArrayTypes },
): pg.Client {
  return new pg.Client({
    host,
    port,
    user,
    password,
    database: name,
    ssl: tls === undefined ? false : { rejectUnauthorized: tls === 'checked' },
    application_name: '',
    connectionTimeoutMillis: CONNECTS_WITHIN_MS,
    options: Object.entries({
      timezone: 'UTC',
      datestyle: 'ISO',
      intervalstyle: 'postgres',
      bytea_output: 'hex',
      extra_float_digits: '1',
      ...settings,
    })
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
    types: { getTypeParser: (oid: number) => parserOf(oid, arrays) },
  });
}

/** Asks a starting server a real question until it answers. Why it does not, when the time is over or the run is stopped. */
export async function awaitAnswer(
  login: Login,
  { context, withinMs }: { readonly context: Pick<EnvironmentContext, 'clock' | 'signal'>; readonly withinMs: number },
): Promise<string | undefined> {
  const { clock, signal } = context;
  const end = clock.monotonicMs() + withinMs;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 1.5, 100)) {
    if (signal.aborted) return 'the run was stopped';
    try {
      await connected(login, (client) => client.query('select 1'));
      return undefined;
    } catch (error) {
      if (clock.monotonicMs() > end) return `no answer within ${String(withinMs / 1000)} s: ${wordsOfError(error)}`;
    }
    await clock.sleep(waitMs, signal);
  }
}
