import { randomUUID } from 'node:crypto';
import { execa } from 'execa';
import type { Clock } from '../../clock.ts';
import { isFolder } from '../../folder.ts';
import { endTree, marked, signalTree, TREE_MARK } from '../../process-tree.ts';
import { isSearched, wordsOfUnstarted } from '../../unstarted.ts';
import type { Entry, Ledger } from '../live/ledger.ts';
import { startOf } from '../live/owner.ts';
import type { LogLines } from './log-lines.ts';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  /** Set when it could not be started at all. */
  readonly error?: string;
  /** That its program is not on the PATH: this machine's lack, whatever the commit holds. */
  readonly lacking?: boolean;
}

/** A process in a group of its own. */
export interface AppProcess {
  /** Set when it ended, for whatever reason. */
  ended(): Exit | undefined;
  /** Resolves when it ends; never rejects. */
  readonly gone: Promise<Exit>;
  /** Resolves when it has ended and all that it wrote was read; a child outside its group may keep that open. */
  readonly drained: Promise<void>;
  /** Of all its processes, as long as it runs. */
  pids(): readonly number[];
  /** kill -9 of the process and of all that it started, in whichever group; resolves when they are gone. */
  kill(): Promise<void>;
  /** SIGSTOP of the same; they keep all that they hold. */
  freeze(): void;
  /** Ends that. */
  thaw(): void;
}

export interface ProcessOptions {
  readonly run: readonly string[];
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly lines: LogLines;
  readonly ledger: Ledger;
  readonly clock: Clock;
}

const GONE_WITHIN_MS = 2_000;

/** In a group of its own, with nothing of our environment, and its output read by us alone. */
const HOW = {
  extendEnv: false,
  stdin: 'ignore',
  stdout: 'pipe',
  stderr: 'pipe',
  buffer: false,
  encoding: 'buffer',
  detached: true,
  cleanup: false,
  reject: false,
} as const;

/** Starts a command without a shell. What can't be started is a process that has ended. */
export function startProcess(options: ProcessOptions): AppProcess {
  // The system says the same of a folder that is not there as of a program that is not.
  if (!isFolder(options.cwd)) return unstarted(`the folder ${options.cwd} does not exist`);
  const [program = '', ...words] = options.run;
  const mark = randomUUID();
  // First on record, then started: whoever finds the record after our death finds the process by its mark.
  const entry = options.ledger.record({ kind: 'process', mark });
  const child = execa(program, words, { ...HOW, cwd: options.cwd, env: { ...options.env, [TREE_MARK]: mark } });
  amend(entry, mark, child.pid);
  child.stdout.on('data', (chunk: Buffer) => {
    options.lines.add('stdout', chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    options.lines.add('stderr', chunk);
  });
  let end: Exit | undefined;
  const gone = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      resolve({ code, signal });
    });
    // A process that could not be started has no exit, only a result.
    void child.then(({ code }) => {
      resolve({ code: null, signal: null, ...unstartable(program, code) });
    });
  }).then((exit) => {
    end = exit;
    // What it left behind goes with it, while the group's number can't yet be another's.
    endTree(child.pid, mark);
    entry.strike();
    return exit;
  });
  const drained = new Promise<void>((resolve) => {
    child.once('close', () => {
      resolve();
    });
    child.once('error', () => {
      resolve();
    });
  });
  const kill = async (): Promise<void> => {
    endTree(end === undefined ? child.pid : undefined, mark);
    await gone;
    const untilMs = options.clock.monotonicMs() + GONE_WITHIN_MS;
    // A moment passes between the signal and the end.
    while (marked(mark).length > 0 && options.clock.monotonicMs() < untilMs) await options.clock.sleep(2);
  };
  const pids = (): readonly number[] => (end === undefined ? marked(mark) : []);
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => (): void => {
    if (end === undefined) signalTree(child.pid, mark, signal);
  };
  return { ended: () => end, gone, drained, pids, kill, freeze: signalAll('SIGSTOP'), thaw: signalAll('SIGCONT') };
}

function amend(entry: Entry, mark: string, pid: number | undefined): void {
  const startedAt = pid === undefined ? undefined : startOf(pid);
  if (pid !== undefined && startedAt !== undefined) entry.update({ kind: 'process', mark, pid, startedAt });
}

function unstartable(program: string, code: string | undefined): Pick<Exit, 'error' | 'lacking'> {
  const coded = code === undefined ? '' : ` (${code})`;
  return {
    error: wordsOfUnstarted(program, code) ?? `“${program}” could not be started${coded}`,
    lacking: code === 'ENOENT' && isSearched(program),
  };
}

function unstarted(error: string): AppProcess {
  const exit: Exit = { code: null, signal: null, error };
  const nothing = (): void => undefined;
  return {
    ended: () => exit,
    gone: Promise.resolve(exit),
    drained: Promise.resolve(),
    pids: () => [],
    kill: () => Promise.resolve(),
    freeze: nothing,
    thaw: nothing,
  };
}
