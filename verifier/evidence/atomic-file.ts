import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes a file so that a reader sees all of it or nothing: to a new name in the same folder, then renamed.
 * With `durable` it is on the disk before it gets its name. Rejects with the system's error; leaves no half file.
 */
export async function writeAtomically(
  path: string,
  content: Uint8Array,
  options: { readonly durable: boolean } = { durable: false },
): Promise<void> {
  const temporary = join(dirname(path), `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(content);
      if (options.durable) await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
