import type { Environment, EnvironmentFailure, Result, Stack } from '../environment/index.ts';

/**
 * Fresh stacks, made ahead: while a criterion runs, the next one's database and process are already on their way.
 * Never makes more than are wanted; what was made and not taken is freed by disposal.
 */
export class StackSupply implements AsyncDisposable {
  readonly #environment: Environment;
  readonly #ahead: Promise<Result<Stack, EnvironmentFailure>>[] = [];
  readonly #aheadWanted: number;
  #stillWanted: number;

  /** `wanted`: how many stacks will be taken in all; `ahead`: how many may wait at a time. */
  constructor(environment: Environment, wanted: number, ahead: number) {
    this.#environment = environment;
    this.#stillWanted = wanted;
    this.#aheadWanted = ahead;
    this.#refill();
  }

  /** The next stack, or why there is none. The caller disposes it. */
  async take(): Promise<Result<Stack, EnvironmentFailure>> {
    const next = this.#ahead.shift() ?? this.#make();
    const result = await next;
    if (result.ok) this.#refill();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stillWanted = 0;
    for (const result of await Promise.all(this.#ahead.splice(0)))
      if (result.ok) await result.value[Symbol.asyncDispose]();
  }

  #refill(): void {
    while (this.#stillWanted > 0 && this.#ahead.length < this.#aheadWanted) this.#ahead.push(this.#make());
  }

  #make(): Promise<Result<Stack, EnvironmentFailure>> {
    this.#stillWanted -= 1;
    return this.#environment.createStack();
  }
}
