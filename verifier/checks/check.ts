import { dirname, join } from 'node:path';
import type { CheckPlan } from '../../contracts/language/index.ts';
import type { CheckReport } from '../../reports/index.ts';
import { copyTree } from './cache/copy-tree.ts';
import { restoreOutcome } from './cache/kept-outcome.ts';
import { reportCommand, type FinishedCommand } from './check-report.ts';
import { keepableOutcome, runPlan } from './kept-run.ts';
import { commandKey } from './keys.ts';
import type { BuiltTree, LayersGround } from './layers-context.ts';

/** A check of system.yaml, and what it runs on. */
export interface CheckRequest {
  readonly plan: CheckPlan;
  readonly tree: BuiltTree;
  /** Variables of system.yaml with this run's addresses filled in. */
  readonly env: Readonly<Record<string, string>>;
  /** What the check's services are, such as `db: embedded 15.18`: another version, another result. Empty when it needs none. */
  readonly services: readonly string[];
}

/** Gives the folder that the checks of a tree run in. */
export type Workspace = (tree: BuiltTree) => Promise<string>;

/**
 * Runs a check, or takes the result of the same check on the same tree, with the same variables and kinds of services.
 * Only what was judged satisfied or violated is kept.
 */
export async function runCheck(
  request: CheckRequest,
  ground: LayersGround,
  workspace: Workspace,
): Promise<CheckReport> {
  const { plan, tree, env, services } = request;
  const key = commandKey(plan, { tree: tree.key, system: tree.system, env, services });
  const kept = await ground.kept.takeOutcome(key);
  if (kept !== undefined) {
    const { checkout, cwd } = kept;
    return reportCommand(
      { ...describe(plan), outcome: restoreOutcome(kept), cached: true, origin: { checkout, cwd } },
      ground.sink,
    );
  }
  const checkout = await workspace(tree);
  const origin = { checkout, cwd: join(checkout, tree.system.root) };
  const outcome = await runPlan(plan, ground, { cwd: origin.cwd, env });
  const report = await reportCommand({ ...describe(plan), outcome, cached: false, origin }, ground.sink);
  const keepable = report.judgement.kind === 'unverified' ? undefined : keepableOutcome(outcome, origin);
  // What can't be kept only costs time in the next run.
  if (keepable !== undefined) await ground.kept.keepOutcome(key, keepable).catch(() => undefined);
  return report;
}

/** A copy of the tree for checks, made when the first one is really run: what they write must not reach the application. */
export function checkWorkspaces(signal: AbortSignal): Workspace {
  const copies = new Map<string, Promise<string>>();
  return (tree) => {
    const made = copies.get(tree.checkout) ?? copyForChecks(tree, signal);
    copies.set(tree.checkout, made);
    return made;
  };
}

async function copyForChecks({ checkout }: BuiltTree, signal: AbortSignal): Promise<string> {
  const copy = join(dirname(checkout), 'checks');
  await copyTree(checkout, copy, signal);
  return copy;
}

function describe(plan: CheckPlan): Omit<FinishedCommand, 'outcome' | 'cached' | 'origin'> {
  const { name, required, parser } = plan;
  return { name, layer: 'check', required, plan, parser };
}
