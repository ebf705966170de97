import { linesOf, type ParsedOutput, type RawDiagnostic } from './parsed.ts';

/** `src/a.ts(3,5): error TS2322: …`, and with --pretty `src/a.ts:3:5 - error TS2322: …`. */
const IN_FILE =
  /^(?<file>\S.*?)(?:\((?<line>\d+),(?<column>\d+)\):|:(?<prettyLine>\d+):(?<prettyColumn>\d+) -) (?<severity>error|warning) (?<code>TS\d+): (?<message>.*)$/;
/** `error TS18003: No inputs were found …` */
const GLOBAL = /^(?<severity>error|warning) (?<code>TS\d+): (?<message>.*)$/;

/** The TypeScript compiler's diagnostics; explanations that follow a diagnostic, indented, belong to it. */
export function parseTsc(output: string): ParsedOutput {
  const diagnostics: RawDiagnostic[] = [];
  let explainable = false;
  for (const line of linesOf(output)) {
    const diagnostic = diagnosticOf(line);
    const previous = diagnostics.at(-1);
    if (diagnostic !== undefined) {
      diagnostics.push(diagnostic);
      explainable = true;
    } else if (explainable && previous !== undefined && /^\s+[^\s\d~]/.test(line)) {
      diagnostics[diagnostics.length - 1] = { ...previous, message: `${previous.message} ${line.trim()}` };
    } else {
      explainable = false;
    }
  }
  return { diagnostics };
}

function diagnosticOf(line: string): RawDiagnostic | undefined {
  const groups = (IN_FILE.exec(line) ?? GLOBAL.exec(line))?.groups;
  if (groups === undefined) return undefined;
  const what = {
    severity: groups['severity'] === 'warning' ? 'warning' : 'error',
    code: groups['code'] ?? '',
    message: groups['message'] ?? '',
  } as const;
  const file = groups['file'];
  if (file === undefined) return what;
  return {
    file,
    line: Number(groups['line'] ?? groups['prettyLine']),
    column: Number(groups['column'] ?? groups['prettyColumn']),
    ...what,
  };
}
