import type { Environment, EnvironmentFailure, Result, Stack, StackNeeds } from '../environment/index.ts';

/**
 * Fresh stacks, made ahead: while a criterion runs, the next one's database and process are already on their way.
 * Never makes more than are wanted; what was made and not taken is freed by disposal.
 */
export class StackSupply implements AsyncDisposable {
  readonly #environment: Environment;
  readonly #ahead: Promise<Result<Stack, EnvironmentFailure>>[] = [];
  readonly #aheadWanted: number;
  readonly #stillWanted: StackNeeds[];

  /** `wanted`: what the stacks will be needed for, in the order in which they are taken; `ahead`: how many may wait at a time. */
  constructor(environment: Environment, wanted: readonly StackNeeds[], ahead: number) {
    this.#environment = environment;
    this.#stillWanted = [...wanted];
    this.#aheadWanted = ahead;
    this.#refill();
  }

  /** The stack for the next of what was wanted, or why there is none. The caller disposes it. */
  async take(): Promise<Result<Stack, EnvironmentFailure>> {
    const next = this.#ahead.shift() ?? this.#make();
    const result = await next;
    if (result.ok) this.#refill();
    return result;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stillWanted.length = 0;
    for (const result of await Promise.all(this.#ahead.splice(0)))
      if (result.ok) await result.value[Symbol.asyncDispose]();
  }

  #refill(): void {
    while (this.#stillWanted.length > 0 && this.#ahead.length < this.#aheadWanted) this.#ahead.push(this.#make());
  }

  #make(): Promise<Result<Stack, EnvironmentFailure>> {
    return this.#environment.createStack(this.#stillWanted.shift() ?? { links: [] });
  }
}
