import type { EnvironmentFailure, Result, Stack, StackNeeds } from './environment.ts';
import { done } from './outcome.ts';

/** Gives out stacks, and knows all that are out. */
export interface StackPool {
  readonly take: (needs: StackNeeds) => Promise<Result<Stack, EnvironmentFailure>>;
  /** Frees all stacks, wherever they are. */
  readonly dispose: () => Promise<void>;
}

/**
 * With `keep`, a stack that is given back serves again, with its process and its database as they are, for applications that are slow
 * to start: criteria then meet what earlier ones left. What was stopped, paused or slowed is first as it was; one that does not come back
 * to that, or whose process has ended, does not serve again. Who needs a link that a kept stack does not have gets a new one.
 */
export function stackPool(
  create: (needs: StackNeeds) => Promise<Result<Stack, EnvironmentFailure>>,
  keep: boolean,
): StackPool {
  const all = new Set<Stack>();
  const idle: Stack[] = [];
  const lend = (stack: Stack): Stack => {
    let back: Promise<void> | undefined;
    const giveBack = async (): Promise<void> => {
      if (keep && (await isMended(stack))) idle.push(stack);
      else await free(stack);
    };
    return { ...stack, [Symbol.asyncDispose]: () => (back ??= giveBack()) };
  };
  const free = async (stack: Stack): Promise<void> => {
    all.delete(stack);
    await stack[Symbol.asyncDispose]();
  };
  return {
    take: async (needs) => {
      const fitting = idle.findIndex((stack) => hasLinks(stack, needs));
      const [kept] = fitting === -1 ? [] : idle.splice(fitting, 1);
      if (kept !== undefined) return done(lend(kept));
      const made = await create(needs);
      if (!made.ok) return made;
      all.add(made.value);
      return done(lend(made.value));
    },
    dispose: async () => {
      await Promise.all([...all].map(free));
    },
  };
}

function hasLinks({ links, untouchable }: Stack, needs: StackNeeds): boolean {
  return needs.links.every((name) => links.has(name) || untouchable.has(name));
}

/** Whether everything runs as it did at first. */
async function isMended({ app, controls, links }: Stack): Promise<boolean> {
  if (app.exited() !== undefined) return false;
  for (const link of links.values()) link.restore();
  const started = await Promise.all([...controls.values()].map((control) => control.start()));
  return started.every(({ ok }) => ok);
}
