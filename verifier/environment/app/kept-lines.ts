import type { LogLine } from '../environment.ts';

const MOST_CHARACTERS = 16_000_000;
/** Taking lines from a list's beginning one by one would move all others each time. */
const REMOVED_AT_ONCE = 10_000;

/** The last lines of a log, of 16 million characters at most. What is not kept is said where it was. */
export class KeptLines {
  readonly #lines: LogLine[] = [];
  /** Those before this one are lost. */
  #first = 0;
  #size = 0;
  #lostCount = 0;
  #lastLost: LogLine | undefined;

  add(line: LogLine): void {
    this.#lines.push(line);
    this.#size += line.text.length + 1;
    while (this.#size > MOST_CHARACTERS) this.#lose();
    if (this.#first < REMOVED_AT_ONCE) return;
    this.#lines.splice(0, this.#first);
    this.#first = 0;
  }

  all(): readonly LogLine[] {
    const kept = this.#lines.slice(this.#first);
    if (this.#lastLost === undefined) return kept;
    const { at, stream } = this.#lastLost;
    const missing = `${String(this.#lostCount)} earlier lines`;
    return [{ at, stream, text: `… (${missing} are not kept)`, missing }, ...kept];
  }

  #lose(): void {
    const lost = this.#lines[this.#first];
    if (lost === undefined) return;
    this.#first += 1;
    this.#size -= lost.text.length + 1;
    this.#lostCount += 1;
    // Lines are in the order of their ends: whoever looks since a moment must find the gap by the latest beginning.
    if (this.#lastLost === undefined || this.#lastLost.at <= lost.at) this.#lastLost = lost;
  }
}
