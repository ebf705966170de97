import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { browserForBoth, buildSampleApp, buildVerifier, demandCommitted, repository } from './ground.ts';
import type { Figures } from './figures.ts';
import { measureScale } from './scale/measure.ts';
import { readSettings, type Settings } from './settings.ts';
import { compareSpeed, type Comparison } from './speed/compare.ts';
import { measureSteps } from './step-cost/measure.ts';
import { renderFigures } from './table.ts';

function note(message: string): void {
  process.stderr.write(`· ${message}\n`);
}

async function measureSpeed(settings: Settings, scratch: string): Promise<Comparison> {
  if (!settings.worktree) await demandCommitted();
  const { workers, worktree, pairs } = settings;
  const browser = await browserForBoth();
  note('building the verifier and the sample app');
  await buildVerifier();
  const app = await buildSampleApp(scratch);
  const cache = settings.cache === undefined ? join(scratch, 'cache') : resolve(settings.cache);
  return await compareSpeed({
    assay: { browser, cache, workers, worktree },
    byHand: { browser, app, folder: scratch, workers },
    pairs,
    fromNothing: settings.cache === undefined,
    note,
  });
}

async function measure(settings: Settings, scratch: string): Promise<Figures> {
  const machine = {
    node: process.version,
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    load: loadavg()[0] ?? 0,
  };
  const wants = new Set(settings.parts);
  return {
    machine,
    ...(wants.has('speed') ? { speed: await measureSpeed(settings, scratch) } : {}),
    ...(wants.has('step') ? { step: await measureSteps(settings.rounds, scratch, note) } : {}),
    ...(wants.has('scale') ? { scale: await measureScale(settings.sizes, note) } : {}),
  };
}

const settings = readSettings(process.argv.slice(2));
const scratch = await mkdtemp(join(tmpdir(), 'assay-bench-'));
// Commands that run are ended with this process; what is left is the folder.
process.once('SIGINT', () => {
  rmSync(scratch, { recursive: true, force: true });
  process.exit(130);
});
try {
  const figures = await measure(settings, scratch);
  const out = resolve(repository, settings.out);
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify(figures, undefined, 2)}\n`);
  process.stdout.write(`${renderFigures(figures)}\n\nJSON: ${out}\n`);
} finally {
  await rm(scratch, { recursive: true, force: true });
}
