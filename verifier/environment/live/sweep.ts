import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { wordsOfError } from '../../../contracts/language/index.ts';
import { isAlive, type Owner } from './owner.ts';
import { freeAtOnce, type Resource } from './resource.ts';

/** What a sweep did. */
export interface Sweep {
  /** Runs whose process is gone, and whose resources were freed. */
  readonly runs: readonly string[];
  /** What could not be freed, in words; it stays on record for the next sweep. */
  readonly left: readonly string[];
}

/**
 * Frees what runs left behind whose process is dead: processes, servers, folders, port locks, containers.
 * Runs that live are not touched. `freeContainers` removes all containers of a run.
 */
export async function sweepRuns(live: string, freeContainers: (run: string) => Promise<void>): Promise<Sweep> {
  const runs: string[] = [];
  const left: string[] = [];
  for (const run of namesIn(join(live, 'runs'))) {
    const folder = join(live, 'runs', run);
    const owner = readJson(join(folder, 'owner.json')) as Owner | undefined;
    // No owner: a run that is being recorded this moment, or has just removed its ledger.
    if (owner === undefined || isAlive(owner)) continue;
    const failures = await freeAll(folder, freeContainers);
    left.push(...failures.map((why) => `${run}: ${why}`));
    if (failures.length === 0) rmSync(folder, { recursive: true, force: true });
    runs.push(run);
  }
  sweepPorts(join(live, 'ports'));
  return { runs, left };
}

/** A lock says itself whose it is: it is made a moment before it is on record. */
function sweepPorts(folder: string): void {
  for (const port of namesIn(folder)) {
    const owner = readJson(join(folder, port)) as Owner | undefined;
    if (owner !== undefined && !isAlive(owner)) rmSync(join(folder, port), { force: true });
  }
}

async function freeAll(folder: string, freeContainers: (run: string) => Promise<void>): Promise<string[]> {
  const failures: string[] = [];
  // The latest first: applications before the servers they use.
  for (const name of namesIn(folder)
    .filter((file) => /^\d+\.json$/.test(file))
    .reverse()) {
    const resource = readJson(join(folder, name)) as Resource | undefined;
    if (resource === undefined) continue;
    try {
      if (resource.kind === 'containers') await freeContainers(resource.run);
      else freeAtOnce(resource);
      rmSync(join(folder, name), { force: true });
    } catch (error) {
      failures.push(wordsOfError(error));
    }
  }
  return failures;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}
