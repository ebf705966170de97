import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  filesNamedBy,
  partsNamedBy,
  type Diagnostic,
  type NamedFile,
  type Plan,
  type SourceFile,
  type SourceFiles,
} from '../contracts/language/index.ts';

/** The seed's SQL by service, as it stands on the contracts' side. */
export type SeedTexts = ReadonlyMap<string, { readonly file: string; readonly sql: string }>;

/**
 * Reads a system, its contracts, and the vocabularies and held-out files that these name; named ones that are not there are left out,
 * which the compiler says.
 */
export async function readSources(root: string, system: string, contracts: readonly string[]): Promise<SourceFiles> {
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
    heldOut: await readNamed(named.flatMap(({ heldOut }) => heldOut)),
  };
}

/** What a plan names beside contracts, or a diagnostic for each place that names what is not there. */
export type NamedContents =
  | { readonly ok: true; readonly seeds: SeedTexts; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads seeds, and the files that are served and uploaded. */
export async function readNamedFiles(root: string, plan: Plan): Promise<NamedContents> {
  const named = filesNamedBy(plan);
  const contents = new Map<string, Uint8Array>();
  for (const file of new Set(named.map((one) => one.file)))
    if (await isFile(join(root, file))) contents.set(file, await readFile(join(root, file)));
  const missing = named.filter(({ file }) => !contents.has(file));
  if (missing.length > 0) return { ok: false, diagnostics: missing.map(missingFile) };
  const wanted = new Set(named.filter(({ use }) => use !== 'seed').map(({ file }) => file));
  return {
    ok: true,
    seeds: seedsOf(plan, contents),
    files: new Map([...contents].filter(([file]) => wanted.has(file))),
  };
}

function seedsOf(plan: Plan, contents: ReadonlyMap<string, Uint8Array>): SeedTexts {
  const seeds = new Map<string, { file: string; sql: string }>();
  for (const service of plan.system.services) {
    if (service.kind !== 'postgres' || service.seed === undefined) continue;
    const { file } = service.seed;
    seeds.set(service.name, { file, sql: new TextDecoder().decode(contents.get(file)) });
  }
  return seeds;
}

const uses: Readonly<Record<NamedFile['use'], string>> = {
  seed: 'the seed',
  served: 'which is served',
  upload: 'which is uploaded',
};

function missingFile({ file, use, at, related }: NamedFile): Diagnostic {
  return {
    severity: 'error',
    code: 'missing-file',
    message: `there is no file “${file}”, ${uses[use]}`,
    at,
    hint: 'files are read from the side of the contracts: a commit holds only what was committed',
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
