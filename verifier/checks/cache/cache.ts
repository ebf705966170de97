import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Check } from 'typebox/value';
import type { Clock } from '../../clock.ts';
import { copyTree, measureTree, type TreeSize } from './copy-tree.ts';
import { isKeptOutcome, KeptOutcome } from './kept-outcome.ts';
import { pruneCache } from './pruning.ts';
import type { TreeChange } from './tree-listing.ts';

/** What a command added to a tree, with how it ended: the result of an install or a build. */
export interface KeptLayer extends TreeChange {
  readonly outcome: KeptOutcome;
}

/**
 * Results of commands, shared by all runs of a user. An entry is written beside its place and then renamed: whoever reads
 * sees all of it or nothing, also after a kill in the middle; of two that write the same one, the first wins.
 * An entry that is damaged is removed, and counts as not there.
 */
export interface Cache {
  /** Copies a layer's files into `staging` (a path that does not exist yet); `undefined` when it is not kept, or is damaged. */
  takeLayer(key: string, staging: string): Promise<KeptLayer | undefined>;
  /** Keeps what a command changed below `tree`. */
  keepLayer(key: string, layer: KeptLayer, tree: string): Promise<void>;
  takeOutcome(key: string): Promise<KeptOutcome | undefined>;
  keepOutcome(key: string, outcome: KeptOutcome): Promise<void>;
}

/** Where the cache is, and how long a copy may take part in a run. */
export interface CacheContext {
  /** Absolute; made when needed. */
  readonly folder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const LayerFile = Type.Object({
  added: Type.Array(Type.String()),
  removed: Type.Array(Type.String()),
  size: Type.Object({ files: Type.Integer(), bytes: Type.Integer(), changedMs: Type.Number() }),
  outcome: KeptOutcome,
});

/** Opens the cache of install, build and check results. */
export function openCache(context: CacheContext): Cache {
  const layers = join(context.folder, 'layers');
  const outcomes = join(context.folder, 'outcomes');
  return {
    takeLayer: async (key, staging) => {
      const folder = join(layers, key);
      const entry = await readJson(join(folder, 'layer.json'));
      if (entry === undefined) return undefined;
      if (
        Check(LayerFile, entry) &&
        (await copyWhole(join(folder, 'content'), staging, { size: entry.size, signal: context.signal }))
      ) {
        await touch(join(folder, 'layer.json'), context.clock);
        return entry;
      }
      // A copy that was stopped says nothing about the entry.
      if (!context.signal.aborted) await discard(folder, layers);
      return undefined;
    },
    keepLayer: async (key, layer, tree) => {
      const partial = join(layers, partialName());
      await mkdir(join(partial, 'content'), { recursive: true });
      try {
        for (const path of layer.added)
          await copyTree(join(tree, path), join(partial, 'content', path), context.signal);
        const size = await measureTree(join(partial, 'content'));
        await writeFile(join(partial, 'layer.json'), JSON.stringify({ ...layer, size }));
        await rename(partial, join(layers, key)).catch(ignoreTaken);
      } finally {
        await rm(partial, { recursive: true, force: true });
      }
      await pruneCache({ layers, outcomes }, context.clock);
    },
    takeOutcome: async (key) => {
      const file = join(outcomes, `${key}.json`);
      const entry = await readJson(file);
      if (entry === undefined) return undefined;
      const { sha256, outcome } = entry as { sha256?: unknown; outcome?: unknown };
      if (isKeptOutcome(outcome) && sha256 === digestOf(JSON.stringify(outcome))) return outcome;
      await rm(file, { force: true });
      return undefined;
    },
    keepOutcome: async (key, outcome) => {
      await mkdir(outcomes, { recursive: true });
      const partial = join(outcomes, partialName());
      await writeFile(partial, JSON.stringify({ sha256: digestOf(JSON.stringify(outcome)), outcome }));
      await rename(partial, join(outcomes, `${key}.json`));
    },
  };
}

/**
 * Copies, and tells whether all of it was there, and nothing was written to since it was kept. The count goes on beside the copy;
 * only a whole copy is used.
 */
async function copyWhole(
  from: string,
  to: string,
  { size, signal }: { size: TreeSize; signal: AbortSignal },
): Promise<boolean> {
  try {
    const [, found] = await Promise.all([copyTree(from, to, signal), measureTree(from)]);
    return found.files === size.files && found.bytes === size.bytes && found.changedMs <= size.changedMs;
  } catch {
    return false;
  }
}

/** `undefined` when there is no such file; `null`, which is no entry, when it holds something else. */
async function readJson(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  try {
    return (JSON.parse(text) as unknown) ?? {};
  } catch {
    return {};
  }
}

/** Out of the way first, in one step, so that nobody meets half of it. */
async function discard(folder: string, layers: string): Promise<void> {
  const away = join(layers, partialName());
  await rename(folder, away).catch(() => undefined);
  await rm(away, { recursive: true, force: true });
}

function partialName(): string {
  return `partial-${randomUUID()}`;
}

/** Another run was quicker. */
function ignoreTaken(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
}

async function touch(file: string, clock: Clock): Promise<void> {
  const now = clock.now();
  await utimes(file, now, now).catch(() => undefined);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
