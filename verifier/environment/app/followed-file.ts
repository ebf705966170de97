import { closeSync, constants, fstatSync, openSync } from 'node:fs';
import { wordsOfError } from '../../../contracts/language/index.ts';
import { LogTail } from './log-tail.ts';
import type { LogLines } from './log-lines.ts';

/** What a file is followed by. */
export interface FollowedFileOptions {
  /** As system.yaml calls it. */
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly lines: LogLines;
}

/** Whoever's log is replaced is told of it a moment later, and still writes to the one before. So many of them are read. */
const KEPT_OPEN = 4;

/** All files that have one name, one after the other. They are kept open, so that what was added before one was replaced is still read. */
export class FollowedFile implements Disposable {
  readonly #options: FollowedFileOptions;
  /** The oldest first, as they are written. */
  readonly #tails: LogTail[] = [];
  #isOver = false;

  constructor(options: FollowedFileOptions) {
    this.#options = options;
    this.#open('end');
  }

  /** Reads all that is new. Tells in a few words what can't be read at this moment. */
  read(): string | undefined {
    if (this.#isOver) return undefined;
    const unreadable = this.#open('beginning');
    for (const tail of this.#tails) tail.read();
    return unreadable;
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    for (const { file } of this.#tails.splice(0)) closeSync(file);
  }

  /** Takes up the file that has the name now, if it is another one. */
  #open(from: 'beginning' | 'end'): string | undefined {
    const { name, path } = this.#options;
    try {
      // A pipe under that name would let us wait for whoever writes to it.
      this.#take(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK), from);
      return undefined;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : `${name} can’t be read: ${wordsOfError(error)}`;
    }
  }

  #take(file: number, from: 'beginning' | 'end'): void {
    const { name, lines } = this.#options;
    const stats = fstatSync(file, { bigint: true });
    const isKnown = this.#tails.at(-1)?.isOf(stats) === true;
    if (isKnown || !stats.isFile()) {
      closeSync(file);
      if (!stats.isFile()) throw new Error('it is no file');
      return;
    }
    this.#tails.push(new LogTail({ name, file, lines, offset: from === 'end' ? Number(stats.size) : 0 }));
    if (this.#tails.length <= KEPT_OPEN) return;
    const oldest = this.#tails.shift();
    oldest?.read();
    if (oldest !== undefined) closeSync(oldest.file);
  }
}
