import { linesOf, type ParsedOutput, type RawDiagnostic } from './parsed.ts';

const ERROR = /\b(error|errors|failed|failure|fatal|exception|cannot|panic)\b|(Error|Exception):|npm ERR!/i;
const WARNING = /\bwarn(ing)?s?\b|\bdeprecated\b/i;
const NOTHING_WRONG = /\b(0|no) (errors?|failed|failures?|warnings?|vulnerabilities)\b/i;
/** `src/a.c:3:5: …`, `src/a.py:3: …`, `a.ts(3,5): …`. */
const PLACE =
  /^(?<file>[^\s:()][^:()]*?)(?::(?<line>\d+)(?::(?<column>\d+))?|\((?<line2>\d+),(?<column2>\d+)\))\s*(?::|-|\s)\s*(?<message>.+)$/;
const MOST = 50;

/** Lines that look like errors or warnings, of any tool, with the place where a line begins with one. */
export function parseLines(output: string): ParsedOutput {
  const diagnostics = linesOf(output).flatMap((line) => {
    const severity = severityOf(line);
    return severity === undefined ? [] : [diagnosticOf(line.trim(), severity)];
  });
  return { diagnostics: diagnostics.slice(0, MOST) };
}

function severityOf(line: string): RawDiagnostic['severity'] | undefined {
  if (NOTHING_WRONG.test(line)) return undefined;
  if (WARNING.test(line) && !/\berror\b/i.test(line)) return 'warning';
  return ERROR.test(line) ? 'error' : undefined;
}

function diagnosticOf(text: string, severity: RawDiagnostic['severity']): RawDiagnostic {
  const groups = PLACE.exec(text)?.groups;
  const file = groups?.['file'];
  if (groups === undefined || file === undefined) return { severity, message: text };
  const line = Number(groups['line'] ?? groups['line2']);
  const column = groups['column'] ?? groups['column2'];
  return {
    file,
    line,
    ...(column === undefined ? {} : { column: Number(column) }),
    severity,
    message: groups['message'] ?? text,
  };
}
