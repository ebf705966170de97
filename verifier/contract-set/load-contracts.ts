import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  compile,
  sortDiagnostics,
  type Diagnostic,
  type Plan,
  type SourceFiles,
} from '../../contracts/language/index.ts';
import { filesOf, readNamedFiles, readSources, seedsOf, type SeedTexts } from './contract-files.ts';
import { findContracts, type ContractsPlace, type FoundContracts, type MissingContracts } from './find-contracts.ts';

export type { SeedTexts } from './contract-files.ts';

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
      /** What pages are served with and what steps upload, by path in the repository, as it stands on the contracts' side. */
      readonly files: ReadonlyMap<string, Uint8Array>;
    }
  | {
      readonly kind: 'invalid';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  | MissingContracts;

/** Finds the contracts at a place and compiles them, with all others of their system. */
export async function loadContracts(place: ContractsPlace): Promise<LoadedContracts> {
  const found = await findContracts(place);
  return found.kind === 'missing' ? found : await compileFiles(place.root, found);
}

async function compileFiles(
  root: string,
  { system, all, chosen, heldOut }: Extract<FoundContracts, { readonly kind: 'found' }>,
): Promise<LoadedContracts> {
  const files = await readSources(root, { system, contracts: all, heldOut });
  const sources = textsOf(files);
  const compiled = compile(files);
  const { contents, missing } = await readNamedFiles(root, compiled.files);
  const found = compiled.ok ? compiled.warnings : compiled.diagnostics;
  if (!compiled.ok || missing.length > 0)
    return { kind: 'invalid', diagnostics: sortDiagnostics([...found, ...missing]), sources };
  const { plan, warnings } = compiled;
  if (!(await isFolder(join(root, plan.system.root))))
    return {
      kind: 'missing',
      why: `there is no folder ${plan.system.root}, which ${system} says is the root of the system`,
      hint: `“root” is relative to ${system}`,
    };
  const names = plan.contracts.filter(({ file }) => chosen.includes(file)).map(({ name }) => name);
  const read = { seeds: seedsOf(plan, contents), files: filesOf(compiled.files, contents) };
  return { kind: 'compiled', plan, chosen: names, warnings, sources, ...read };
}

function textsOf({ system, contracts, vocabularies, heldOut }: SourceFiles): ReadonlyMap<string, string> {
  return new Map([system, ...contracts, ...vocabularies, ...heldOut].map(({ file, text }) => [file, text]));
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
