import type { BigIntStats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Every path below a folder, with a signature that changes when it is written to. */
export type TreeListing = ReadonlyMap<string, string>;

/** What differs between two listings of one folder. */
export interface TreeChange {
  /** The topmost paths that are new or were changed: a new folder stands for all that is in it. */
  readonly added: readonly string[];
  /** The topmost paths that are gone. */
  readonly removed: readonly string[];
}

/** How much of a folder is listed. */
export interface ListingLimits {
  /** Of a folder that is not in it, only the name is listed. */
  readonly knownFolders?: TreeListing;
  /** Names of folders that are left out. */
  readonly without?: ReadonlySet<string>;
}

/** Lists a folder. */
export async function listTree(root: string, limits: ListingLimits = {}): Promise<TreeListing> {
  const { knownFolders, without } = limits;
  const listing = new Map<string, string>();
  const visit = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    await Promise.all(
      entries.map(async (entry) => {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (!entry.isDirectory()) {
          listing.set(path, signatureOf(await lstat(join(root, path), { bigint: true })));
          return;
        }
        if (without?.has(entry.name) === true) return;
        listing.set(path, 'folder');
        if (knownFolders === undefined || knownFolders.get(path) === 'folder') await visit(path);
      }),
    );
  };
  await visit('');
  return listing;
}

/** Compares a listing with a later one. */
export function compareListings(before: TreeListing, after: TreeListing): TreeChange {
  return {
    added: topmost([...after].filter(([path, signature]) => before.get(path) !== signature).map(([path]) => path)),
    removed: topmost([...before.keys()].filter((path) => !after.has(path))),
  };
}

/** With the time of the last change of any kind: the time of writing can be set back. */
function signatureOf({ mode, size, mtimeNs, ctimeNs, ino }: BigIntStats): string {
  return [mode, size, mtimeNs, ctimeNs, ino].join(':');
}

/** Of paths, those that lie in no other one of them. */
function topmost(paths: readonly string[]): string[] {
  const all = new Set(paths);
  return paths.filter((path) => !ancestorsOf(path).some((ancestor) => all.has(ancestor))).sort();
}

function ancestorsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
