import { parseDocument } from 'yaml';
import { compile, type SourceFiles } from '../../contracts/language/index.ts';
import { median } from '../statistics.ts';

/** What compiling costs, in processor time: other work on the machine then counts for less. */
export interface CompileCost {
  /** For the first time in a process, as people run it: schemas are compiled, and nothing is warm. */
  readonly compileFirstMs: number;
  readonly compileMs: number;
  /** Against the YAML library reading the same texts in the same process: what is above 1 is the language's own. */
  readonly compileRatio: number;
}

/** Compiles again and again, by turns with the library alone. */
export function measureCompile(sources: SourceFiles): CompileCost {
  const compileFirstMs = cpuMs(() => {
    const compiled = compile(sources);
    if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
  });
  const texts = [sources.system, ...sources.contracts].map(({ text }) => text);
  const pairs = Array.from({ length: 5 }, () => ({
    compileMs: cpuMs(() => compile(sources)),
    parseMs: cpuMs(() => texts.map((text) => parseDocument(text, { intAsBigInt: true, uniqueKeys: false }))),
  }));
  return {
    compileFirstMs,
    compileMs: median(pairs.map((pair) => pair.compileMs)),
    compileRatio: median(pairs.map((pair) => pair.compileMs / pair.parseMs)),
  };
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
