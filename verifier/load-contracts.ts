import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compile, type Diagnostic, type Plan, type SourceFile } from '../contracts/language/index.ts';
import { findContracts, type ContractsPlace, type FoundContracts, type MissingContracts } from './find-contracts.ts';

/** The compiled contracts of one system, or what is wrong with them; `sources` holds each file's text, for code frames. */
export type LoadedContracts =
  | {
      readonly kind: 'compiled';
      /** Of the whole system. */
      readonly plan: Plan;
      /** The names of the contracts at the place that was named: all of the plan's, or some. */
      readonly chosen: readonly string[];
      readonly warnings: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
      readonly seeds: SeedTexts;
    }
  | {
      readonly kind: 'invalid';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  | MissingContracts;

/** The seed's SQL by service, as it stands on the contracts' side. */
export type SeedTexts = ReadonlyMap<string, { readonly file: string; readonly sql: string }>;

/** Finds the contracts at a place and compiles them, with all others of their system. */
export async function loadContracts(place: ContractsPlace): Promise<LoadedContracts> {
  const found = await findContracts(place);
  return found.kind === 'missing' ? found : await compileFiles(place.root, found);
}

async function compileFiles(
  root: string,
  { system, all, chosen }: Extract<FoundContracts, { readonly kind: 'found' }>,
): Promise<LoadedContracts> {
  const read = async (file: string): Promise<SourceFile> => ({ file, text: await readFile(join(root, file), 'utf8') });
  const systemFile = await read(system);
  const contracts = await Promise.all(all.map(read));
  const sources = new Map([systemFile, ...contracts].map(({ file, text }) => [file, text]));
  const compiled = compile({ system: systemFile, contracts });
  if (!compiled.ok) return { kind: 'invalid', diagnostics: compiled.diagnostics, sources };
  const { plan, warnings } = compiled;
  const seeds = await readSeeds(root, plan);
  if (!seeds.ok) return { kind: 'missing', why: seeds.why, hint: `see ${system}` };
  if (!(await isFolder(join(root, plan.system.root))))
    return {
      kind: 'missing',
      why: `there is no folder ${plan.system.root}, which ${system} says is the root of the system`,
      hint: `“root” is relative to ${system}`,
    };
  const names = plan.contracts.filter(({ file }) => chosen.includes(file)).map(({ name }) => name);
  return { kind: 'compiled', plan, chosen: names, warnings, sources, seeds: seeds.texts };
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
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
