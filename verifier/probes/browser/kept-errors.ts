import type { RecordedError } from './script-errors.ts';

/** Errors beyond this are counted and not kept: a page that fails without pause must not fill the memory. */
const errorLimit = 20_000;

/** Errors in the order of time, up to a limit; and how many there were beyond it, of which nothing is known. */
export class KeptErrors {
  readonly #errors: RecordedError[] = [];
  #dropped = 0;

  get all(): readonly RecordedError[] {
    return this.#errors;
  }

  /** How many were not kept. */
  get dropped(): number {
    return this.#dropped;
  }

  note(error: RecordedError): void {
    if (this.#errors.length < errorLimit) this.#errors.push(error);
    else this.#dropped += 1;
  }
}
