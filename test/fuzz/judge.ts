import { cpuUsage } from 'node:process';
import {
  compile,
  formatDiagnostics,
  type Diagnostic,
  type Position,
  type SourceFiles,
} from '../../contracts/language/index.ts';

/** Processor time after which an input counts as one that hangs. */
const longestMs = 2_000;

/** What compiling an input came to. */
export interface Outcome {
  readonly compiled: boolean;
  readonly cpuMs: number;
  /** What must not be; undefined when all is well. */
  readonly defect?: string;
}

/** Compiles, and checks what must be true of every answer: a plan, or an error with a place that is there. */
export function judge(files: SourceFiles): Outcome {
  const before = cpuUsage();
  const spent = (): number => {
    const { user, system } = cpuUsage(before);
    return (user + system) / 1_000;
  };
  try {
    const answer = compile(files);
    const cpuMs = spent();
    const diagnostics = answer.ok ? answer.warnings : answer.diagnostics;
    const isTold = answer.ok || diagnostics.some(({ severity }) => severity === 'error');
    const texts = new Map(allOf(files).map(({ file, text }) => [file, text]));
    const wrong = diagnostics.map((diagnostic) => defectOf(diagnostic, texts)).find((defect) => defect !== undefined);
    formatDiagnostics(diagnostics, texts, { color: false, width: 80 });
    const slow = cpuMs > longestMs ? `took ${String(Math.round(cpuMs))} ms` : undefined;
    const defect = isTold ? (wrong ?? slow) : 'refused without an error';
    return { compiled: answer.ok, cpuMs, ...(defect === undefined ? {} : { defect }) };
  } catch (error) {
    return {
      compiled: false,
      cpuMs: spent(),
      defect: `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    };
  }
}

function allOf({ system, contracts, vocabularies, heldOut }: SourceFiles): SourceFiles['contracts'] {
  return [system, ...contracts, ...vocabularies, ...heldOut];
}

function defectOf(diagnostic: Diagnostic, texts: ReadonlyMap<string, string>): string | undefined {
  const { message, hint = '', code, at, endColumn, related = [] } = diagnostic;
  const said = `${code}: ${message} ${hint}`;
  if (isMachines(said) && ![...texts.values()].some(isMachines)) return `says “${said}”`;
  if (endColumn !== undefined && endColumn <= at.column) return `ends before it begins: ${said}`;
  const nowhere = [at, ...related.map((other) => other.at)].find((place) => !isThere(place, texts));
  return nowhere === undefined ? undefined : `is nowhere: ${JSON.stringify(nowhere)} ${said}`;
}

/** Whether it holds words that only a mistake of ours brings into messages. */
function isMachines(text: string): boolean {
  return /\[object |\bundefined\b|\bNaN\b/u.test(text);
}

function isThere({ file, line, column }: Position, texts: ReadonlyMap<string, string>): boolean {
  const text = texts.get(file)?.replace(/^\uFEFF/u, '');
  const found = text?.split('\n')[line - 1];
  return found !== undefined && column >= 1 && column <= found.length + 1;
}
