import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../../folder.ts';
import { thisOwner } from './owner.ts';
import { freeAtOnce, type Resource } from './resource.ts';

/** One line of the ledger. */
export interface Entry {
  /** Replaces what is recorded. */
  readonly update: (resource: Resource) => void;
  /** Strikes the line out: the resource is gone. */
  readonly strike: () => void;
  /** Frees what is recorded (not containers), then strikes the line out. Harmless when done twice. */
  readonly free: () => void;
}

/**
 * What this run holds, written to disk *before* it is made, so that the next run can free it when this one dies
 * without a word. Also freed, as far as that can be done at once, when this process ends in the ordinary way.
 */
export interface Ledger {
  /** The folder in which all runs of this user record what they hold. */
  readonly live: string;
  readonly record: (resource: Resource) => Entry;
  /** Removes the ledger; whatever is still in it is freed at once, containers excepted: those stay on record. */
  readonly close: () => void;
}

const open = new Set<() => void>();

process.on('exit', () => {
  // The latest first: a server stops before the folder that it runs in is removed.
  for (const close of [...open].reverse()) close();
});

/** Opens the ledger of a run: `<live>/runs/<runId>`. Throws when the folder can't be written. */
export function openLedger(live: string, runId: string): Ledger {
  const folder = join(live, 'runs', runId);
  makeFolder(folder, 0o700);
  const write = (name: string, content: unknown): void => {
    // A reader must never meet half a file.
    writeFileSync(join(folder, `.${name}`), JSON.stringify(content));
    renameSync(join(folder, `.${name}`), join(folder, name));
  };
  write('owner.json', thisOwner());
  const held = new Map<string, Resource>();
  let count = 0;
  const record = (resource: Resource): Entry => {
    const name = `${String((count += 1)).padStart(5, '0')}.json`;
    const update = (changed: Resource): void => {
      held.set(name, changed);
      write(name, changed);
    };
    update(resource);
    const strike = (): void => {
      held.delete(name);
      rmSync(join(folder, name), { force: true });
    };
    const free = (): void => {
      const resource = held.get(name);
      if (resource !== undefined && resource.kind !== 'containers') freeAtOnce(resource);
      strike();
    };
    return { update, strike, free };
  };
  const close = (): void => {
    open.delete(close);
    for (const [name, resource] of [...held].reverse()) {
      if (resource.kind === 'containers') continue;
      freeAtOnce(resource);
      held.delete(name);
      rmSync(join(folder, name), { force: true });
    }
    if (held.size === 0) rmSync(folder, { recursive: true, force: true });
  };
  open.add(close);
  return { live, record, close };
}
