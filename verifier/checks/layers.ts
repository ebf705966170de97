import type { CommandPlan } from '../../contracts/language/index.ts';
import type { CheckReport } from '../../reports/index.ts';
import type { Result } from '../environment/environment.ts';
import { openCache } from './cache/cache.ts';
import { runCheck, type CheckRequest } from './check.ts';
import { lastLines } from './check-report.ts';
import type { CommandOutcome } from './command-run.ts';
import { toolchainKey } from './keys.ts';
import { runPlan } from './kept-run.ts';
import type { LayersContext, LayersGround } from './layers-context.ts';
import { prepareTree, type Preparation, type PreparationRequest } from './preparation.ts';
import { checkWorkspaces } from './workspace.ts';

/** Why a command did not succeed, and the last lines that it wrote. */
export interface CommandFailure {
  readonly why: string;
  readonly output: string;
  readonly durationMs: number;
}

/** The layers below acceptance: install, build, checks. Their commands run without a shell, in a scrubbed environment, and leave no process. */
export interface Layers {
  /** Installs and builds a checkout. */
  prepare(request: PreparationRequest): Promise<Preparation>;
  /** Runs one check, in a copy of the built tree. To be called before an application writes into the tree. */
  check(request: CheckRequest): Promise<CheckReport>;
  /** Runs any other command of system.yaml (a migration), never from the cache. */
  run(
    plan: CommandPlan,
    where: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ): Promise<Result<void, CommandFailure>>;
}

/** The layers of a run. */
export function createLayers(context: LayersContext): Layers {
  let toolchain: Promise<string> | undefined;
  const ground: LayersGround = {
    ...context,
    kept: openCache({ folder: context.cache, clock: context.clock, signal: context.signal }),
    toolchain: () => (toolchain ??= toolchainKey(context.baseEnv)),
  };
  const workspace = checkWorkspaces(context);
  return {
    prepare: (request) => prepareTree(request, ground),
    check: (request) => runCheck(request, ground, workspace),
    run: async (plan, where) => {
      const outcome = await runPlan(plan, ground, where);
      if (outcome.kind === 'exited' && outcome.exitCode === 0) return { ok: true, value: undefined };
      const why = `“${plan.text}” ${describeEnd(outcome)}`;
      return { ok: false, failure: { why, output: lastLines(outcome), durationMs: outcome.durationMs } };
    },
  };
}

function describeEnd(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `ended with exit code ${String(outcome.exitCode)}`;
    case 'killed':
      return `was ended by ${outcome.signal}`;
    case 'timed-out':
      return `was not over after ${String(outcome.withinMs / 1000)} s`;
    case 'stopped':
      return 'was stopped';
    case 'not-started':
      return `could not be started: ${outcome.why}`;
  }
}
