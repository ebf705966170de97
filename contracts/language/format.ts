import { codeFrameColumns } from '@babel/code-frame';
import pc from 'picocolors';
import type { Diagnostic } from './diagnostic.ts';
import type { Position } from './position.ts';

type Colors = ReturnType<typeof pc.createColors>;

/**
 * Diagnostics as text for people, with a blank line between: what is wrong, the source line with a caret, what to do, and the
 * places that belong to it.
 * `sources` are the files' texts by name; a diagnostic of another file is shown without its line.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  options: { color: boolean },
): string {
  const colors = pc.createColors(options.color);
  return diagnostics.map((diagnostic) => `${formatOne(diagnostic, sources, colors)}\n`).join('\n');
}

function formatOne(diagnostic: Diagnostic, sources: ReadonlyMap<string, string>, colors: Colors): string {
  const paint = diagnostic.severity === 'error' ? colors.red : colors.yellow;
  const text = sources.get(diagnostic.at.file);
  const lines = [
    `${colors.bold(paint(diagnostic.severity))} ${colors.bold(diagnostic.message)} ${colors.dim(`(${diagnostic.code})`)}`,
    `  ${colors.cyan(placeText(diagnostic.at))}`,
    ...(text === undefined ? [] : [frame(text, diagnostic)]),
    ...(diagnostic.hint === undefined ? [] : [`  ${colors.green('→')} ${diagnostic.hint}`]),
    ...(diagnostic.related ?? []).map(
      (related) => `  ${colors.dim('·')} ${related.message}: ${colors.cyan(placeText(related.at))}`,
    ),
  ];
  return lines.join('\n');
}

/** `contracts/favorites.contract.yaml:12:7`, as terminals and editors open it. */
function placeText({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}

function frame(text: string, { at, endColumn }: Diagnostic): string {
  const end = endColumn === undefined ? {} : { end: { line: at.line, column: endColumn } };
  // A byte order mark is no column (see parseYaml).
  return codeFrameColumns(
    text.replace(/^\uFEFF/u, ''),
    { start: { line: at.line, column: at.column }, ...end },
    { linesAbove: 1, linesBelow: 1, highlightCode: false },
  );
}
