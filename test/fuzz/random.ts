/** Random choices that the same seed repeats. */
export interface Random {
  /** A whole number from 0, below `limit`. */
  below(limit: number): number;
  /** One of these; there must be one. */
  pick<T>(items: readonly T[]): T;
  /** True in so many of 100 cases. */
  chance(percent: number): boolean;
}

/** Mulberry32: small, quick, and good enough to choose where to damage a text. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (percent) => below(100) < percent,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to choose from');
      return item;
    },
  };
}
