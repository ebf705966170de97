import { fstatSync, readSync, type BigIntStats } from 'node:fs';
import type { LogLines } from './log-lines.ts';

/** What a log file is read by. */
export interface LogTailOptions {
  /** As messages call it. */
  readonly name: string;
  /** It is open, and stays so as long as it is read. */
  readonly file: number;
  readonly lines: LogLines;
  /** From where on what stands in it is of interest. */
  readonly offset: number;
}

const PORTION_BYTES = 256_000;
/** More than that at once is several times what is kept of a log. */
const MOST_AT_ONCE_BYTES = 64_000_000;
/** By so much of what was read last a file is known again that was emptied and has grown since. */
const KNOWN_BYTES = 64;

let tails = 0;

/** The growing end of one file, whatever its name is by now. */
export class LogTail {
  readonly file: number;
  readonly #options: LogTailOptions;
  #source: string;
  #offset: number;
  #last: Buffer;

  constructor(options: LogTailOptions) {
    this.file = options.file;
    this.#options = options;
    this.#source = nextSource();
    this.#offset = options.offset;
    this.#last = this.#readAt(Math.max(0, this.#offset - KNOWN_BYTES), Math.min(this.#offset, KNOWN_BYTES));
  }

  isOf({ dev, ino }: BigIntStats): boolean {
    const own = fstatSync(this.file, { bigint: true });
    return own.dev === dev && own.ino === ino;
  }

  /** Reads all that was added since the last time. Where that can't be known any more, a gap is told. */
  read(): void {
    const { name, lines } = this.#options;
    const { size } = fstatSync(this.file);
    if (this.#wasEmptied(size)) {
      lines.skip('file', this.#source, `what was written to ${name} just before it was emptied`);
      this.#source = nextSource();
      this.#offset = 0;
      this.#last = Buffer.alloc(0);
    }
    const tooMany = size - this.#offset - MOST_AT_ONCE_BYTES;
    if (tooMany > 0) {
      lines.skip('file', this.#source, `${String(tooMany)} bytes of ${name}`);
      this.#offset += tooMany;
    }
    while (this.#offset < size) {
      const portion = this.#readAt(this.#offset, Math.min(PORTION_BYTES, size - this.#offset));
      if (portion.length === 0) return;
      lines.add('file', portion, this.#source);
      this.#offset += portion.length;
      this.#last = Buffer.concat([this.#last, portion.subarray(-KNOWN_BYTES)]).subarray(-KNOWN_BYTES);
    }
  }

  #wasEmptied(size: number): boolean {
    if (size < this.#offset) return true;
    return !this.#readAt(this.#offset - this.#last.length, this.#last.length).equals(this.#last);
  }

  #readAt(start: number, length: number): Buffer {
    const chunk = Buffer.alloc(length);
    return length === 0 ? chunk : chunk.subarray(0, readSync(this.file, chunk, 0, length, start));
  }
}

/** Lines of two files, or of one before and after it was emptied, are never put together. */
function nextSource(): string {
  tails += 1;
  return `file ${String(tails)}`;
}
