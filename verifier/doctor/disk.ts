import { rm, statfs, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { wordsOfError } from '../../contracts/language/index.ts';
import { makeFolder } from '../folder.ts';
import type { DoctorPlace, Finding } from './finding.ts';

const MEBIBYTE = 1024 * 1024;
/** Below it, a run of a middling system may not end. */
const SCARCE_BYTES = 2048 * MEBIBYTE;
const TOO_LITTLE_BYTES = 256 * MEBIBYTE;
/** A database server's files are kept in memory only when there is that much. */
const SHARED_MEMORY_BYTES = 512 * MEBIBYTE;

/** The folders that a run writes to. */
export async function examineDisk({
  cache,
  temporary,
  system,
}: Pick<DoctorPlace, 'cache' | 'temporary' | 'system'>): Promise<Finding[]> {
  const folders = await Promise.all([
    examineFolder(
      { id: 'cache', title: 'Cache', neededFor: 'installs, builds and check results of earlier runs' },
      cache,
    ),
    examineFolder(
      { id: 'temporary', title: 'Temporary files', neededFor: 'checkouts and databases of a run' },
      temporary,
    ),
  ]);
  return system.platform === 'linux' ? [...folders, await examineSharedMemory()] : folders;
}

async function examineFolder(about: Pick<Finding, 'id' | 'title' | 'neededFor'>, folder: string): Promise<Finding> {
  const refused = await tryToWrite(folder);
  if (refused !== undefined) {
    return {
      ...about,
      state: 'missing',
      found: `${folder} can’t be written to: ${refused}`,
      remedy: writableRemedy(about.id, folder),
    };
  }
  const free = await freeBytes(folder);
  const found = `${folder}, ${inWords(free)} free`;
  if (free >= SCARCE_BYTES) return { ...about, state: 'ok', found };
  return {
    ...about,
    state: free >= TOO_LITTLE_BYTES ? 'degraded' : 'missing',
    found: `${found}, which is little`,
    remedy: roomRemedy(about.id, folder),
  };
}

async function examineSharedMemory(): Promise<Finding> {
  const folder = '/dev/shm';
  const about = {
    id: 'memory',
    title: 'Shared memory',
    neededFor: 'databases in memory, and the browser (else slower)',
  } as const;
  const free = (await tryToWrite(folder)) === undefined ? await freeBytes(folder) : 0;
  const found = `${folder}, ${inWords(free)} free`;
  if (free >= SHARED_MEMORY_BYTES) return { ...about, state: 'ok', found };
  return {
    ...about,
    state: 'degraded',
    found,
    remedy: 'mount -o remount,size=1g /dev/shm (in a container: --shm-size=1g)',
  };
}

async function tryToWrite(folder: string): Promise<string | undefined> {
  const file = join(folder, `.assay-doctor-${randomUUID()}`);
  try {
    makeFolder(folder);
    await writeFile(file, '');
    return undefined;
  } catch (error) {
    return wordsOfError(error);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function writableRemedy(id: Finding['id'], folder: string): string {
  return id === 'cache' ? 'export ASSAY_CACHE=/a/folder/you/own' : `chmod 1777 ${folder}`;
}

function roomRemedy(id: Finding['id'], folder: string): string {
  return id === 'cache' ? `rm -r ${folder}` : `df -h ${folder} (make room, or set TMPDIR to another disk)`;
}

function inWords(bytes: number): string {
  const gibibytes = bytes / 1024 / MEBIBYTE;
  return gibibytes >= 1 ? `${gibibytes.toFixed(1)} GiB` : `${String(Math.round(bytes / MEBIBYTE))} MiB`;
}
