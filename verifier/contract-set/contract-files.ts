import { lstat, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  partsNamedBy,
  type Diagnostic,
  type NamedFile,
  type Plan,
  type SourceFile,
  type SourceFiles,
} from '../../contracts/language/index.ts';

/** The seed's SQL by service, as it stands on the contracts' side. */
export type SeedTexts = ReadonlyMap<string, { readonly file: string; readonly sql: string }>;

/** The files of one system, relative to the root. */
export interface ContractPaths {
  readonly system: string;
  readonly contracts: readonly string[];
  /** Held-out files that lie with the contracts. */
  readonly heldOut: readonly string[];
}

/**
 * Reads a system, its contracts, held-out files, and the vocabularies that contracts name; named ones that are not there are left out,
 * which the compiler says.
 */
export async function readSources(root: string, paths: ContractPaths): Promise<SourceFiles> {
  const { system, contracts } = paths;
  const read = async (file: string): Promise<SourceFile> => ({ file, text: await readFile(join(root, file), 'utf8') });
  const [systemFile, texts] = await Promise.all([read(system), Promise.all(contracts.map(read))]);
  const named = texts.map(partsNamedBy);
  const readNamed = async (files: readonly string[]): Promise<SourceFile[]> => {
    const there = await Promise.all(
      [...new Set(files)].map(async (file) => ((await isFile(join(root, file))) ? await read(file) : undefined)),
    );
    return there.filter((file) => file !== undefined);
  };
  return {
    system: systemFile,
    contracts: texts,
    vocabularies: await readNamed(named.flatMap(({ vocabularies }) => vocabularies)),
    heldOut: await readNamed([...named.flatMap(({ heldOut }) => heldOut), ...paths.heldOut]),
  };
}

/** What a plan names beside contracts, by path, and a diagnostic for each place that names what is not there. */
export interface NamedContents {
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly missing: readonly Diagnostic[];
}

/** Reads seeds, and the files that are served and uploaded. */
export async function readNamedFiles(root: string, named: readonly NamedFile[]): Promise<NamedContents> {
  const contents = new Map<string, Uint8Array>();
  for (const file of new Set(named.map((one) => one.file)))
    if (await isFile(join(root, file))) contents.set(file, await readFile(join(root, file)));
  return { contents, missing: named.filter(({ file }) => !contents.has(file)).map(missingFile) };
}

/** Of what was read, what is served and uploaded. */
export function filesOf(
  named: readonly NamedFile[],
  contents: NamedContents['contents'],
): ReadonlyMap<string, Uint8Array> {
  const wanted = new Set(named.filter(({ use }) => use !== 'seed').map(({ file }) => file));
  return new Map([...contents].filter(([file]) => wanted.has(file)));
}

/** Of what was read, the seeds. */
export function seedsOf(plan: Plan, contents: ReadonlyMap<string, Uint8Array>): SeedTexts {
  const seeds = new Map<string, { file: string; sql: string }>();
  for (const service of plan.system.services) {
    if (service.kind !== 'postgres' || service.seed === undefined) continue;
    const { file } = service.seed;
    seeds.set(service.name, { file, sql: new TextDecoder().decode(contents.get(file)) });
  }
  return seeds;
}

const uses: Readonly<Record<NamedFile['use'], string>> = {
  seed: 'to seed the database with',
  served: 'to serve',
  upload: 'to upload',
};

function missingFile({ file, use, at, related }: NamedFile): Diagnostic {
  return {
    severity: 'error',
    code: 'missing-file',
    message: `there is no file “${file}” ${uses[use]}`,
    at,
    hint: `paths are relative to ${basename(at.file)}; a commit holds only what was committed`,
    ...(related.length === 0 ? {} : { related }),
  };
}

// A link could lead anywhere, also out of the repository.
async function isFile(path: string): Promise<boolean> {
  return await lstat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
