import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A diagnostic as a broken file itself says it: its place, and its message with the hint after a semicolon. */
export interface WrittenDiagnostic {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/**
 * Reads what the files of a folder say of themselves, by file and line: `# ← message; hint` at the end of a line is about that line,
 * `# ↓ message; hint` about the next one. Files are relative to `root`.
 */
export function writtenDiagnostics(folder: string, root = folder): WrittenDiagnostic[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.yaml'))
    .sort();
  return files.flatMap((name) => {
    const file = relative(root, join(folder, name));
    const lines = readFileSync(join(folder, name), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      // In a sentence about the marks themselves they are quoted.
      const [, mark, text] = /(?:^|\s)# ([←↓]) (.+)$/u.exec(line) ?? [];
      return text === undefined ? [] : [{ file, line: index + (mark === '←' ? 1 : 2), text }];
    });
  });
}

/** The same of a diagnostic that was given. */
export function asWritten(diagnostic: {
  readonly at: { readonly file: string; readonly line: number };
  readonly message: string;
  readonly hint?: string;
}): WrittenDiagnostic {
  const { at, message, hint } = diagnostic;
  return { file: at.file, line: at.line, text: hint === undefined ? message : `${message}; ${hint}` };
}
