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

const noAliases: Span['aliases'] = [];

/** Places in a text. (The library's own line counter misses lines after some syntax errors.) */
export function sourceText(file: string, text: string): SourceText {
  const starts = startsOfLines(text);
  // Most places that are asked for are on the line of the one before, or soon after it.
  let last = 0;
  const lineOf = (offset: number): number => {
    let near = last;
    for (let steps = 0; steps < 4 && (starts[near + 1] ?? Infinity) <= offset; steps += 1) near += 1;
    const isThere = (starts[near] ?? 0) <= offset && offset < (starts[near + 1] ?? Infinity);
    last = isThere ? near : lineAt(offset, starts);
    return last;
  };
  const position = (offset: number): Position => {
    const inside = Math.min(offset, text.length);
    const line = lineOf(inside);
    return { file, line: line + 1, column: inside - (starts[line] ?? 0) + 1 };
  };
  const span = (from: number, to: number): Span => {
    const at = position(from);
    const end = Math.min(to, text.length);
    const isSameLine = end > from && end < (starts[at.line] ?? Infinity);
    if (!isSameLine) return { at, aliases: noAliases };
    return { at, endColumn: at.column + end - from, aliases: noAliases };
  };
  return { text, position, span };
}

function startsOfLines(text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return starts;
}

/** The last line that starts at or before the offset, counted from 0. */
function lineAt(offset: number, starts: readonly number[]): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
