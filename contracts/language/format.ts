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

/** Longer lines are cut to this many signs around the column. */
const longestLine = 140;
const before = 60;

function frame(text: string, diagnostic: Diagnostic): string {
  const { at, endColumn } = diagnostic;
  // A byte order mark is no column (see parseYaml).
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|[\n\r]/u);
  const shown = lines.slice(Math.max(0, at.line - 2), at.line + 1);
  const isLong = shown.some((line) => line.length > longestLine);
  const from = isLong ? Math.max(0, at.column - 1 - before) : 0;
  const cutLines = isLong
    ? lines.map((line, index) => (Math.abs(index + 1 - at.line) > 1 ? '' : cutLine(line, from)))
    : lines;
  const end =
    endColumn === undefined ? {} : { end: { line: at.line, column: Math.min(endColumn - from, longestLine + 1) } };
  return codeFrameColumns(
    cutLines.join('\n'),
    { start: { line: at.line, column: at.column - from }, ...end },
    { linesAbove: 1, linesBelow: 1, highlightCode: false },
  );
}

/** The part of a line from `from` on, with an ellipsis in place of the first and last sign where something is left out. */
function cutLine(line: string, from: number): string {
  const part = line.slice(from, from + longestLine);
  const head = from > 0 && part !== '' ? `…${part.slice(1)}` : part;
  return from + longestLine < line.length ? `${head.slice(0, -1)}…` : head;
}
