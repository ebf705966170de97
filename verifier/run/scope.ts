import { scopeOf, type Scope, type Value, type ValueMap } from '../../contracts/language/index.ts';

/**
 * The names that a criterion's steps can refer to, innermost first: what was saved, the criterion's own values, its actors, services and the run.
 * Grows while the criterion runs; each criterion has its own, so nothing leaks from one to the next.
 */
export class CriterionScope implements Scope {
  readonly #saved: Record<string, Value> = {};
  readonly #values: Record<string, Value> = {};
  readonly #inner: Scope;

  /** `outer`: the services' addresses and `run`, by name. */
  constructor(outer: ValueMap) {
    this.#inner = scopeOf(this.#saved, scopeOf(this.#values, scopeOf(outer)));
  }

  lookup(path: readonly string[]): Value | undefined {
    return this.#inner.lookup(path);
  }

  /** A value of `let`, or an actor's values under the actor's name. */
  define(name: string, value: Value): void {
    this.#values[name] = value;
  }

  save(name: string, value: Value): void {
    this.#saved[name] = value;
  }

  /** What was generated and saved, by name, for the report. */
  record(): ValueMap {
    return { ...this.#values, ...this.#saved };
  }
}
