import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which every process that a command starts is known, also one that left its process group. */
export const COMMAND_MARK = 'ASSAY_COMMAND';

/** Sends a signal to a process group; that nobody is left in it is no error. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // ESRCH: all have ended.
  }
}

/** Ends at once whatever is left of a command: its group, and processes that carry its mark but went into a group of their own. */
export function endTree(leader: number, mark: string): void {
  signalGroup(leader, 'SIGKILL');
  for (const pid of marked(mark)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in the meantime.
    }
  }
}

/** Processes whose environment carries the mark. Only where there is a /proc; elsewhere the group has to be enough. */
function marked(mark: string): number[] {
  const wanted = `${COMMAND_MARK}=${mark}`;
  return processIds().filter((pid) => {
    try {
      return readFileSync(`/proc/${String(pid)}/environ`, 'latin1')
        .split('\0')
        .includes(wanted);
    } catch {
      return false;
    }
  });
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}
