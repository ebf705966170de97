import type { Diagnostic } from '../diagnostic.ts';
import type { ContractPlan, Plan } from '../plan.ts';
import { quote } from '../wording.ts';
import { field, type MapNode } from '../yaml/node.ts';
import { parseYaml, type SourceFile } from '../yaml/parse.ts';
import { Problems } from '../yaml/problems.ts';
import { makingOrder } from './actors.ts';
import { compileContract, type ContractContext } from './contract.ts';
import { filesNamedBy, type NamedFile } from './named-files.ts';
import { checkVocabulary, type ParsedFiles } from './parts.ts';
import { compileSystem } from './system.ts';
import { reportUnnamed } from './unnamed.ts';

/** The texts of a system and its contracts. Files are relative to the repository under test. */
export interface SourceFiles {
  readonly system: SourceFile;
  readonly contracts: readonly SourceFile[];
  /** What the contracts name of these (`partsNamedBy`), as far as it is there. */
  readonly vocabularies: readonly SourceFile[];
  /** The same, and all others that lie with the contracts: one that no contract names is an error. */
  readonly heldOut: readonly SourceFile[];
}

/** A plan, or everything that is wrong, in all files, by place. `files` are what it names beside contracts, as far as it goes. */
export type Compilation =
  | {
      readonly ok: true;
      readonly plan: Plan;
      readonly warnings: readonly Diagnostic[];
      readonly files: readonly NamedFile[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly files: readonly NamedFile[] };

/** Compiles a system and its contracts: text in, plan or diagnostics out. Never throws for what a file holds. */
export function compile(files: SourceFiles): Compilation {
  const problems = new Problems();
  const root = parseYaml(files.system, problems);
  const { plan: systemPlan, names, system, actors } = compileSystem(root, files.system, problems);
  const vocabularies = parseAll(files.vocabularies, problems);
  for (const file of vocabularies.values()) checkVocabulary(file, problems);
  const context: ContractContext = {
    problems,
    system,
    names,
    inMakingOrder: (involved) => makingOrder(involved, actors),
    systemFile: files.system.file,
    always: field(root, 'always'),
    vocabularies,
    heldOut: parseAll(files.heldOut, problems),
  };
  const parsed = files.contracts.flatMap((source) => {
    const contract = parseYaml(source, problems);
    return contract === undefined ? [] : [{ source, contract }];
  });
  const contracts = parsed.map(({ source, contract }): ContractPlan => compileContract(contract, source, context));
  checkNames(
    parsed.map(({ contract }) => contract),
    problems,
  );
  const unread = files.contracts.filter((source) => parsed.every((contract) => contract.source !== source));
  reportUnnamed(context.heldOut, { parsed, unread }, problems);
  const named = filesNamedBy({ system: systemPlan, contracts });
  const diagnostics = problems.all();
  if (problems.errorCount > 0) return { ok: false, diagnostics, files: named };
  const secrets = [...names.secrets()].map(([name, at]) => ({ name, at }));
  return { ok: true, plan: { system: systemPlan, contracts, secrets }, warnings: diagnostics, files: named };
}

function parseAll(files: readonly SourceFile[], problems: Problems): ParsedFiles {
  return new Map(files.map((source) => [source.file, { source, root: parseYaml(source, problems) }]));
}

function checkNames(contracts: readonly MapNode[], problems: Problems): void {
  const seen = new Map<unknown, MapNode>();
  for (const contract of contracts) {
    const node = field(contract, 'contract');
    if (node?.kind !== 'scalar') continue;
    const first = field(seen.get(node.value), 'contract');
    if (first === undefined) seen.set(node.value, contract);
    else {
      problems.error({
        code: 'duplicate-contract',
        message: `two contracts are called ${quote(String(node.value))}`,
        span: node.span,
        related: [{ message: 'the other one', at: first.span.at }],
      });
    }
  }
}
