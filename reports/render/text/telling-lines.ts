import { stripVTControlCharacters } from 'node:util';

/** What runners write around the words of the program that failed. */
const NOISE: readonly RegExp[] = [
  /^\s*$/u,
  /^[$>] /u,
  /^\[exit code \d+\]$/u,
  /^\s*\^+\s*$/u,
  /^\s*[{}\])]+[;,]?\s*$/u,
  /^\s+at .*\(?(?:node:|<anonymous>)/u,
  /^Node\.js v\d/u,
  /^npm (?:error|ERR!)\s*(?:code|path|workspace|location|command|Lifecycle|A complete log|$)/u,
  /^\(nothing\)$/u,
];
const ERROR = /(?:^|\s)(?:[\w.]*Error|[\w.]*Exception|FATAL|ERROR|error|fatal|panic)\b[^:]{0,40}:/u;
/** Lines that stay of the end when it is far from the error. */
const LAST = 2;

/**
 * The lines of a failed command's output that are worth a place on a screen, at most `most`: from the first that names
 * an error on, else the last ones. Stack frames of the runtime and what package managers add are left out.
 */
export function tellingLines(output: string, most: number): string[] {
  const lines = stripVTControlCharacters(output)
    .split(/\r?\n/u)
    .map((line) => line.trimEnd())
    .filter((line) => !NOISE.some((noise) => noise.test(line)));
  if (lines.length <= most) return lines;
  const error = lines.findIndex((line) => ERROR.test(line));
  if (error < 0 || lines.length - error <= most || most <= LAST + 2) {
    return error < 0 || lines.length - error <= most ? lines.slice(-most) : lines.slice(error, error + most);
  }
  return [...lines.slice(error, error + most - LAST - 1), '…', ...lines.slice(-LAST)];
}
