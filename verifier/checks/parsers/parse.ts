import { isAbsolute, join, relative } from 'node:path';
import type { CheckParser } from '../../../contracts/language/index.ts';
import type { DiagnosticReport } from '../../../reports/index.ts';
import { parseEslint } from './eslint.ts';
import { parseLines } from './lines.ts';
import { parseMocha } from './mocha.ts';
import { parseInstall } from './npm.ts';
import { parseTsc } from './tsc.ts';
import type { ParsedOutput, RawDiagnostic } from './parsed.ts';

/** How an output is read: as a check of system.yaml says, or as that of an install (a package manager's), or of a build, which may be a compiler's. */
export type OutputParser = CheckParser | 'install' | 'build';

const PARSERS: Readonly<Record<OutputParser, (output: string) => ParsedOutput>> = {
  tsc: parseTsc,
  eslint: parseEslint,
  mocha: parseMocha,
  lines: parseLines,
  install: parseInstall,
  build: (output) => {
    const compiled = parseTsc(output);
    return compiled.diagnostics.length > 0 ? compiled : parseLines(output);
  },
};

/** What a command's output says. */
export function parseOutput(parser: OutputParser, output: string): ParsedOutput {
  return PARSERS[parser](output);
}

/** Where the paths that a tool prints lead from. */
export interface Origin {
  readonly checkout: string;
  /** Where the command ran; absolute. */
  readonly cwd: string;
}

/** Diagnostics as the report has them: files relative to the checkout, equal ones merged and counted. */
export function mergeDiagnostics(diagnostics: readonly RawDiagnostic[], origin: Origin): DiagnosticReport[] {
  const merged = new Map<string, DiagnosticReport>();
  for (const diagnostic of diagnostics.map((each) => relocate(each, origin))) {
    const { file, line, column, severity, code, message } = diagnostic;
    const key = JSON.stringify([file, line, column, severity, code, message]);
    merged.set(key, { ...diagnostic, count: (merged.get(key)?.count ?? 0) + 1 });
  }
  return [...merged.values()];
}

function relocate(diagnostic: RawDiagnostic, { checkout, cwd }: Origin): RawDiagnostic {
  const { file } = diagnostic;
  if (file === undefined) return diagnostic;
  const within = relative(checkout, isAbsolute(file) ? file : join(cwd, file));
  // A tool may print the path of the place where it ran first, when its result was kept.
  return within.startsWith('..') ? diagnostic : { ...diagnostic, file: within };
}
