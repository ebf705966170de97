import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { partsNamedBy, type SourceFile, type SourceFiles } from '../../contracts/language/index.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** Folders of contracts that are right, and one of contracts that are wrong already. */
const folders: readonly string[] = [
  'contracts/sample-app',
  'test/fixtures/awkward-site/contracts',
  'test/fixtures/lanes-app/contracts',
  'test/fixtures/library-app/contracts',
  'test/fixtures/notes-app/contracts',
  'test/fixtures/broken-contracts',
];

/** Systems with one contract each, with what it names: as they are written, and divided into contracts of one criterion. */
export interface Corpus {
  readonly whole: readonly SourceFiles[];
  readonly small: readonly SourceFiles[];
}

export function readCorpus(): Corpus {
  const whole = folders.flatMap(readFolder);
  return { whole, small: whole.flatMap(divided) };
}

function readFolder(folder: string): SourceFiles[] {
  const read = (file: string): SourceFile => ({ file, text: readFileSync(join(repository, file), 'utf8') });
  const there = readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`);
  const readAll = (files: readonly string[]): SourceFile[] => files.filter((file) => there.includes(file)).map(read);
  return there
    .filter((file) => file.endsWith('.contract.yaml'))
    .sort()
    .map((file) => {
      const contract = read(file);
      const { vocabularies, heldOut } = partsNamedBy(contract);
      return {
        system: read(`${folder}/system.yaml`),
        contracts: [contract],
        vocabularies: readAll(vocabularies),
        heldOut: readAll(heldOut),
      };
    });
}

/** The contract again and again, each time with one criterion, and the named steps that it needs. */
function divided(files: SourceFiles): SourceFiles[] {
  const [contract] = files.contracts;
  const parsed = contract === undefined ? undefined : dataOf(contract.text);
  if (contract === undefined || !isRecord(parsed) || !Array.isArray(parsed['criteria'])) return [files];
  const criteria: readonly unknown[] = parsed['criteria'];
  return criteria.map((criterion) => {
    const text = stringify({ ...parsed, ...neededSteps(parsed['steps'], criterion), criteria: [criterion] });
    return { ...files, contracts: [{ file: contract.file, text }] };
  });
}

function neededSteps(steps: unknown, criterion: unknown): { readonly steps?: unknown } {
  if (!isRecord(steps)) return {};
  const needed = new Map<string, unknown>();
  const visit = (text: string): void => {
    for (const [name, body] of Object.entries(steps)) {
      if (needed.has(name) || !text.includes(JSON.stringify(name).slice(1, -1))) continue;
      needed.set(name, body);
      visit(JSON.stringify(body));
    }
  };
  visit(JSON.stringify(criterion));
  return { steps: Object.fromEntries(needed) };
}

/** What a text says, when it can be read. */
export function dataOf(text: string): unknown {
  try {
    return parse(text, { uniqueKeys: false, maxAliasCount: 1_000, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

/** A mapping. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
