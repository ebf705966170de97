import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { thisOwner } from './live/owner.ts';
import type { Ledger } from './live/ledger.ts';

/** A port that no other run takes until it is released. */
export interface PortReservation {
  readonly port: number;
  readonly release: () => void;
}

// Below the range from which systems take ports for outgoing connections (Linux 32768, others 49152): such a
// connection could take the port between our look and the application's start.
const FIRST = 20_000;
const LAST = 32_000;
const MOST_TRIES = 200;
/** The state of a socket in Linux' own tables. */
const LISTENS = '0A';

/** Reserves a free port: a lock file against other runs, a trial bind on every local address against everybody else. Rejects when none is found. */
export async function reservePort(ledger: Ledger): Promise<PortReservation> {
  const folder = join(ledger.live, 'ports');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const port = randomInt(FIRST, LAST);
    const path = join(folder, String(port));
    if (!takeLock(path)) continue;
    const entry = ledger.record({ kind: 'lock', path });
    if (await isFree(port)) {
      return { port, release: entry.free };
    }
    entry.free();
  }
  throw new Error(`no free port was found between ${String(FIRST)} and ${String(LAST)}`);
}

function takeLock(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify(thisOwner()), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Whether anybody accepts connections on this port, at any address of this machine. */
export async function isListenedOn(port: number): Promise<boolean> {
  const sockets = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(linesOf);
  if (sockets.length === 0) return !(await isFree(port));
  const ending = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return sockets.some((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/u);
    return state === LISTENS && local.endsWith(ending);
  });
}

function linesOf(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}

async function isFree(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0', '::']) {
    if (!(await canBind(host, port))) return false;
  }
  return true;
}

function canBind(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    // An address that this machine does not have (no IPv6) is taken by nobody.
    probe.once('error', (error) => {
      resolve('code' in error && error.code !== 'EADDRINUSE' && error.code !== 'EACCES');
    });
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}
