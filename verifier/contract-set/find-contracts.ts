import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, posix } from 'node:path';

/** Where to look for contracts. */
export interface ContractsPlace {
  /** Absolute path of a checkout, or of a working tree. */
  readonly root: string;
  /** Relative to the root: a folder, one contract file, or the system file. */
  readonly at: string;
  /** Whether the root holds a commit and nothing else: an empty folder is then a submodule. */
  readonly isCheckout: boolean;
  /** How people name another place: `--contracts FOLDER`. */
  readonly naming: string;
}

/** Why there are no contracts that could be compiled, and what to do. */
export interface MissingContracts {
  readonly kind: 'missing';
  readonly why: string;
  readonly hint: string;
}

/** The files of one system's contracts, or why there are none that could be compiled. */
export type FoundContracts =
  | {
      readonly kind: 'found';
      readonly system: string;
      /** Every contract of the system, sorted; paths are relative to the root. */
      readonly all: readonly string[];
      /** Those at the place that was named. */
      readonly chosen: readonly string[];
      /** All held-out files of the system, sorted. */
      readonly heldOut: readonly string[];
    }
  | MissingContracts;

const contractSuffix = '.contract.yaml';
const systemName = 'system.yaml';
const notSearched = new Set(['node_modules', '.git', '.assay']);

const heldOutName = /\.held-?out\.ya?ml$/iu;

/** What looks like a contract to people, and would be passed over in silence. */
interface PassedOver {
  readonly path: string;
  readonly why: string;
}

/**
 * Finds the contracts at a place and their system file, which is the `system.yaml` beside them or in the nearest folder above; then
 * all other contracts of that system. Refuses a place that holds what people would take for a contract and we would not read.
 */
export async function findContracts(place: ContractsPlace): Promise<FoundContracts> {
  const at = basename(place.at) === systemName ? posix.dirname(place.at) : posix.normalize(place.at);
  const where = place.isCheckout ? 'the commit' : 'this folder';
  const kind = await kindOf(join(place.root, at));
  if (kind === undefined)
    return missing(`there is no ${place.at} in ${where}`, `name the folder of your contracts: ${place.naming}`);
  if (kind === 'file' && !at.endsWith(contractSuffix))
    return missing(`${place.at} is no contract`, `the name of a contract ends in ${contractSuffix}`);
  const passedOver: PassedOver[] = [];
  const chosen = kind === 'file' ? [at] : (await filesIn(place, at, passedOver)).filter(isContract);
  const [odd] = passedOver;
  if (odd !== undefined) return missing(`${odd.path} would be left out: it ${odd.why}`, oddHint(odd));
  const [first] = chosen;
  if (first === undefined)
    return missing(`no *${contractSuffix} file under ${place.at} in ${where}`, nothingHint(place));
  return await withTheirSystem(place, chosen, first);
}

function oddHint({ path }: PassedOver): string {
  const name = heldOutName.test(path) ? '' : ` whose name ends in ${contractSuffix}`;
  return `make it a file${name}, or move it out of the folder of contracts`;
}

function nothingHint({ isCheckout, naming }: ContractsPlace): string {
  const named = `name the folder of your contracts: ${naming}`;
  return isCheckout ? `${named}; what is not committed is only seen with --worktree` : named;
}

function missing(why: string, hint: string): MissingContracts {
  return { kind: 'missing', why, hint };
}

async function withTheirSystem(
  place: ContractsPlace,
  chosen: readonly string[],
  first: string,
): Promise<FoundContracts> {
  const systems = [...new Set(await Promise.all(chosen.map((file) => nearestSystem(place.root, file))))];
  const [system, ...others] = systems.filter((file) => file !== undefined);
  if (system === undefined)
    return missing(
      `no ${systemName} beside ${first}, nor above it`,
      'write one that says how the system is built and started',
    );
  if (others.length > 0)
    return missing(
      `these contracts belong to ${String(others.length + 1)} systems: ${[system, ...others].join(', ')}`,
      `choose one of them: ${place.naming}`,
    );
  const near = await filesIn(place, posix.dirname(system), []);
  const theirs = await Promise.all(near.map((file) => nearestSystem(place.root, file)));
  const files = near.filter((_, index) => theirs[index] === system);
  const all = [...new Set([...files.filter(isContract), ...chosen])].sort();
  return { kind: 'found', system, all, chosen, heldOut: files.filter((file) => !isContract(file)) };
}

function isContract(file: string): boolean {
  return file.endsWith(contractSuffix);
}

/** All contracts and held-out files in and below a folder, sorted; what is passed over is noted. */
async function filesIn(place: ContractsPlace, folder: string, passedOver: PassedOver[]): Promise<string[]> {
  const entries = await readdir(join(place.root, folder), { withFileTypes: true });
  if (entries.length === 0 && place.isCheckout)
    passedOver.push({ path: folder, why: 'is a submodule, whose files are not checked out' });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !notSearched.has(name))
      .map((entry) => filesAt(place, { path: posix.join(folder, entry.name), entry }, passedOver)),
  );
  return found.flat().sort();
}

async function filesAt(
  place: ContractsPlace,
  { path, entry }: { readonly path: string; readonly entry: Dirent },
  passedOver: PassedOver[],
): Promise<string[]> {
  if (entry.isDirectory()) return await filesIn(place, path, passedOver);
  if (entry.isFile() && (isContract(entry.name) || heldOutName.test(entry.name))) return [path];
  if (heldOutName.test(entry.name)) passedOver.push({ path, why: 'is a link' });
  else if (/\.contract\.ya?ml$/iu.test(entry.name))
    passedOver.push({ path, why: entry.isSymbolicLink() ? 'is a link' : `does not end in ${contractSuffix}` });
  else if (entry.isSymbolicLink() && (await leadsToContracts(join(place.root, path))))
    passedOver.push({ path, why: 'is a link to a folder with contracts' });
  return [];
}

/** Whether a link leads to a folder in or below which there is a contract. */
async function leadsToContracts(link: string): Promise<boolean> {
  if ((await kindOf(link)) !== 'folder') return false;
  const names = await readdir(await realpath(link), { recursive: true });
  return names.some((name) => /\.contract\.ya?ml$/iu.test(name));
}

async function kindOf(path: string): Promise<'file' | 'folder' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}

async function nearestSystem(root: string, file: string): Promise<string | undefined> {
  for (let folder = posix.dirname(file); ; folder = posix.dirname(folder)) {
    const system = posix.join(folder, systemName);
    if ((await kindOf(join(root, system))) === 'file') return system;
    if (folder === '.') return undefined;
  }
}
