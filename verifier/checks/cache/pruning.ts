import { readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../clock.ts';

/** How much is kept. */
export interface CacheLimits {
  readonly layerBytes: number;
  readonly outcomes: number;
}

const LIMITS: CacheLimits = { layerBytes: 4 * 1024 ** 3, outcomes: 2000 };
const MINUTE_MS = 60_000;
/** An entry that was used a moment ago may be being copied by another run. */
const IN_USE_MS = 60 * MINUTE_MS;
/** No command takes so long: whoever wrote this has died. */
const ABANDONED_MS = 6 * 60 * MINUTE_MS;

interface Entry {
  readonly path: string;
  readonly usedMs: number;
  readonly bytes: number;
}

/** Removes what was not used for the longest time, down to the limits, and what a killed run left unfinished. Never fails. */
export async function pruneCache(
  folders: { readonly layers: string; readonly outcomes: string },
  clock: Clock,
  limits: CacheLimits = LIMITS,
): Promise<void> {
  const nowMs = clock.now().getTime();
  const layers = await entriesOf(folders.layers, 'layer.json');
  const outcomes = await entriesOf(folders.outcomes);
  const old = [
    ...beyond(layers.filter(isWhole), ({ bytes }) => bytes, limits.layerBytes),
    ...beyond(outcomes.filter(isWhole), () => 1, limits.outcomes),
  ].filter(({ usedMs }) => nowMs - usedMs > IN_USE_MS);
  const abandoned = [...layers, ...outcomes].filter((entry) => !isWhole(entry) && nowMs - entry.usedMs > ABANDONED_MS);
  for (const { path } of [...old, ...abandoned]) await remove(path);
}

function isWhole({ path }: Entry): boolean {
  return !/[/\\]partial-[^/\\]*$/.test(path);
}

/** The entries that are left over when the most recently used ones have filled the limit. */
function beyond(entries: readonly Entry[], weigh: (entry: Entry) => number, limit: number): Entry[] {
  let sum = 0;
  return [...entries]
    .sort((a, b) => b.usedMs - a.usedMs)
    .filter((entry) => {
      sum += weigh(entry);
      return sum > limit;
    });
}

async function entriesOf(folder: string, description?: string): Promise<Entry[]> {
  const names = await readdir(folder).catch(() => []);
  const entries = await Promise.all(names.map((name) => entryOf(join(folder, name), description)));
  return entries.filter((entry) => entry !== undefined);
}

async function entryOf(path: string, description: string | undefined): Promise<Entry | undefined> {
  try {
    const file = description === undefined ? path : join(path, description);
    const { mtimeMs } = await stat(file).catch(() => stat(path));
    return { path, usedMs: mtimeMs, bytes: description === undefined ? 0 : await bytesOf(file) };
  } catch {
    return undefined;
  }
}

async function bytesOf(layerFile: string): Promise<number> {
  try {
    const { size } = JSON.parse(await readFile(layerFile, 'utf8')) as { size?: { bytes?: number } };
    return size?.bytes ?? 0;
  } catch {
    return 0;
  }
}

async function remove(path: string): Promise<void> {
  try {
    const away = path.includes('partial-')
      ? path
      : join(path, '..', `partial-${String(process.pid)}-${path.split(/[/\\]/).at(-1) ?? ''}`);
    if (away !== path) await rename(path, away);
    await rm(away, { recursive: true, force: true });
  } catch {
    // Another run is at it, or the disk refuses: what stays is tried again the next time.
  }
}
