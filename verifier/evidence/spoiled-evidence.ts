import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { EvidenceRef } from '../../reports/index.ts';

/**
 * Looks at kept evidence again: by path, what is wrong with each piece that is gone or no longer has the content that was kept.
 * What is verified runs as the same user, and could have reached it. Never rejects.
 */
export async function findSpoiled(
  folderPath: string,
  refs: Iterable<EvidenceRef>,
): Promise<ReadonlyMap<string, string>> {
  const spoiled = new Map<string, string>();
  // Many references lead to one file; one file at a time, since screenshots are large.
  for (const [path, sha256] of new Map([...refs].map((ref) => [ref.path, ref.sha256]))) {
    const found = await digestOf(join(folderPath, path));
    if (found === undefined) spoiled.set(path, `${path} is gone`);
    else if (found !== sha256) spoiled.set(path, `${path} was changed after it had been written`);
  }
  return spoiled;
}

/** Undefined when there is no file to read; a link is none. */
async function digestOf(path: string): Promise<string | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    return createHash('sha256')
      .update(await file.readFile())
      .digest('hex');
  } catch {
    return undefined;
  }
}
