import { parseArgs } from 'node:util';

const parts = ['speed', 'step', 'scale'] as const;

/** A part of the benchmark. */
export type Part = (typeof parts)[number];

/** What is to be measured, and how often. */
export interface Settings {
  readonly parts: readonly Part[];
  /** Runs of each side in `speed`, one after the other in turn. */
  readonly pairs: number;
  readonly workers: number;
  /** Measure the working tree as it stands, not HEAD. */
  readonly worktree: boolean;
  /** The verifier's cache; a fresh one, so that the first run is a first run, when left out. */
  readonly cache?: string;
  /** Rounds in `step`. */
  readonly rounds: number;
  /** How many criteria the contracts of `scale` have. */
  readonly sizes: readonly number[];
  /** Where the figures are written, as JSON. */
  readonly out: string;
}

/** Reads the command line. Throws for what it does not know. */
export function readSettings(args: readonly string[]): Settings {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      pairs: { type: 'string', default: '5' },
      workers: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '5' },
      sizes: { type: 'string', default: '10,100,1000' },
      worktree: { type: 'boolean', default: false },
      cache: { type: 'string' },
      out: { type: 'string', default: '.assay/bench.json' },
    },
  });
  const unknown = positionals.filter((name) => !isPart(name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}; there are ${parts.join(', ')}`);
  return {
    parts: positionals.length === 0 ? parts : positionals.filter(isPart),
    pairs: count(values.pairs),
    workers: count(values.workers),
    rounds: count(values.rounds),
    sizes: values.sizes.split(',').map(count),
    worktree: values.worktree,
    ...(values.cache === undefined ? {} : { cache: values.cache }),
    out: values.out,
  };
}

function isPart(name: string): name is Part {
  return (parts as readonly string[]).includes(name);
}

function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`a whole number from 1 is wanted, not “${text}”`);
  return number;
}
