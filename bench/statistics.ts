/** The middle of some numbers; of an even count, the mean of the two in the middle. NaN of none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** How numbers that were measured again and again spread. */
export interface Spread {
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export function spreadOf(numbers: readonly number[]): Spread {
  return { min: Math.min(...numbers), median: median(numbers), max: Math.max(...numbers) };
}
