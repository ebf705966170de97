import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRunFolder } from '../../../verifier/evidence/index.ts';
import type { RunFolder, RunFolderOptions } from '../../../verifier/evidence/index.ts';
import type { Clock } from '../../../verifier/clock.ts';

/** A clock that stands still until it is set. */
export function settableClock(startIso = '2026-03-02T10:00:00.000Z'): Clock & { set(iso: string): void } {
  let now = new Date(startIso);
  return {
    now: () => now,
    monotonicMs: () => now.getTime(),
    sleep: () => Promise.resolve(),
    set: (iso) => {
      now = new Date(iso);
    },
  };
}

/** Runs `use` with a folder of its own, which is removed afterwards. */
export async function inScratch(use: (path: string) => Promise<void>): Promise<void> {
  const path = await mkdtemp(join(tmpdir(), 'assay-evidence-'));
  try {
    await use(path);
  } finally {
    await rm(path, { recursive: true, force: true });
  }
}

/** Runs `use` with a fresh run folder. */
export async function inRunFolder(
  use: (folder: RunFolder) => Promise<void>,
  options: Partial<RunFolderOptions> = {},
): Promise<void> {
  await inScratch(async (path) => {
    await using folder = await createRunFolder({
      home: join(path, '.assay'),
      runId: 'run-1',
      clock: settableClock(),
      ...options,
    });
    await use(folder);
  });
}
