import { compareListings, listTree } from '../checks/index.ts';

/** Tells, when asked, which paths below a folder differ from what they were when it was made. */
export type FilesWatch = () => Promise<readonly string[]>;

/** What is installed is large, and what tools keep there for themselves is nobody's state; git's own folder is not the application's. */
const WITHOUT = new Set(['node_modules', '.git']);

/**
 * Notes names, sizes and times of all files below a folder, but those of installed packages. The paths are relative to it and sorted; a
 * new folder stands for all that is in it. A folder that can't be read has none.
 */
export async function watchFiles(root: string): Promise<FilesWatch> {
  const list = () => listTree(root, { without: WITHOUT }).catch(() => new Map<string, string>());
  const before = await list();
  return async () => {
    const { added, removed } = compareListings(before, await list());
    return [...added, ...removed].sort();
  };
}
