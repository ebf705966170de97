import { join } from 'node:path';
import type { CheckPlan } from '../../contracts/language/index.ts';
import type { CheckReport } from '../../reports/index.ts';
import { restoreOutcome } from './cache/kept-outcome.ts';
import { reportCommand, type FinishedCommand } from './check-report.ts';
import { keepableOutcome, runPlan } from './kept-run.ts';
import { commandKey } from './keys.ts';
import type { BuiltTree, LayersGround } from './layers-context.ts';
import type { Workspace } from './workspace.ts';

/** A check of system.yaml, and what it runs on. */
export interface CheckRequest {
  readonly plan: CheckPlan;
  readonly tree: BuiltTree;
  /** Variables of system.yaml with this run's addresses filled in. */
  readonly env: Readonly<Record<string, string>>;
  /** What the check's services are, such as `db: embedded 15.18`: another version, another result. Empty when it needs none. */
  readonly services: readonly string[];
}

/**
 * Runs a check, or takes the result of the same check on the same tree, with the same variables and kinds of services.
 * Only what was judged satisfied is kept: a failure may be the machine's, and is looked at again.
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
  const { outcome, origin } = await workspace(tree, async (checkout) => {
    const cwd = join(checkout, tree.system.root);
    return { outcome: await runPlan(plan, ground, { cwd, env }), origin: { checkout, cwd } };
  });
  const report = await reportCommand({ ...describe(plan), outcome, cached: false, origin }, ground.sink);
  const keepable = report.judgement.kind === 'satisfied' ? keepableOutcome(outcome, origin) : undefined;
  // What can't be kept only costs time in the next run.
  if (keepable !== undefined) await ground.kept.keepOutcome(key, keepable).catch(() => undefined);
  return report;
}

function describe(plan: CheckPlan): Omit<FinishedCommand, 'outcome' | 'cached' | 'origin'> {
  const { name, required, parser } = plan;
  return { name, layer: 'check', required, plan, parser };
}
