import { resolve } from 'node:path';
import { FollowedFile } from './followed-file.ts';
import type { LogLines } from './log-lines.ts';

/** Reads what is added to log files. */
export interface LogFiles extends Disposable {
  /** Reads what is new, at once. Tells which files can't be read at this moment, and why. */
  read(): readonly string[];
}

const LOOK_EVERY_MS = 100;

/**
 * Follows files from their present end; what is there already is somebody else's. A file may come later, be emptied and be replaced by
 * another one; what is written to the one before is read, too. What of it can't be known is a gap.
 */
export function followFiles(files: readonly string[], cwd: string, lines: LogLines): LogFiles {
  const followed = files.map((file) => new FollowedFile({ name: file, path: resolve(cwd, file), lines }));
  const read = (): readonly string[] => followed.flatMap((file) => file.read() ?? []);
  // So that each line has about the time at which it was written.
  const timer = files.length === 0 ? undefined : setInterval(read, LOOK_EVERY_MS).unref();
  return {
    read,
    [Symbol.dispose]: () => {
      clearInterval(timer);
      for (const file of followed) file[Symbol.dispose]();
    },
  };
}
