import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SystemPlan } from '../../contracts/language/index.ts';
import type { CheckReport } from '../../reports/index.ts';
import { addLayer } from './added-layer.ts';
import { commandKey, digest, installKey } from './keys.ts';
import type { BuiltTree, LayersGround } from './layers-context.ts';
import { dependsOnKeyFilesOnly } from './shared-install.ts';

/** What is to be installed and built. */
export interface PreparationRequest {
  /** A clean checkout; files are added to it. Absolute. */
  readonly checkout: string;
  /** The id of its tree. */
  readonly tree: string;
  readonly system: SystemPlan;
  /** `env` of system.yaml, with its references filled in. The install does not see it: NODE_ENV=production would leave out what the build needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** The reports of install and build, as far as it came; `tree` when all of it succeeded. */
export interface Preparation {
  readonly reports: readonly CheckReport[];
  readonly tree?: BuiltTree;
}

/** Installs and builds a checkout, from the cache where nothing that matters has changed. */
export async function prepareTree(request: PreparationRequest, ground: LayersGround): Promise<Preparation> {
  const { checkout, system, env } = request;
  const root = join(checkout, system.root);
  if (!(await isFolder(root))) return { reports: [await reportMissingRoot(system, ground)] };
  const toolchain = await ground.toolchain();
  const reports: CheckReport[] = [];
  const place = { checkout, cwd: root };
  let key = digest([request.tree, system.root, toolchain]);
  if (system.install !== undefined) {
    const sharedKey = digest([system.root, await installKey(system.install, root, toolchain)]);
    // With the tree as well: what an install makes of the commit's own files is of no other commit.
    key = digest([key, sharedKey]);
    const keys = (await dependsOnKeyFilesOnly(checkout)) ? { key, sharedKey } : { key };
    reports.push(await addLayer({ name: 'install', plan: system.install, ...keys, ...place, env: {} }, ground));
    if (!isSatisfied(reports)) return { reports };
  }
  if (system.build !== undefined) {
    key = commandKey(system.build, { tree: key, system, env, services: [] });
    reports.push(await addLayer({ name: 'build', plan: system.build, key, ...place, env }, ground));
    if (!isSatisfied(reports)) return { reports };
  }
  return { reports, tree: { checkout, root, system, key } };
}

function isSatisfied(reports: readonly CheckReport[]): boolean {
  return reports.every(({ judgement }) => judgement.kind === 'satisfied');
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function reportMissingRoot(system: SystemPlan, { sink }: LayersGround): Promise<CheckReport> {
  const message = `the folder “${system.root}” (root in ${system.file}) is not in this commit`;
  const evidence = await sink.keep({
    kind: 'output',
    title: 'the system’s root',
    mediaType: 'text/plain',
    content: `${message}\n`,
  });
  return {
    name: 'root',
    layer: 'install',
    required: true,
    judgement: { kind: 'violated', evidence: [evidence], mismatches: [{ path: '', message }] },
    durationMs: 0,
    cached: false,
    diagnostics: [],
    evidence: [evidence],
  };
}
