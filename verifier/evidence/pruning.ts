import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasReport, readOccupancy } from './occupancy.ts';

/** Enough for a day's work; a run of the sample app takes a few megabytes. */
export const RUNS_KEPT = 20;

async function latestOf(runsPath: string): Promise<string | undefined> {
  const latest = join(runsPath, 'latest');
  try {
    return await readlink(latest);
  } catch {
    // On disks without links it is a file with the id; without either no run came to a report.
    return await readFile(latest, 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    );
  }
}

async function foldersOf(runsPath: string): Promise<string[]> {
  try {
    const entries = await readdir(runsPath, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return [];
  }
}

/**
 * Removes the oldest runs above `keep`, and before them those that never came to a report; gives the ids of those removed. Never touches a run in use, the one that
 * `latest` leads to, or a folder that is not a run's. What the disk refuses to remove stays, without an error: old
 * evidence in the way must not change the result of a run.
 */
export async function pruneRuns(runsPath: string, keep: number = RUNS_KEPT): Promise<string[]> {
  const latest = await latestOf(runsPath);
  const runs: {
    readonly id: string;
    readonly startedAt: string;
    readonly reported: boolean;
    readonly removable: boolean;
  }[] = [];
  for (const id of await foldersOf(runsPath)) {
    const occupancy = await readOccupancy(join(runsPath, id));
    if (occupancy === undefined) continue;
    runs.push({
      id,
      startedAt: occupancy.startedAt,
      reported: await hasReport(join(runsPath, id)),
      removable: !occupancy.inUse && id !== latest,
    });
  }
  runs.sort(
    (a, b) =>
      Number(b.reported) - Number(a.reported) || b.startedAt.localeCompare(a.startedAt) || b.id.localeCompare(a.id),
  );
  const removed: string[] = [];
  for (const run of runs.slice(keep).filter(({ removable }) => removable)) {
    try {
      await rm(join(runsPath, run.id), { recursive: true, force: true });
      removed.push(run.id);
    } catch {
      continue;
    }
  }
  return removed;
}
