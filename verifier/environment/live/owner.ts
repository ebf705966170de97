import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Who holds something: a process, told apart from a later one with the same number by the time of its start. */
export interface Owner {
  readonly host: string;
  /** Changes when the machine starts anew; empty where the system does not tell. */
  readonly boot: string;
  /** Process numbers mean something only inside one of these; empty where there are none. */
  readonly pidNamespace: string;
  readonly pid: number;
  readonly startedAt: string;
}

/** This process. */
export function thisOwner(): Owner {
  return {
    host: hostname(),
    boot: readText('/proc/sys/kernel/random/boot_id'),
    pidNamespace: readLink('/proc/self/ns/pid'),
    pid: process.pid,
    startedAt: startOf(process.pid) ?? '',
  };
}

/** Whether the owner still runs. Who can't be asked from here (another machine, another container) counts as alive. */
export function isAlive(owner: Owner): boolean {
  const here = thisOwner();
  if (owner.host !== here.host) return true;
  if (owner.boot !== here.boot) return false;
  if (owner.pidNamespace !== here.pidNamespace) return true;
  return startOf(owner.pid) === owner.startedAt;
}

/** When a process started, in the system's own words; undefined when there is no such process (a zombie is none). */
export function startOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startFromProc(pid) : startFromPs(pid);
}

function startFromProc(pid: number): string | undefined {
  const stat = readText(`/proc/${String(pid)}/stat`);
  // The second field is the name in parentheses, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

function startFromPs(pid: number): string | undefined {
  const { stdout, status } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

function readLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
