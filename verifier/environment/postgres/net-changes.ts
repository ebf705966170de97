/** One row change: `old` is missing for an insert, `next` for a delete. `R` is a row; `Row` says how rows are told apart. */
export interface RowChange<R> {
  readonly old?: R;
  readonly next?: R;
}

/** What remained of many changes. */
export interface NetChanges<R> {
  readonly inserted: readonly R[];
  readonly updated: readonly R[];
  readonly deleted: readonly R[];
}

/** How rows are compared: by `text` whole, by `key` for their identity; no key, no identity. */
export interface RowIdentity<R> {
  readonly text: (row: R) => string;
  readonly key?: (row: R) => string;
}

/**
 * Net changes, in the order in which rows were first touched: what was inserted and deleted again, or changed and changed back,
 * is nothing; what was inserted and changed is inserted. With a key, by row; without, as multisets, where a change is a row less and a row more.
 */
export function netChanges<R>(changes: readonly RowChange<R>[], identity: RowIdentity<R>): NetChanges<R> {
  return identity.key === undefined
    ? netOfMultisets(changes, identity.text)
    : netByKey(changes, identity.text, identity.key);
}

interface Fate<R> {
  readonly before: R | undefined;
  after: R | undefined;
}

function netByKey<R>(
  changes: readonly RowChange<R>[],
  text: (row: R) => string,
  key: (row: R) => string,
): NetChanges<R> {
  const fates = new Map<string, Fate<R>>();
  const become = (row: R, before: R | undefined, after: R | undefined): void => {
    const fate = fates.get(key(row));
    if (fate === undefined) fates.set(key(row), { before, after });
    else fate.after = after;
  };
  for (const { old, next } of changes) {
    if (old !== undefined) become(old, old, undefined);
    if (next !== undefined) become(next, undefined, next);
  }
  const inserted: R[] = [];
  const updated: R[] = [];
  const deleted: R[] = [];
  for (const { before, after } of fates.values()) {
    if (before === undefined) {
      if (after !== undefined) inserted.push(after);
    } else if (after === undefined) deleted.push(before);
    else if (text(before) !== text(after)) updated.push(after);
  }
  return { inserted, updated, deleted };
}

function netOfMultisets<R>(changes: readonly RowChange<R>[], text: (row: R) => string): NetChanges<R> {
  const counts = new Map<string, { readonly row: R; count: number }>();
  const add = (row: R, by: number): void => {
    const known = counts.get(text(row));
    if (known === undefined) counts.set(text(row), { row, count: by });
    else known.count += by;
  };
  for (const { old, next } of changes) {
    if (old !== undefined) add(old, -1);
    if (next !== undefined) add(next, 1);
  }
  const several = (sign: 1 | -1): R[] =>
    [...counts.values()].flatMap(({ row, count }) =>
      count * sign > 0 ? Array.from({ length: count * sign }, () => row) : [],
    );
  return { inserted: several(1), updated: [], deleted: several(-1) };
}
