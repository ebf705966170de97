import type { CommandPlan } from '../../contracts/language/index.ts';
import type { KeptOutcome } from './cache/kept-outcome.ts';
import { runCommand, type CommandOutcome } from './command-run.ts';
import type { LayersGround } from './layers-context.ts';
import type { Origin } from './parsers/parse.ts';

/** Runs a planned command with the scrubbed environment and its own variables on top. */
export function runPlan(
  plan: CommandPlan,
  ground: LayersGround,
  where: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<CommandOutcome> {
  ground.note(`running ${plan.text}`);
  return runCommand(
    { words: plan.run, cwd: where.cwd, env: { ...ground.baseEnv, ...where.env }, withinMs: plan.withinMs },
    ground,
  );
}

/** What is kept of an outcome; `undefined` when it did not come to its own end, and says nothing about the next time. */
export function keepableOutcome(outcome: CommandOutcome, { checkout, cwd }: Origin): KeptOutcome | undefined {
  if (outcome.kind !== 'exited') return undefined;
  const { exitCode, durationMs, output } = outcome;
  return { exitCode, durationMs, ...output, checkout, cwd };
}
