import type { Writable } from 'node:stream';

/** The world as a command sees it; passed in, so that commands can be run in tests. */
export interface Terminal {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Colours and progress only where people look. */
  readonly color: boolean;
  readonly live: boolean;
  readonly width: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Reads the process's own streams and environment; `NO_COLOR` and `FORCE_COLOR` as commonly understood. */
export function processTerminal(process: NodeJS.Process, signal: AbortSignal): Terminal {
  const { stdout, stderr, env } = process;
  const isTerminal = stderr.isTTY && env['TERM'] !== 'dumb';
  const color = isSet(env['NO_COLOR'])
    ? false
    : isSet(env['FORCE_COLOR'])
      ? env['FORCE_COLOR'] !== '0'
      : stdout.isTTY && env['TERM'] !== 'dumb';
  return {
    stdout,
    stderr,
    env,
    cwd: process.cwd(),
    color,
    live: isTerminal && !isSet(env['CI']),
    width: Math.max(40, stdout.columns || 80),
    signal,
  };
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
