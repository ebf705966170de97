const MEBIBYTE = 1024 * 1024;

/** What a command wrote: whole, or its beginning and its end with a line between that says how much is missing. */
export interface CapturedOutput {
  readonly text: string;
  /** Set when something is missing: why, and how much there was. */
  readonly truncated?: string;
}

/** Keeps the first and the last part of an output, however much comes: the beginning tells what was run, the end how it went. */
export class BoundedOutput {
  readonly #headBytes: number;
  readonly #tailBytes: number;
  readonly #head: Buffer[] = [];
  #headLength = 0;
  #tail: Buffer[] = [];
  #tailLength = 0;
  #total = 0;

  constructor(headBytes = MEBIBYTE, tailBytes = 4 * MEBIBYTE) {
    this.#headBytes = headBytes;
    this.#tailBytes = tailBytes;
  }

  write(chunk: Buffer): void {
    this.#total += chunk.length;
    const forHead = chunk.subarray(0, this.#headBytes - this.#headLength);
    if (forHead.length > 0) {
      this.#head.push(forHead);
      this.#headLength += forHead.length;
    }
    const rest = chunk.subarray(forHead.length);
    if (rest.length === 0) return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    if (this.#tailLength > 2 * this.#tailBytes) this.#shorten();
  }

  /** What was kept so far. Bytes that are no UTF-8, also where a character was cut, become replacement characters. */
  read(): CapturedOutput {
    if (this.#tailLength > this.#tailBytes) this.#shorten();
    const missing = this.#total - this.#headLength - this.#tailLength;
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (missing === 0) return { text: Buffer.concat([head, tail]).toString('utf8') };
    return {
      text: `${head.toString('utf8')}\n[… ${String(missing)} bytes left out …]\n${tail.toString('utf8')}`,
      truncated: `the command wrote ${String(this.#total)} bytes; the first ${String(this.#headLength)} and the last ${String(this.#tailLength)} are kept`,
    };
  }

  #shorten(): void {
    const all = Buffer.concat(this.#tail);
    this.#tail = [all.subarray(all.length - this.#tailBytes)];
    this.#tailLength = this.#tailBytes;
  }
}
