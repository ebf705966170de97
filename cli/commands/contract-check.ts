import { formatDiagnostics, type Diagnostic } from '../../contracts/language/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { loadFromWorkingTree } from '../working-tree.ts';

/** Checks the contracts of the working tree; resolves to the exit code. Warnings are shown, and are no failure. */
export async function runContractCheck(
  path: string | undefined,
  options: { readonly json: boolean },
  terminal: Terminal,
): Promise<number> {
  const loaded = await loadFromWorkingTree(terminal.cwd, path, 'assay contract check FOLDER');
  if (loaded.kind === 'missing') {
    terminal.stderr.write(`assay: ${loaded.why}\n  → ${loaded.hint}\n`);
    return exitCodes.usage;
  }
  const diagnostics = loaded.kind === 'invalid' ? loaded.diagnostics : loaded.warnings;
  if (options.json) terminal.stdout.write(`${JSON.stringify({ diagnostics }, undefined, 2)}\n`);
  else {
    const text = formatDiagnostics(diagnostics, loaded.sources, { color: terminal.color, width: terminal.width });
    const conclusion = loaded.kind === 'invalid' ? counted(diagnostics) : summary(loaded.plan.contracts, diagnostics);
    terminal.stdout.write(`${text === '' ? '' : `${text}\n`}${conclusion}\n`);
  }
  return loaded.kind === 'invalid' ? exitCodes.invalidContracts : exitCodes.ok;
}

function summary(
  contracts: readonly { readonly criteria: readonly unknown[] }[],
  warnings: readonly Diagnostic[],
): string {
  const criteria = contracts.reduce((sum, contract) => sum + contract.criteria.length, 0);
  return `${count(contracts.length, 'contract')} with ${count(criteria, 'criterion', 'criteria')}: no errors, ${count(warnings.length, 'warning')}`;
}

function counted(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  return `${count(errors, 'error')}, ${count(diagnostics.length - errors, 'warning')}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${String(number)} ${number === 1 ? one : many}`;
}
