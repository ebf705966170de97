import type { LineCounter } from 'yaml';
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

/** Line starts are collected by the counter while the document is parsed; ask for places only afterwards. */
export function sourceText(file: string, text: string, lineCounter: LineCounter): SourceText {
  const position = (offset: number): Position => {
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    // An empty text has no line at all for the counter.
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const span = (from: number, to: number): Span => {
    const at = position(from);
    const end = position(to);
    const sameLine = end.line === at.line && end.column > at.column;
    return { at, ...(sameLine ? { endColumn: end.column } : {}), aliases: [] };
  };
  return { text, position, span };
}
