import { spawn, type ChildProcess } from 'node:child_process';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { keepTail, type Tail } from './tail.ts';

/** The name of the superuser, whom no application gets to know. */
export const SUPERUSER = 'postgres';

/** What an embedded server stands on. */
export interface Ground {
  readonly binaries: Binaries;
  readonly account: Account;
  /** Of this server alone; with its files in `data`. */
  readonly folder: string;
  readonly data: string;
  readonly password: string;
}

/** Makes the folder and the files of a server, under its account. What went wrong, in initdb's words. */
export async function makeCluster(ground: Ground, signal: AbortSignal): Promise<string | undefined> {
  const { folder, password } = ground;
  const { uid, gid } = ground.account;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  if (uid !== undefined && gid !== undefined) {
    await chown(folder, uid, gid);
    await chown(passwordFile, uid, gid);
  }
  const why = await initialise(ground, { passwordFile, locale: 'C.UTF-8', signal });
  // Not every system has the locale that sorts the same everywhere.
  const other = why?.includes('invalid locale') === true;
  const last = other ? await initialise(ground, { passwordFile, locale: 'C', signal }) : why;
  await rm(passwordFile, { force: true });
  return last;
}

interface Initialisation {
  readonly passwordFile: string;
  readonly locale: string;
  readonly signal: AbortSignal;
}

/** What initdb wrote when it failed. */
async function initialise(
  { binaries, account, data }: Ground,
  { passwordFile, locale, signal }: Initialisation,
): Promise<string | undefined> {
  const options = ['--pgdata', data, '--auth=scram-sha-256', '--username', SUPERUSER, '--pwfile', passwordFile];
  const child = spawn(
    binaries.initdb,
    [...options, '--no-sync', '--encoding=UTF8', `--locale=${locale}`],
    spawnOptions(account),
  );
  const tail = listenTo(child);
  // It removes what it made.
  const stopIt = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stopIt, { once: true });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => {
    signal.removeEventListener('abort', stopIt);
  });
  return code === 0 ? undefined : tail.text() || `initdb ended with ${String(code)}`;
}

/** Under its account, with nothing of our environment: PGDATA, PGPORT, LC_ALL and the like would change what is started. */
export function spawnOptions(account: Account): {
  uid?: number;
  gid?: number;
  cwd: string;
  env: Record<string, string>;
  stdio: ['ignore', 'pipe', 'pipe'];
} {
  return { ...account, cwd: '/', env: { LC_MESSAGES: 'C' }, stdio: ['ignore', 'pipe', 'pipe'] };
}

/** Keeps the end of what a process writes. */
export function listenTo(child: ChildProcess): Tail {
  const tail = keepTail();
  child.stdout?.on('data', tail.add);
  child.stderr?.on('data', tail.add);
  return tail;
}
