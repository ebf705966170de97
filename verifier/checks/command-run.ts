import { randomUUID } from 'node:crypto';
import { execa } from 'execa';
import type { Clock } from '../clock.ts';
import { isFolder } from '../folder.ts';
import { wordsOfUnstarted } from '../unstarted.ts';
import { BoundedOutput, type CapturedOutput } from './bounded-output.ts';
import { endTree, signalGroup, TREE_MARK } from '../process-tree.ts';

/** A command without a shell. */
export interface Command {
  /** The program and its arguments. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All that it sees. */
  readonly env: Readonly<Record<string, string>>;
  readonly withinMs: number;
}

/** How a command ended. All but `exited` say that it did not come to its own end. */
export type CommandOutcome =
  | Ended<{ readonly kind: 'exited'; readonly exitCode: number }>
  /** By a signal that was not ours: the kernel out of memory, a crash, somebody. */
  | Ended<{ readonly kind: 'killed'; readonly signal: string }>
  | Ended<{ readonly kind: 'timed-out'; readonly withinMs: number }>
  | Ended<{ readonly kind: 'stopped' }>
  | Ended<{ readonly kind: 'not-started'; readonly why: string }>;

type Ended<T> = T & { readonly output: CapturedOutput; readonly durationMs: number };

/** Between the request to end and the end by force. */
const GRACE_MS = 1000;

/**
 * Runs a command in a process group of its own and waits until it has ended, at most `withinMs`.
 * Afterwards nothing of it runs any more, not even what it left in the background. Never rejects for what the command does.
 */
export async function runCommand(
  command: Command,
  context: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<CommandOutcome> {
  const { clock, signal } = context;
  const startedMs = clock.monotonicMs();
  const output = new BoundedOutput();
  const ended = <T extends object>(how: T): Ended<T> => ({
    ...how,
    output: output.read(),
    durationMs: clock.monotonicMs() - startedMs,
  });
  if (signal.aborted) return ended({ kind: 'stopped' as const });
  const mark = randomUUID();
  const child = start(command, mark);
  if (child.pid === undefined) return ended({ kind: 'not-started' as const, why: await whyNotStarted(command, child) });
  child.all.on('data', (chunk: Buffer) => {
    output.write(chunk);
  });
  const leader = child.pid;
  const endNow = (): void => {
    endTree(leader, mark);
  };
  // Should this process end first, nothing of the command may stay.
  process.once('exit', endNow);
  try {
    const reason = await waitForEnd(child, { withinMs: command.withinMs, clock, signal });
    if (reason !== 'exited') await askToEnd(child, leader, clock);
    endNow();
    const result = await child;
    if (reason === 'timed-out') return ended({ kind: reason, withinMs: command.withinMs });
    if (reason === 'stopped') return ended({ kind: reason });
    if (result.exitCode !== undefined) return ended({ kind: 'exited' as const, exitCode: result.exitCode });
    return ended({ kind: 'killed' as const, signal: result.signal ?? 'an unknown signal' });
  } finally {
    process.off('exit', endNow);
  }
}

type Child = ReturnType<typeof start>;

function start({ words, cwd, env }: Command, mark: string) {
  const [program = '', ...args] = words;
  return execa(program, args, {
    cwd,
    env: { ...env, [TREE_MARK]: mark },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
    buffer: false,
    reject: false,
    detached: true,
  });
}

/** The system says the same of a folder that is not there as of a program that is not. */
async function whyNotStarted({ words: [program = ''], cwd }: Command, child: Child): Promise<string> {
  const { code, shortMessage } = await child;
  if (!isFolder(cwd)) return `the folder ${cwd} does not exist`;
  return wordsOfUnstarted(program, code) ?? shortMessage ?? 'it could not be started';
}

async function waitForEnd(
  child: Child,
  { withinMs, clock, signal }: { withinMs: number; clock: Clock; signal: AbortSignal },
): Promise<'exited' | 'timed-out' | 'stopped'> {
  const waiting = new AbortController();
  const stop = (): void => {
    waiting.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  const exited = exitOf(child).then(() => 'exited' as const);
  const late = clock
    .sleep(withinMs, waiting.signal)
    .then(() => (signal.aborted ? ('stopped' as const) : ('timed-out' as const)));
  try {
    return await Promise.race([exited, late]);
  } finally {
    waiting.abort();
    signal.removeEventListener('abort', stop);
  }
}

/** SIGTERM first, so that test runners can free what they hold elsewhere; who ignores it is ended by force afterwards. */
async function askToEnd(child: Child, leader: number, clock: Clock): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  const done = new AbortController();
  await Promise.race([exitOf(child), clock.sleep(GRACE_MS, done.signal)]);
  done.abort();
}

/** When the process itself has ended; its output may be held open by others. */
function exitOf(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
}
