import { codeFrameColumns } from '@babel/code-frame';
import pc from 'picocolors';
import type { Diagnostic } from './diagnostic.ts';
import type { Position } from './position.ts';

type Colors = ReturnType<typeof pc.createColors>;

/** How diagnostics are shown. */
export interface DiagnosticsStyle {
  readonly color: boolean;
  /** In columns; without one nothing is broken into lines. */
  readonly width?: number;
}

/**
 * Diagnostics as text for people, with a blank line between: what is wrong, the source line with a caret, what to do, and the
 * places that belong to it.
 * `sources` are the files' texts by name; a diagnostic of another file is shown without its line.
 */
export function formatDiagnostics(
  diagnostics: readonly Diagnostic[],
  sources: ReadonlyMap<string, string>,
  { color, width = Infinity }: DiagnosticsStyle,
): string {
  const page: Page = { colors: pc.createColors(color), width, lines: linesOf(sources) };
  return diagnostics.map((diagnostic) => `${formatOne(diagnostic, page)}\n`).join('\n');
}

interface Page {
  readonly colors: Colors;
  readonly width: number;
  /** The lines of a file. */
  readonly lines: (file: string) => readonly string[] | undefined;
}

/** Files are divided into lines when they are asked for, and once. */
function linesOf(sources: ReadonlyMap<string, string>): Page['lines'] {
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const text = sources.get(file);
    if (text === undefined) return undefined;
    // A byte order mark is no column (see parseYaml).
    const lines = known.get(file) ?? text.replace(/^\uFEFF/u, '').split(/\r?\n/u);
    known.set(file, lines);
    return lines;
  };
}

// What is in a file, and in messages about it, must not command the terminal, nor begin lines.
const commands = /[\u0000-\u0008\u000A-\u001F\u007F-\u009F\u2028\u2029]/gu;

function printable(text: string): string {
  return text.replace(commands, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCodePoint(0x2400 + code) : '\uFFFD';
  });
}

function formatOne(diagnostic: Diagnostic, page: Page): string {
  const { severity, message, code, at, hint, related = [] } = diagnostic;
  const { colors } = page;
  const source = page.lines(at.file);
  const paint = severity === 'error' ? colors.red : colors.yellow;
  const title = [
    ...words(severity, (word) => colors.bold(paint(word))),
    ...words(message, colors.bold),
    ...words(`(${code})`, colors.dim),
  ];
  const lines = [
    flow(title, '  ', page.width),
    `  ${colors.cyan(placeText(at))}`,
    ...(source === undefined ? [] : [frame(source, diagnostic, page.width)]),
    ...(hint === undefined ? [] : [flow([...words('  →', colors.green), ...words(hint)], '    ', page.width)]),
    ...related.map((other) => flow(relatedWords(other, colors), '    ', page.width)),
  ];
  return lines.join('\n');
}

function relatedWords({ message, at }: NonNullable<Diagnostic['related']>[number], colors: Colors): Word[] {
  return [...words('  ·', colors.dim), ...words(`${message}:`), ...words(placeText(at), colors.cyan)];
}

/** A word with its colour. */
interface Word {
  readonly text: string;
  readonly paint: (text: string) => string;
}

// Blanks at the beginning belong to the first word.
function words(text: string, paint: Word['paint'] = (word) => word): Word[] {
  return printable(text)
    .split(/(?<=\S) /u)
    .map((word) => ({ text: word, paint }));
}

/** Words in lines; those after the first are indented. */
function flow(content: readonly Word[], indent: string, width: number): string {
  let text = '';
  let column = 0;
  for (const word of content) {
    const isFirst = column === 0;
    const fits = isFirst || column + 1 + word.text.length <= width;
    if (!isFirst) text += fits ? ' ' : `\n${indent}`;
    column = (isFirst ? 0 : fits ? column + 1 : indent.length) + word.text.length;
    text += word.paint(word.text);
  }
  return text;
}

/** `contracts/favorites.contract.yaml:12:7`, as terminals and editors open it. */
function placeText({ file, line, column }: Position): string {
  return `${file}:${String(line)}:${String(column)}`;
}

/** Longer lines are cut to this many signs around the column, or to what the page is wide. */
const widestLine = 140;

function frame(source: readonly string[], { at, endColumn }: Diagnostic, width: number): string {
  const first = Math.max(1, at.line - 1);
  const shown = source.slice(first - 1, at.line + 1).map(printable);
  // Beside a line stand a mark and its number.
  const longestLine = Math.min(widestLine, width - String(at.line + 1).length - 5);
  const isLong = shown.some((line) => line.length > longestLine);
  const from = isLong ? Math.max(0, at.column - 1 - Math.floor(longestLine * 0.4)) : 0;
  const lines = isLong ? shown.map((line) => cutLine(line, from, longestLine)) : shown;
  const end =
    endColumn === undefined ? {} : { end: { line: at.line, column: Math.min(endColumn - from, longestLine + 1) } };
  const options = { startLine: first, linesAbove: 1, linesBelow: 1, highlightCode: false };
  return codeFrameColumns(lines.join('\n'), { start: { line: at.line, column: at.column - from }, ...end }, options);
}

/** The part of a line from `from` on, with an ellipsis in place of the first and last sign where something is left out. */
function cutLine(line: string, from: number, longestLine: number): string {
  const part = line.slice(from, from + longestLine);
  const head = from > 0 && part !== '' ? `…${part.slice(1)}` : part;
  return from + longestLine < line.length ? `${head.slice(0, -1)}…` : head;
}
