import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { resolve } from 'node:path';
import type { LogLines } from './log-lines.ts';

/** Reads what is added to log files. */
export interface LogFiles extends Disposable {
  /** Reads what is new, at once. */
  read(): void;
}

const LOOK_EVERY_MS = 100;
/** Of more than that at once, the end is read. */
const MOST_AT_ONCE_BYTES = 1_000_000;

/**
 * Follows files from their present end; what is there already is somebody else's. A file may come later, be emptied and be replaced by
 * another one. One that can't be read has no lines.
 */
export function followFiles(files: readonly string[], cwd: string, lines: LogLines): LogFiles {
  const followed = files.map((file) => followFile(resolve(cwd, file)));
  const read = (): void => {
    for (const file of followed) {
      const chunk = file.more();
      if (chunk.length > 0) lines.add('file', chunk, file.path);
    }
  };
  // So that each line has about the time at which it was written.
  const timer = files.length === 0 ? undefined : setInterval(read, LOOK_EVERY_MS).unref();
  return {
    read,
    [Symbol.dispose]: () => {
      clearInterval(timer);
    },
  };
}

interface Followed {
  readonly path: string;
  more(): Buffer;
}

function followFile(path: string): Followed {
  let place = atEnd(path);
  return {
    path,
    more: () =>
      opened(path, (file, { ino, size }) => {
        // Emptied, or another file under the same name.
        const from = ino === place.ino && size >= place.offset ? place.offset : 0;
        const start = Math.max(from, size - MOST_AT_ONCE_BYTES);
        const chunk = Buffer.alloc(size - start);
        const length = chunk.length === 0 ? 0 : readSync(file, chunk, 0, chunk.length, start);
        place = { ino, offset: start + length };
        return chunk.subarray(0, length);
      }) ?? Buffer.alloc(0),
  };
}

function atEnd(path: string): { readonly ino: number; readonly offset: number } {
  return opened(path, (_, { ino, size }) => ({ ino, offset: size })) ?? { ino: 0, offset: 0 };
}

function opened<T>(path: string, act: (file: number, stats: Stats) => T): T | undefined {
  let file: number | undefined;
  try {
    // A pipe under that name would let us wait for whoever writes to it.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(file);
    return stats.isFile() ? act(file, stats) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
