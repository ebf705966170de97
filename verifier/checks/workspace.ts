import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyTree } from './cache/copy-tree.ts';
import { compareListings, listTree, type TreeListing } from './cache/tree-listing.ts';
import type { BuiltTree, LayersContext } from './layers-context.ts';

/** Lets a check work in a copy of a tree; resolves to what the work resolves to. */
export type Workspace = <T>(tree: BuiltTree, work: (checkout: string) => Promise<T>) => Promise<T>;

interface Copy {
  readonly folder: string;
  readonly asBuilt: TreeListing;
}

const SHOWN = 3;
/** Tools keep their own caches in there. */
const NOT_COMPARED = new Set(['node_modules']);

/**
 * Copies of a tree for its checks, made when the first one is really run: what they write must not reach the application.
 * They share one, since a check may use what an earlier one added, until one of them changes or removes a file that was there:
 * what comes after it, one at a time, works on the tree as it was built.
 */
export function checkWorkspaces({ signal, note }: Pick<LayersContext, 'signal' | 'note'>): Workspace {
  const copies = new Map<string, Copy>();
  let count = 0;
  return async (tree, work) => {
    const { checkout } = tree;
    const copy = copies.get(checkout) ?? (await copyForChecks(checkout, `checks-${String((count += 1))}`, signal));
    copies.set(checkout, copy);
    try {
      return await work(copy.folder);
    } finally {
      const touched = await touchedIn(copy);
      if (touched.length > 0) {
        copies.delete(checkout);
        await rm(copy.folder, { recursive: true, force: true });
        if (!signal.aborted) note(`a check changed ${inShort(touched)}: what follows has a copy without that`);
      }
    }
  };
}

async function copyForChecks(checkout: string, name: string, signal: AbortSignal): Promise<Copy> {
  const folder = join(dirname(checkout), name);
  await copyTree(checkout, folder, signal);
  return { folder, asBuilt: await listTree(folder, { without: NOT_COMPARED }) };
}

/** What was there as built, and is changed or gone. */
async function touchedIn({ folder, asBuilt }: Copy): Promise<readonly string[]> {
  try {
    const now = await listTree(folder, { knownFolders: asBuilt, without: NOT_COMPARED });
    const { added, removed } = compareListings(asBuilt, now);
    return [...added.filter((path) => asBuilt.has(path)), ...removed];
  } catch {
    return ['the folder itself'];
  }
}

function inShort(paths: readonly string[]): string {
  const more = paths.length - SHOWN;
  return `${paths.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
}
