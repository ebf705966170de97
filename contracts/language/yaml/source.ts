import type { Position } from '../position.ts';
import type { Span } from './node.ts';

/** A file's text, with places for offsets into it. */
export interface SourceText {
  readonly text: string;
  /** The place of an offset. */
  position(offset: number): Position;
  /** The place of a range; its end counts only when it is on the same line. */
  span(from: number, to: number): Span;
}

/** Places in a text. (The library's own line counter misses lines after some syntax errors.) */
export function sourceText(file: string, text: string): SourceText {
  const lineStarts = startsOfLines(text);
  const position = (offset: number): Position => {
    const line = lineOf(Math.min(offset, text.length), lineStarts);
    return { file, line: line + 1, column: Math.min(offset, text.length) - (lineStarts[line] ?? 0) + 1 };
  };
  const span = (from: number, to: number): Span => {
    const at = position(from);
    const end = position(to);
    const sameLine = end.line === at.line && end.column > at.column;
    return { at, ...(sameLine ? { endColumn: end.column } : {}), aliases: [] };
  };
  return { text, position, span };
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** The last line that starts at or before the offset, counted from 0. */
function lineOf(offset: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
