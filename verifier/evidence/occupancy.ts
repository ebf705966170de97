import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { writeAtomically } from './atomic-file.ts';

/** Says that a folder is a run's, since when, and whose process works in it. */
const MARK = '.run.json';

/** What the mark of a run's folder says. */
export interface Occupancy {
  readonly startedAt: string;
  readonly inUse: boolean;
}

interface Mark {
  readonly startedAt: string;
  readonly pid: number;
  readonly releasedAt?: string;
}

async function writeMark(folder: string, mark: Mark): Promise<void> {
  await writeAtomically(join(folder, MARK), Buffer.from(`${JSON.stringify(mark)}\n`));
}

async function readMark(folder: string): Promise<Mark | undefined> {
  try {
    const mark: unknown = JSON.parse(await readFile(join(folder, MARK), 'utf8'));
    const valid =
      typeof mark === 'object' &&
      mark !== null &&
      'startedAt' in mark &&
      typeof mark.startedAt === 'string' &&
      'pid' in mark &&
      typeof mark.pid === 'number';
    return valid ? (mark as Mark) : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is alive too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the run in this folder came to a report. */
export async function hasReport(folder: string): Promise<boolean> {
  return await access(join(folder, 'report.json')).then(
    () => true,
    () => false,
  );
}

/** Writes the mark of a run that this process works in. Rejects with the system's error. */
export async function markInUse(folder: string, clock: Clock): Promise<void> {
  await writeMark(folder, { startedAt: clock.now().toISOString(), pid: process.pid });
}

/** Says that nobody works in the folder any more. Does nothing when the folder is gone; a full disk only makes it wait for this process to end. */
export async function markReleased(folder: string, clock: Clock): Promise<void> {
  const mark = await readMark(folder);
  if (mark !== undefined)
    await writeMark(folder, { ...mark, releasedAt: clock.now().toISOString() }).catch(() => undefined);
}

/**
 * Whether a folder is a run's, and whether somebody works in it. A run that was killed is in use by nobody.
 * Undefined for a folder without a mark: not ours.
 */
export async function readOccupancy(folder: string): Promise<Occupancy | undefined> {
  const mark = await readMark(folder);
  if (mark === undefined) return undefined;
  return { startedAt: mark.startedAt, inUse: mark.releasedAt === undefined && isAlive(mark.pid) };
}
