import { isMap, resolvePointer, type Save, type Value } from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';

/** What `save` brought: values by name, or a mismatch for each pointer that leads nowhere. */
export interface Saves {
  readonly values: ReadonlyMap<string, Value>;
  readonly missing: readonly Mismatch[];
}

/** Resolves a step's `save` pointers in what was observed: into the JSON body of an answer, or into the rows of a query. */
export function resolveSaves(saves: readonly Save[], observed: Value): Saves {
  const root = isMap(observed) ? (observed['json'] ?? observed['rows']) : undefined;
  const values = new Map<string, Value>();
  const missing: Mismatch[] = [];
  for (const { name, pointer } of saves) {
    const value = root === undefined ? undefined : resolvePointer(root, pointer);
    if (value === undefined)
      missing.push({ path: pointer, message: `there is nothing at ${pointer} to save as “${name}”` });
    else values.set(name, value);
  }
  return { values, missing };
}
