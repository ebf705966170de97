import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openLedger, type Ledger } from './environment/index.ts';
import { unusableFolder, type Refusal } from './refusal.ts';
import type { VerifyWorld } from './verify-types.ts';

/** A folder of one run alone, and where the run records what else it makes. */
export interface Scratch {
  readonly kind: 'opened';
  /** Absolute. */
  readonly path: string;
  readonly ledger: Ledger;
}

/**
 * Makes the folder that a run works in; it goes with the run. It is on record before it is made, so that the next run removes it
 * should this one be killed: `live` is the folder of the records.
 */
export async function openScratch(
  id: string,
  live: string,
  { world, held }: { readonly world: VerifyWorld; readonly held: AsyncDisposableStack },
): Promise<Scratch | Refusal> {
  const path = join(world.temporary, `assay-${id.slice(-6)}`);
  let ledger: Ledger;
  try {
    // After the services' own record by name, since they are to be freed before it.
    ledger = openLedger(live, `${id}.folders`);
  } catch (error) {
    return unusableFolder(live, error, 'name a folder that you can write to with ASSAY_CACHE');
  }
  held.defer(() => {
    ledger.close();
  });
  const entry = ledger.record({ kind: 'folder', path });
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    // What is there already is not ours to remove.
    entry.strike();
    return unusableFolder(world.temporary, error, 'name a folder that you can write to with TMPDIR');
  }
  held.defer(() => rm(path, { recursive: true, force: true }));
  return { kind: 'opened', path, ledger };
}
