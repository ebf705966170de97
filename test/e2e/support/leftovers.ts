import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Processes that still work in, or run from, a folder that the verifier made: the application, its database, its browser. */
export async function processesIn(part: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/u.test(name))) {
    const cwd = await readlink(join('/proc', pid, 'cwd')).catch(() => '');
    if (cwd.includes(part)) found.push(`${pid} ${cwd}`);
  }
  return found;
}

/** What runs with this cache have on record as still held. */
export async function runsOnRecord(cache: string): Promise<string[]> {
  return await readdir(join(cache, 'live', 'runs')).catch(() => []);
}

/** Folders of runs that are still in the folder for temporary ones; a command that made none may not have made that one either. */
export async function leftFolders(temporary: string): Promise<string[]> {
  return (await readdir(temporary).catch(() => [])).filter((name) => name.startsWith('assay-'));
}
