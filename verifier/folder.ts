import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, with those above it that are missing; nothing when it is there. Throws the system's own error otherwise.
 * Not by mkdir's `recursive`: on a read-only file system that says “no such file”, and in /proc it goes round until memory ends.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another run may have made it at the same moment.
    if (!isFolder(path)) throw error;
  }
}

/** Whether there is a folder; also behind a link. Throws when it may not be looked at. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
