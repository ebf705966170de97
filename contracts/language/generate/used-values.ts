import { stringifyJson } from '../json.ts';
import type { Value } from '../value.ts';

/** The values that one run has generated so far; shared by its criteria, so that none comes twice. */
export class UsedValues {
  readonly #used = new Set<string>();

  /** False when the value was there already. */
  add(value: Value): boolean {
    const text = stringifyJson(value);
    if (this.#used.has(text)) return false;
    this.#used.add(text);
    return true;
  }
}
