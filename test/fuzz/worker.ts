import { argv } from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { readCorpus } from './corpus.ts';
import { inputsFrom } from './input.ts';
import { judge } from './judge.ts';

/** What a worker tells of a block of inputs, before it and after it. */
export interface Told {
  /** The next input. */
  readonly at: number;
  readonly compiled: number;
  readonly slowestMs: number;
  readonly defects: readonly { readonly number: number; readonly what: string }[];
}

/** So few that it is soon found which of them hangs. */
export const blockSize = 50;

// Compiles the inputs of a seed, from one number up to another.
const [seed = 0, from = 0, to = 0] = argv.slice(2).map(Number);
const inputs = inputsFrom(readCorpus(), seed);
let compiled = 0;
let slowestMs = 0;
let defects: Told['defects'] = [];
for (let number = from; number < to; number += 1) {
  if ((number - from) % blockSize === 0) await tell(number);
  const outcome = judge(inputs.input(number));
  if (outcome.compiled) compiled += 1;
  slowestMs = Math.max(slowestMs, outcome.cpuMs);
  if (outcome.defect !== undefined) defects = [...defects, { number, what: outcome.defect }];
}
await tell(to);
process.disconnect();

async function tell(at: number): Promise<void> {
  process.send?.({ at, compiled, slowestMs, defects } satisfies Told);
  defects = [];
  await setImmediate();
}
