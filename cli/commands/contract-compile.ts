import { formatDiagnostics, stringifyJson, type Value } from '../../contracts/language/index.ts';
import { whatCanBeNamed } from '../../verifier/contract-set/index.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../terminal.ts';
import { loadFromWorkingTree } from '../working-tree.ts';

/** Prints the plan of one contract with its system; resolves to the exit code. */
export async function runContractCompile(
  name: string,
  options: { readonly contracts?: string },
  terminal: Terminal,
): Promise<number> {
  const loaded = await loadFromWorkingTree(terminal.cwd, options.contracts, '--contracts FOLDER');
  if (loaded.kind === 'missing') {
    terminal.stderr.write(`assay: ${loaded.why}\n  → ${loaded.hint}\n`);
    return exitCodes.usage;
  }
  if (loaded.kind === 'invalid') {
    terminal.stderr.write(
      formatDiagnostics(loaded.diagnostics, loaded.sources, {
        color: terminal.stderrColor,
        width: terminal.stderrWidth,
      }),
    );
    return exitCodes.invalidContracts;
  }
  const contracts = loaded.plan.contracts.filter((contract) => contract.name === name);
  if (contracts.length === 0) {
    const names = loaded.plan.contracts.map((contract) => contract.name);
    const hint = whatCanBeNamed(name, { plan: loaded.plan, names });
    terminal.stderr.write(`assay: there is no contract “${name}”\n  → ${hint}\n`);
    return exitCodes.usage;
  }
  // A plan is plain data; numbers that JavaScript can't hold keep their digits.
  terminal.stdout.write(`${stringifyJson({ system: loaded.plan.system, contracts } as unknown as Value, 2)}\n`);
  return exitCodes.ok;
}
