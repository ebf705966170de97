import type { EnvironmentFailure, Result, Stack } from './environment.ts';
import { done } from './outcome.ts';

/** Gives out stacks, and knows all that are out. */
export interface StackPool {
  readonly take: () => Promise<Result<Stack, EnvironmentFailure>>;
  /** Frees all stacks, wherever they are. */
  readonly dispose: () => Promise<void>;
}

/**
 * With `keep`, a stack that is given back serves again, with its process and its database as they are, for applications that are slow
 * to start: criteria then meet what earlier ones left. One whose process has ended does not serve again.
 */
export function stackPool(create: () => Promise<Result<Stack, EnvironmentFailure>>, keep: boolean): StackPool {
  const all = new Set<Stack>();
  const idle: Stack[] = [];
  const lend = (stack: Stack): Stack => {
    let back: Promise<void> | undefined;
    const giveBack = async (): Promise<void> => {
      if (keep && stack.app.exited() === undefined) idle.push(stack);
      else await free(stack);
    };
    return { ...stack, [Symbol.asyncDispose]: () => (back ??= giveBack()) };
  };
  const free = async (stack: Stack): Promise<void> => {
    all.delete(stack);
    await stack[Symbol.asyncDispose]();
  };
  return {
    take: async () => {
      const kept = idle.shift();
      if (kept !== undefined) return done(lend(kept));
      const made = await create();
      if (!made.ok) return made;
      all.add(made.value);
      return done(lend(made.value));
    },
    dispose: async () => {
      await Promise.all([...all].map(free));
    },
  };
}
