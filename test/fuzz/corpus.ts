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

/** The contract again and again, each time with one criterion, and of its steps, vocabularies and held-out rows what that needs. */
function divided(files: SourceFiles): SourceFiles[] {
  const [contract] = files.contracts;
  const parsed = contract === undefined ? undefined : dataOf(contract.text);
  if (contract === undefined || !isRecord(parsed) || !Array.isArray(parsed['criteria'])) return [files];
  const criteria: readonly unknown[] = parsed['criteria'];
  return criteria.map((criterion) => {
    const heldOut = files.heldOut.flatMap((file) => rowsOf(file, criterion));
    const { steps, let: values, heldOut: named, ...rest } = parsed;
    // As YAML: an alias may lead back to where it stands.
    const spoken = stringify([{ ...rest, criteria: [criterion] }, heldOut]);
    const needed = namesNeeded({ steps: [steps, ...files.vocabularies.map(stepsOf)], values }, spoken);
    const own = {
      ...rest,
      ...(isRecord(values) ? { let: only(values, needed) } : {}),
      ...(isRecord(steps) ? { steps: only(steps, needed) } : {}),
      ...(heldOut.length > 0 && named !== undefined ? { heldOut: named } : {}),
      criteria: [criterion],
    };
    return {
      ...files,
      contracts: [{ file: contract.file, text: stringify(own) }],
      vocabularies: files.vocabularies.map((file) => withOnly(file, needed)),
      heldOut,
    };
  });
}

/** A held-out file with the rows of one criterion, when it has some. */
function rowsOf({ file, text }: SourceFile, criterion: unknown): SourceFile[] {
  const parsed = dataOf(text);
  const id = isRecord(criterion) ? criterion['id'] : undefined;
  if (!isRecord(parsed) || !isRecord(parsed['examples']) || typeof id !== 'string') return [];
  const rows = parsed['examples'][id];
  if (rows === undefined) return [];
  return [{ file, text: stringify({ heldOut: parsed['heldOut'], examples: { [id]: rows } }) }];
}

function stepsOf({ text }: SourceFile): unknown {
  const parsed = dataOf(text);
  return isRecord(parsed) ? parsed['steps'] : undefined;
}

function withOnly({ file, text }: SourceFile, needed: ReadonlySet<string>): SourceFile {
  const parsed = dataOf(text);
  if (!isRecord(parsed) || !isRecord(parsed['steps'])) return { file, text };
  return { file, text: stringify({ ...parsed, steps: only(parsed['steps'], needed) }) };
}

function only(steps: Record<string, unknown>, needed: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(steps).filter(([name]) => needed.has(name)));
}

/** The names of the steps and values that a text names, and of those that these name. */
function namesNeeded(
  { steps, values }: { readonly steps: readonly unknown[]; readonly values: unknown },
  text: string,
): ReadonlySet<string> {
  const ofSteps = steps.filter(isRecord).flatMap((map) => Object.entries(map));
  const ofValues = isRecord(values) ? Object.entries(values) : [];
  const all = [
    ...ofSteps.map(([name, body]) => ({ name, body, written: name })),
    ...ofValues.map(([name, body]) => ({ name, body, written: `{{${name}` })),
  ];
  const needed = new Set<string>();
  const visit = (spoken: string): void => {
    for (const { name, body, written } of all) {
      if (needed.has(name) || !spoken.includes(written)) continue;
      needed.add(name);
      visit(stringify(body));
    }
  };
  visit(text);
  return needed;
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
