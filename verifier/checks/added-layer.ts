import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { wordsOfError, type CommandPlan } from '../../contracts/language/index.ts';
import type { CheckReport } from '../../reports/index.ts';
import type { KeptLayer } from './cache/cache.ts';
import { restoreOutcome } from './cache/kept-outcome.ts';
import { compareListings, listTree } from './cache/tree-listing.ts';
import { reportCommand } from './check-report.ts';
import { attributeInstall } from './install-fault.ts';
import { keepableOutcome, runPlan } from './kept-run.ts';
import type { LayersGround } from './layers-context.ts';
import { isShareable, liesOverNothing } from './shared-install.ts';

/** A command that adds files to the tree: its result can be kept as those files. */
export interface LayerCommand {
  readonly name: 'install' | 'build';
  readonly plan: CommandPlan;
  readonly key: string;
  /** Where a result is kept that other trees may take as well; left out when there can be none. */
  readonly sharedKey?: string;
  readonly checkout: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Adds what the command makes to the checkout: from the cache, else by running it. */
export async function addLayer(command: LayerCommand, ground: LayersGround): Promise<CheckReport> {
  const { key, sharedKey } = command;
  const shared =
    sharedKey === undefined
      ? undefined
      : await addKeptLayer(command, { key: sharedKey, fits: liesOverNothing }, ground);
  return shared ?? (await addKeptLayer(command, { key }, ground)) ?? (await runLayer(command, ground));
}

/** Where a layer may be kept, and whether it may be put into a checkout. */
interface KeptPlace {
  readonly key: string;
  readonly fits?: (layer: KeptLayer, checkout: string) => Promise<boolean>;
}

async function addKeptLayer(
  command: LayerCommand,
  { key, fits }: KeptPlace,
  ground: LayersGround,
): Promise<CheckReport | undefined> {
  const { checkout } = command;
  const staging = join(dirname(checkout), `layer-${randomUUID()}`);
  try {
    const layer = await ground.kept.takeLayer(key, staging);
    if (layer === undefined || (fits !== undefined && !(await fits(layer, checkout)))) return undefined;
    await applyLayer(layer, staging, checkout);
    const origin = { checkout: layer.outcome.checkout, cwd: layer.outcome.cwd };
    return await reportCommand(
      { ...describe(command), outcome: restoreOutcome(layer.outcome), cached: true, origin },
      ground.sink,
    );
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Moves what was copied beside the checkout into it, over what is there. */
async function applyLayer({ added, removed }: KeptLayer, staging: string, checkout: string): Promise<void> {
  for (const path of [...removed, ...added]) await rm(join(checkout, path), { recursive: true, force: true });
  for (const path of added) {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await rename(join(staging, path), join(checkout, path));
  }
}

async function runLayer(command: LayerCommand, ground: LayersGround): Promise<CheckReport> {
  const { plan, checkout, cwd, env, name } = command;
  const origin = { checkout, cwd };
  const before = await listTree(checkout);
  const outcome = await runPlan(plan, ground, { cwd, env });
  const report = await reportCommand(
    { ...describe(command), outcome, cached: false, origin },
    ground.sink,
    (judgement) => (name === 'install' ? attributeInstall(judgement, outcome.output.text) : judgement),
  );
  const kept = report.judgement.kind === 'satisfied' ? keepableOutcome(outcome, origin) : undefined;
  if (kept !== undefined) {
    const change = compareListings(before, await listTree(checkout, { knownFolders: before }));
    const { key, sharedKey } = command;
    const place = sharedKey !== undefined && isShareable(change, before) ? sharedKey : key;
    await keep({ ...command, key: place }, { ...change, outcome: kept }, ground);
  }
  return report;
}

/** What can't be kept (a full disk) only costs time in the next run. */
async function keep({ name, key, checkout }: LayerCommand, layer: KeptLayer, ground: LayersGround): Promise<void> {
  try {
    await ground.kept.keepLayer(key, layer, checkout);
  } catch (error) {
    if (!ground.signal.aborted)
      ground.note(`the result of ${name} could not be kept for later runs: ${wordsOfError(error)}`);
  }
}

function describe({ name, plan }: LayerCommand): {
  name: string;
  layer: 'install' | 'build';
  required: true;
  plan: CommandPlan;
  parser: LayerCommand['name'];
} {
  return { name, layer: name, required: true, plan, parser: name };
}
