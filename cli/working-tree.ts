import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { loadContracts, standardContracts, type LoadedContracts } from '../verifier/contract-set/index.ts';

/**
 * Compiles contracts of the working tree that a folder lies in, as they are now. `path` is relative to the folder; without one it is
 * `contracts` in the folder, else at the top of the repository. `naming` is how people name another one.
 */
export async function loadFromWorkingTree(
  folder: string,
  path: string | undefined,
  naming: string,
): Promise<LoadedContracts> {
  const root = topOf(folder);
  const place = path === undefined ? standardContractsPlace(folder, root) : resolve(folder, path);
  const at = relative(root, place).split(sep).join('/');
  if (at === '..' || at.startsWith('../'))
    return { kind: 'missing', why: `${path ?? at} is outside of the repository ${root}`, hint: `${naming} in it` };
  return await loadContracts({ root, at: at === '' ? '.' : at, isCheckout: false, naming });
}

function standardContractsPlace(folder: string, root: string): string {
  const here = join(folder, standardContracts);
  return existsSync(here) ? here : join(root, standardContracts);
}

/** The top of the repository; outside of one, the folder itself. */
function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
