import type { LogLine } from '../environment/index.ts';

/** What runtimes write after the line that says why they end: where it was, and who they are. */
const AFTERWORDS: readonly RegExp[] = [
  // Frames, and the insides of an error; some are numbered, as in `16: 0xb7c8d0 node::Abort()` and `1: main (app.js:3:9)`.
  /^\s/,
  /^\d+: (?:0x[\da-f]+ |.*:\d+:\d+\)?$)/,
  /^-+ .*stack ?trace -+$/i,
  /^[}\])]+;?$/,
  /^#(?:FailureMessage .*)?\s*$/,
  /^Emitted 'error' event .*at:$/,
  /^Node\.js v\d/,
  /^(?:goroutine \d+ \[|exit status \d)/,
  /^[\w./*()-]+\([^ ]*\)$/,
  /^note: run with /,
];

/** The line that best says why a process ended: the last one to stderr, or else to stdout, that is no part of a stack; empty without one. */
export function lastWordsOf(log: readonly LogLine[]): string {
  const lines = log.filter(({ text }) => text.trim() !== '' && !AFTERWORDS.some((pattern) => pattern.test(text)));
  const last = lines.findLast(({ stream }) => stream === 'stderr') ?? lines.at(-1);
  return last?.text.trim() ?? '';
}
