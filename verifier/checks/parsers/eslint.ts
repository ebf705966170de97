import { linesOf, type ParsedOutput, type RawDiagnostic } from './parsed.ts';

/** `  3:10  error  'x' is defined but never used  no-unused-vars` */
const FINDING =
  /^\s+(?<line>\d+):(?<column>\d+)\s+(?<severity>error|warning)\s+(?<message>.*?)(?:\s{2,}(?<rule>\S+))?\s*$/;

/** ESLint's findings, from its default (`stylish`) and its `json` format. */
export function parseEslint(output: string): ParsedOutput {
  const lines = linesOf(output);
  const json = lines.find((line) => line.startsWith('[{"filePath"') || line === '[]');
  return { diagnostics: json === undefined ? parseStylish(lines) : parseJson(json) };
}

function parseStylish(lines: readonly string[]): RawDiagnostic[] {
  const diagnostics: RawDiagnostic[] = [];
  let file: string | undefined;
  for (const line of lines) {
    const groups = FINDING.exec(line)?.groups;
    // A file's name stands alone on an unindented line; the findings below it belong to it, up to an empty line.
    if (groups === undefined) file = /^\S/.test(line) ? line.trim() : undefined;
    else if (file !== undefined) diagnostics.push(diagnosticOf(file, groups));
  }
  return diagnostics;
}

function diagnosticOf(file: string, groups: Readonly<Record<string, string | undefined>>): RawDiagnostic {
  const { line, column, severity, message = '', rule } = groups;
  return {
    file,
    // ESLint says 0:0 of a file that could not be parsed or is ignored.
    ...positionOf(Number(line), Number(column)),
    severity: severity === 'warning' ? 'warning' : 'error',
    ...(rule === undefined ? {} : { code: rule }),
    message,
  };
}

interface JsonFinding {
  readonly ruleId?: string | null;
  readonly severity?: number;
  readonly message?: string;
  readonly line?: number;
  readonly column?: number;
}

function parseJson(text: string): RawDiagnostic[] {
  const results = readJson(text);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, severity, message, line, column }) => ({
      file: filePath,
      ...positionOf(line ?? 0, column ?? 0),
      severity: severity === 1 ? ('warning' as const) : ('error' as const),
      ...(typeof ruleId === 'string' ? { code: ruleId } : {}),
      message: message ?? '',
    })),
  );
}

function readJson(text: string): { filePath: string; messages: JsonFinding[] }[] {
  try {
    return JSON.parse(text) as { filePath: string; messages: JsonFinding[] }[];
  } catch {
    // Cut off in the middle: what is left says nothing reliable.
    return [];
  }
}

function positionOf(line: number, column: number): { line?: number; column?: number } {
  return line < 1 ? {} : { line, column: Math.max(column, 1) };
}
