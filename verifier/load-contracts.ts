import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative, sep } from 'node:path';
import { compile, type Diagnostic, type Plan, type SourceFile } from '../contracts/language/index.ts';

/** Where to look for contracts. */
export interface ContractsPlace {
  /** Absolute path of a checkout (or of a working tree, for `contract check`). */
  readonly root: string;
  /** Relative to the root: a folder, or one contract file. */
  readonly at: string;
}

/** The compiled contracts of one system, or what is wrong with them; `sources` holds each file's text, for code frames. */
export type LoadedContracts =
  | {
      readonly kind: 'compiled';
      readonly plan: Plan;
      readonly warnings: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
      readonly seeds: SeedTexts;
    }
  | {
      readonly kind: 'invalid';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'missing'; readonly why: string; readonly hint: string };

/** The seed's SQL by service, as it stands on the contracts' side. */
export type SeedTexts = ReadonlyMap<string, { readonly file: string; readonly sql: string }>;

const contractSuffix = '.contract.yaml';
const notSearched = new Set(['node_modules', '.git', '.assay', 'dist']);

/** Finds every `*.contract.yaml` under a place, with the system file that they share, and compiles them. */
export async function loadContracts(place: ContractsPlace): Promise<LoadedContracts> {
  const files = await findContracts(place);
  if (files === undefined)
    return {
      kind: 'missing',
      why: `there is no ${place.at} in the subject`,
      hint: 'name the folder of your contracts with --contracts',
    };
  const [first] = files;
  if (first === undefined) {
    return {
      kind: 'missing',
      why: `no *${contractSuffix} file under ${place.at}`,
      hint: 'name the folder of your contracts with --contracts; a contract that is not committed is only seen with --worktree',
    };
  }
  const folders = [...new Set(files.map((file) => posix.dirname(file)))];
  const systems = await Promise.all(folders.map(async (folder) => await nearestSystem(place.root, folder)));
  const found = [...new Set(systems.filter((file) => file !== undefined))];
  const [system] = found;
  if (system === undefined)
    return {
      kind: 'missing',
      why: `no system.yaml beside ${first}`,
      hint: 'write one that says how the system is built and started',
    };
  if (found.length > 1)
    return {
      kind: 'missing',
      why: `these contracts belong to ${String(found.length)} systems: ${found.join(', ')}`,
      hint: 'choose one with --contracts FOLDER',
    };
  return await compileFiles(place.root, system, files);
}

async function compileFiles(root: string, system: string, files: readonly string[]): Promise<LoadedContracts> {
  const read = async (file: string): Promise<SourceFile> => ({ file, text: await readFile(join(root, file), 'utf8') });
  const systemFile = await read(system);
  const contracts = await Promise.all(files.map(read));
  const sources = new Map([systemFile, ...contracts].map(({ file, text }) => [file, text]));
  const compiled = compile({ system: systemFile, contracts });
  if (!compiled.ok) return { kind: 'invalid', diagnostics: compiled.diagnostics, sources };
  const seeds = await readSeeds(root, compiled.plan);
  if (!seeds.ok) return { kind: 'missing', why: seeds.why, hint: `see ${system}` };
  return { kind: 'compiled', plan: compiled.plan, warnings: compiled.warnings, sources, seeds: seeds.texts };
}

async function readSeeds(
  root: string,
  plan: Plan,
): Promise<{ readonly ok: true; readonly texts: SeedTexts } | { readonly ok: false; readonly why: string }> {
  const texts = new Map<string, { file: string; sql: string }>();
  for (const service of plan.system.services) {
    if (service.kind !== 'postgres' || service.seed === undefined) continue;
    try {
      texts.set(service.name, { file: service.seed.file, sql: await readFile(join(root, service.seed.file), 'utf8') });
    } catch {
      return { ok: false, why: `the seed of service “${service.name}” can't be read: ${service.seed.file}` };
    }
  }
  return { ok: true, texts };
}

async function findContracts({ root, at }: ContractsPlace): Promise<readonly string[] | undefined> {
  if (at.endsWith(contractSuffix)) return [toPosix(at)];
  try {
    const entries = await readdir(join(root, at), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(contractSuffix))
      .map((entry) => toPosix(relative(root, join(entry.parentPath, entry.name))))
      .filter((file) => !file.split('/').some((part) => notSearched.has(part)))
      .sort();
  } catch {
    return undefined;
  }
}

/** A contract's system file is the `system.yaml` beside it, or in the nearest folder above. */
async function nearestSystem(root: string, folder: string): Promise<string | undefined> {
  for (let at = folder; ; at = posix.dirname(at)) {
    const names = await readdir(join(root, at));
    if (names.includes('system.yaml')) return posix.join(at, 'system.yaml');
    if (at === '.' || dirname(at) === at) return undefined;
  }
}

function toPosix(path: string): string {
  return path.split(sep).join('/');
}
