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
 * is nothing; what was inserted and changed is inserted. A row less and a row more of the same key are one that was updated; without a key,
 * or where several have it, they stay what they are.
 *
 * Rows are first balanced as multisets: in the middle of a statement two may have one key (a deferred constraint), and where columns are
 * left out several may look alike.
 */
export function netChanges<R>(changes: readonly RowChange<R>[], { text, key }: RowIdentity<R>): NetChanges<R> {
  const { more, fewer } = balance(changes, text);
  if (key === undefined) return { inserted: more, updated: [], deleted: fewer };
  const [moreByKey, fewerByKey] = [groupBy(more, key), groupBy(fewer, key)];
  const isOne = (row: R): boolean => moreByKey.get(key(row))?.length === 1 && fewerByKey.get(key(row))?.length === 1;
  const order = orderOf(changes, key);
  return {
    inserted: more.filter((row) => !isOne(row)),
    updated: more.filter(isOne).sort((a, b) => (order.get(key(a)) ?? 0) - (order.get(key(b)) ?? 0)),
    deleted: fewer.filter((row) => !isOne(row)),
  };
}

/** How many more or fewer there are of each row, all of its columns counted. */
function balance<R>(
  changes: readonly RowChange<R>[],
  text: (row: R) => string,
): { readonly more: readonly R[]; readonly fewer: readonly R[] } {
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
  return { more: several(1), fewer: several(-1) };
}

function groupBy<R>(rows: readonly R[], key: (row: R) => string): ReadonlyMap<string, readonly R[]> {
  const groups = new Map<string, R[]>();
  for (const row of rows) {
    const known = groups.get(key(row));
    if (known === undefined) groups.set(key(row), [row]);
    else known.push(row);
  }
  return groups;
}

/** When each key was first touched. */
function orderOf<R>(changes: readonly RowChange<R>[], key: (row: R) => string): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  for (const { old, next } of changes)
    for (const row of [old, next]) if (row !== undefined && !order.has(key(row))) order.set(key(row), order.size);
  return order;
}
