/**
 * A largest assignment in which every item on the left has a partner of its own on the right (Kuhn's augmenting paths,
 * without recursion). Greedy assignment would call `[either, one]` against `[1, 2]` a mismatch when `either` takes the 1.
 *
 * @param left how many items are on the left
 * @param partners the indices on the right that item `i` may have
 * @returns for each item its partner, or `undefined`
 */
export function assign(left: number, partners: (i: number) => readonly number[]): (number | undefined)[] {
  const partnerOf: (number | undefined)[] = Array.from({ length: left });
  const ownerOf = new Map<number, number>();
  for (let item = 0; item < left; item++) augment(item, { partners, partnerOf, ownerOf });
  return partnerOf;
}

interface Assignment {
  readonly partners: (i: number) => readonly number[];
  readonly partnerOf: (number | undefined)[];
  readonly ownerOf: Map<number, number>;
}

/** Breadth-first search for a free partner, through items that can move elsewhere. */
function augment(start: number, { partners, partnerOf, ownerOf }: Assignment): void {
  const reachedFrom = new Map<number, number>();
  const queue = [start];
  for (const item of queue) {
    for (const candidate of partners(item)) {
      if (reachedFrom.has(candidate)) continue;
      reachedFrom.set(candidate, item);
      const owner = ownerOf.get(candidate);
      if (owner === undefined) {
        move(candidate, reachedFrom, { partners, partnerOf, ownerOf });
        return;
      }
      queue.push(owner);
    }
  }
}

/** Gives the free partner to the item that reached it, that item's old partner to the one before, and so on. */
function move(free: number, reachedFrom: ReadonlyMap<number, number>, { partnerOf, ownerOf }: Assignment): void {
  let candidate: number | undefined = free;
  while (candidate !== undefined) {
    const item = reachedFrom.get(candidate);
    if (item === undefined) return;
    const previous: number | undefined = partnerOf[item];
    partnerOf[item] = candidate;
    ownerOf.set(candidate, item);
    candidate = previous;
  }
}
