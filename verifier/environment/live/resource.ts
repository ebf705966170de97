import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endTree } from '../../process-tree.ts';
import { startOf } from './owner.ts';

/** What a run holds outside its own process, and what must be gone after it. */
export type Resource =
  /** A process and all that it started: whatever carries the mark. On record before it runs; `startedAt` tells it from a later process with the same number. */
  | { readonly kind: 'process'; readonly mark: string; readonly pid?: number; readonly startedAt?: string }
  /** A folder with all that is in it. When a PostgreSQL server runs on it, that is stopped first. */
  | { readonly kind: 'folder'; readonly path: string; readonly cluster?: string }
  /** The lock of a port. */
  | { readonly kind: 'lock'; readonly path: string }
  /** Containers with the label `assay.run` of this value. */
  | { readonly kind: 'containers'; readonly run: string };

/** Resources that can be freed at once, without waiting for anybody. */
export type LocalResource = Exclude<Resource, { kind: 'containers' }>;

/**
 * Kills the process and all that it started, or removes the folder or the lock, synchronously, so that it can be done while the process ends.
 * What is gone already is no error. A PostgreSQL server is told to stop at once, so that it gives back its shared memory.
 */
export function freeAtOnce(resource: LocalResource): void {
  switch (resource.kind) {
    case 'process':
      endTree(leaderOf(resource), resource.mark);
      return;
    case 'folder':
      if (resource.cluster !== undefined) stopCluster(resource.cluster);
      rmSync(resource.path, { recursive: true, force: true, maxRetries: 3 });
      return;
    case 'lock':
      rmSync(resource.path, { force: true });
  }
}

function leaderOf({ pid, startedAt }: Extract<Resource, { kind: 'process' }>): number | undefined {
  return pid !== undefined && startedAt !== undefined && startOf(pid) === startedAt ? pid : undefined;
}

/** kill -9 of a process and its group. Whether there was one. */
export function killGroup(pid: number): boolean {
  const group = signal(-pid, 'SIGKILL');
  return signal(pid, 'SIGKILL') || group;
}

function stopCluster(folder: string): void {
  const pid = postmasterOf(folder);
  if (pid === undefined) return;
  const startedAt = startOf(pid);
  if (startedAt === undefined) return;
  signal(pid, 'SIGQUIT');
  for (let tries = 0; tries < 150 && startOf(pid) === startedAt; tries += 1) pause(20);
  if (startOf(pid) === startedAt) killGroup(pid);
}

/** The server's process, which keeps its number in the first line of a file beside its files. */
function postmasterOf(folder: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
