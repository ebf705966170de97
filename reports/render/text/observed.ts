/** The part of an observation that has this name; undefined where it was cut to a text, or has none. */
export function partOf(observed: unknown, name: string): unknown {
  if (typeof observed !== 'object' || observed === null || !Object.hasOwn(observed, name)) return undefined;
  return (observed as Readonly<Record<string, unknown>>)[name];
}

/** The same, where it is a text. */
export function textPartOf(observed: unknown, name: string): string | undefined {
  const part = partOf(observed, name);
  return typeof part === 'string' ? part : undefined;
}

/** The same, where it is a number. */
export function numberPartOf(observed: unknown, name: string): number | undefined {
  const part = partOf(observed, name);
  return typeof part === 'number' ? part : undefined;
}

/** The same, where it is a list. */
export function listPartOf(observed: unknown, name: string): readonly unknown[] | undefined {
  const part = partOf(observed, name);
  return Array.isArray(part) ? (part as readonly unknown[]) : undefined;
}
