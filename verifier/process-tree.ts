import { readdirSync, readFileSync } from 'node:fs';

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

function textOf(pid: number, file: 'environ' | 'stat'): string {
  try {
    return readFileSync(`/proc/${String(pid)}/${file}`, 'latin1');
  } catch {
    // It ended in the meantime, or is another user's.
    return '';
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
