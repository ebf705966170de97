import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TreeChange, TreeListing } from './cache/tree-listing.ts';

/** Scripts of a manifest that package managers run by themselves during an install. They may read any file of the commit. */
const LIFECYCLE = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
  'pnpm:devPreinstall',
];

const FOLDER = 'node_modules';

/**
 * Whether another commit with the same key files would be installed alike: no package.json of the commit, workspaces included, has a
 * script that the install runs. One that can't be read counts as having one.
 */
export async function dependsOnKeyFilesOnly(checkout: string): Promise<boolean> {
  const manifests = await findManifests(checkout);
  const harmless = await Promise.all(manifests.map(hasNoLifecycle));
  return harmless.every(Boolean);
}

/** Whether what an install changed may be put into another commit: all of it is new, and lies in folders named node_modules. */
export function isShareable({ added, removed }: TreeChange, before: TreeListing): boolean {
  return removed.length === 0 && added.every((path) => path.split('/').includes(FOLDER) && !before.has(path));
}

/** Whether a kept install lies over nothing that is in a clean checkout: what the commit holds is never overwritten. */
export async function liesOverNothing({ added, removed }: TreeChange, checkout: string): Promise<boolean> {
  const taken = await Promise.all(added.map((path) => exists(join(checkout, path))));
  return removed.length === 0 && !taken.includes(true);
}

async function findManifests(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === FOLDER ? [] : findManifests(path);
      return entry.name === 'package.json' ? [path] : [];
    }),
  );
  return found.flat();
}

async function hasNoLifecycle(manifest: string): Promise<boolean> {
  try {
    const { scripts = {} } = JSON.parse(await readFile(manifest, 'utf8')) as { scripts?: object };
    return LIFECYCLE.every((name) => !(name in scripts));
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch {
    return false;
  }
}
