import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { readCorpus } from './corpus.ts';
import { inputsFrom } from './input.ts';
import { judge } from './judge.ts';
import type { Told } from './worker.ts';

// npm run fuzz -- --inputs 1000000 --seed 1     compiles so many damaged contracts
// npm run fuzz -- --seed 1 --show 4711          prints one of them, and what it comes to

/** After so long without an answer one of a block of inputs hangs. */
const hangMs = 120_000;
/** More of them say no more. */
const mostDefects = 20;
const noteEvery = 20_000;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    show: { type: 'string' },
  },
});
const seed = Number(values.seed);
if (values.show === undefined) await run(Number(values.from), Number(values.inputs));
else show(Number(values.show));

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function show(number: number): void {
  const files = inputsFrom(readCorpus(), seed).input(number);
  for (const { file, text } of [files.system, ...files.contracts, ...files.vocabularies, ...files.heldOut])
    print(`=== ${file}\n${text}`);
  print(`=== ${JSON.stringify(judge(files), undefined, 2)}`);
}

async function run(from: number, inputs: number): Promise<void> {
  const started = performance.now();
  const worker = fork(new URL('./worker.ts', import.meta.url), [seed, from, from + inputs].map(String), {
    execArgv: ['--import', 'tsx', '--stack-trace-limit=20'],
  });
  let defects = 0;
  let last: Told = { at: from, compiled: 0, slowestMs: 0, defects: [] };
  const summary = (): string => {
    const done = last.at - from;
    const rate = done / ((performance.now() - started) / 1_000);
    return `${String(done)} inputs, ${String(last.compiled)} compiled, ${rate.toFixed(0)} a second, the slowest ${last.slowestMs.toFixed(0)} ms`;
  };
  const hang = (): void => {
    defects += 1;
    print(`one of the inputs from ${String(last.at)} on hangs`);
    worker.kill('SIGKILL');
  };
  let watch = setTimeout(hang, hangMs);
  worker.on('message', (told: Told) => {
    clearTimeout(watch);
    watch = setTimeout(hang, hangMs);
    last = told;
    for (const { number, what } of told.defects) print(`input ${String(number)} ${what}`);
    defects += told.defects.length;
    if (defects >= mostDefects) worker.kill('SIGKILL');
    if (told.at > from && (told.at - from) % noteEvery === 0) print(summary());
  });
  const exitCode = await new Promise<number | null>((resolve) => worker.once('exit', resolve));
  clearTimeout(watch);
  print(`${summary()}, ${String(defects)} defects`);
  process.exitCode = defects === 0 && exitCode === 0 ? 0 : 1;
}
