import { closeSync, openSync, readdirSync, readSync } from 'node:fs';

/** The variable by which every process that a command or an application starts is known, also one that left its process group. Its name says nothing of who is looking. */
export const TREE_MARK = 'PROCESS_TREE_ID';

/** While a tree is being ended, its processes may start others; so often at most it is looked through again. */
const MOST_ROUNDS = 5;

/** Sends a signal to a process group; that nobody is left in it is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  send(-leader, signal);
}

/**
 * Ends at once whatever is left of a command: its group, processes that carry its mark but went into a group of their own, and the
 * children of all these, which may have been given another environment. Undefined: the leader is not known, or its number may be another's.
 */
export function endTree(leader: number | undefined, mark: string): void {
  signalTree(leader, mark, 'SIGKILL');
}

/** Sends a signal to all of a command that `endTree` would end. */
export function signalTree(leader: number | undefined, mark: string, signal: NodeJS.Signals): void {
  const found = new Set(leader === undefined ? [] : descendants(new Set([leader])));
  if (leader !== undefined) signalGroup(leader, signal);
  for (const pid of found) send(pid, signal);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const more = descendants(new Set(marked(mark))).filter((pid) => !found.has(pid));
    if (more.length === 0) return;
    for (const pid of more) {
      found.add(pid);
      send(pid, signal);
    }
  }
}

/** Processes whose environment carries the mark. Only where there is a /proc; elsewhere the group has to be enough. */
export function marked(mark: string): number[] {
  const wanted = `${TREE_MARK}=${mark}`;
  return processIds().filter((pid) => textOf(pid, 'environ').split('\0').includes(wanted));
}

/** These processes, and all that they started and that still have them, or one of them, for a parent. */
function descendants(roots: ReadonlySet<number>): number[] {
  if (roots.size === 0) return [];
  const all = new Set(roots);
  const parents = processIds().map((pid) => [pid, parentOf(pid)] as const);
  for (let size = 0; size < all.size;) {
    size = all.size;
    for (const [pid, parent] of parents) if (all.has(parent)) all.add(pid);
  }
  return [...all];
}

function parentOf(pid: number): number {
  const stat = textOf(pid, 'stat');
  // The second field is the name in parentheses, and may hold anything.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

/** One for all that is read: a new one for each of some hundred processes costs more than the reading. */
let buffer = Buffer.allocUnsafe(16_384);

/** The whole file; nothing when the process ended in the meantime, or is another user's. */
function textOf(pid: number, file: 'environ' | 'stat'): string {
  let opened: number | undefined;
  try {
    opened = openSync(`/proc/${String(pid)}/${file}`, 'r');
    let length = 0;
    for (;;) {
      const read = readSync(opened, buffer, length, buffer.length - length, null);
      length += read;
      if (read === 0) return buffer.toString('latin1', 0, length);
      if (length === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(length)]);
    }
  } catch {
    return '';
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: it has ended.
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}
