import type { Writable } from 'node:stream';

/** The world as a command sees it; passed in, so that commands can be run in tests. */
export interface Terminal {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Colours only where people look, for each of the two streams. */
  readonly color: boolean;
  readonly stderrColor: boolean;
  /** Whether progress may be drawn over itself, on stderr. */
  readonly live: boolean;
  /** Columns; infinite where a stream is no terminal: nothing is cut there. */
  readonly width: number;
  readonly stderrWidth: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Narrower than this nothing can be read. */
const leastWidth = 40;
/** Of a terminal that does not say, and of help in a file. */
export const usualWidth = 80;

/** Reads the process's own streams and environment; `NO_COLOR` and `FORCE_COLOR` as commonly understood. */
export function processTerminal(process: NodeJS.Process, signal: AbortSignal): Terminal {
  const { stdout, stderr, env } = process;
  return {
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    color: mayColor(stdout, env),
    stderrColor: mayColor(stderr, env),
    live: isTerminal(stderr) && env['TERM'] !== 'dumb' && !isSet(env['CI']),
    width: widthOf(stdout),
    stderrWidth: widthOf(stderr),
    signal,
  };
}

function mayColor(stream: NodeJS.WriteStream, env: Terminal['env']): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  if (isSet(env['FORCE_COLOR'])) return env['FORCE_COLOR'] !== '0';
  return isTerminal(stream) && env['TERM'] !== 'dumb';
}

/** Node leaves `isTTY` out where a stream is none, and no answer is not a no to those that look for themselves. */
function isTerminal(stream: { readonly isTTY?: boolean }): boolean {
  return stream.isTTY === true;
}

/** A terminal that does not know its width is taken for one of 80 columns. */
function widthOf(stream: NodeJS.WriteStream): number {
  return isTerminal(stream) ? Math.max(leastWidth, stream.columns || usualWidth) : Number.POSITIVE_INFINITY;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
