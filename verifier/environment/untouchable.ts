import type { DatabaseServer } from './environment.ts';

/** What was asked for can't be done to something that is somebody else's; its message says why. Nothing is broken, and nobody is at fault. */
export class Untouchable extends Error {
  override readonly name = 'Untouchable';
}

/** Why nothing can be done to an application that somebody else runs. */
export const EXTERNAL_APP = 'it is external: somebody else runs it, and its address is all that is known';

/** Why names can't be acted on: those of external applications and databases. */
export function untouchables({
  app,
  place,
  databases,
}: {
  readonly app: { readonly name: string };
  readonly place: { readonly by: string };
  readonly databases: ReadonlyMap<string, DatabaseServer>;
}): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (place.by === 'url') names.set(app.name, EXTERNAL_APP);
  for (const [name, { untouchable }] of databases) if (untouchable !== undefined) names.set(name, untouchable);
  return names;
}
