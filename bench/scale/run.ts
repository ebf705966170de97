import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { execa } from 'execa';
import type { RunEvent } from '../../reports/index.ts';
import { renderHtml } from '../../reports/render/index.ts';
import { baseEnvironment, verify, type VerifyWorld } from '../../verifier/index.ts';
import { median } from '../statistics.ts';
import { systemClock } from '../system-clock.ts';
import { tinySystem, writeFiles } from '../tiny-system.ts';
import { measureCompile, type CompileCost } from './compile-cost.ts';
import { contractOf } from './contract.ts';

/** What a run of so many criteria cost. */
export interface ScaleRun extends CompileCost {
  readonly criteria: number;
  /** Median of the first hundred criteria but for the first five, with all that belongs to each of them; of a small run, of its first half. */
  readonly firstCriteriaMs: number;
  /** Median of as many at the end. */
  readonly lastCriteriaMs: number;
  /** Verdict and report.json: from the last criterion to the HTML page. */
  readonly reportMs: number;
  readonly htmlMs: number;
  /** Live memory after the 10th criterion and after the last one, before the report. */
  readonly heapMb: readonly [first: number, last: number];
  readonly peakRssMb: number;
}

/** Collects the garbage that there is, then says what is left. */
function liveHeapMb(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

const size = Number(process.argv[2]);
const coldCriteria = size > 20 ? 5 : 1;
const compared = Math.min(100, Math.floor(size / 2) - coldCriteria);
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-scale-'));
const startedAt: number[] = [];
let heapFirst = 0;
let heapLast = 0;
let criteriaOverMs = 0;
let reportMs = 0;
let htmlMs = 0;

function note(event: RunEvent): void {
  if (event.kind === 'criterion-started') startedAt.push(performance.now());
  if (event.kind === 'criterion-finished' && startedAt.length === 10) heapFirst = liveHeapMb();
  if (event.kind !== 'phase-finished' || event.phase !== 'criteria') return;
  heapLast = liveHeapMb();
  criteriaOverMs = performance.now();
}

/** Times between starts of criteria: each has its stack, its run and its disposal in it. The garbage collection above is after the 10th. */
function criterionMs(from: number, to: number): number {
  const times = startedAt.slice(1).map((ms, index) => ms - (startedAt[index] ?? ms));
  return median(times.slice(from, to));
}

const world: VerifyWorld = {
  clock: systemClock,
  signal: new AbortController().signal,
  emit: note,
  baseEnv: baseEnvironment(env),
  secretOf: () => undefined,
  cache: join(folder, 'cache'),
  temporary: folder,
  ...(env['ASSAY_BROWSER'] === undefined ? {} : { browser: env['ASSAY_BROWSER'] }),
  images: {},
  processors: availableParallelism(),
  randomInteger: () => 1,
  versions: {},
  renderHtml: (report, read) => {
    const before = performance.now();
    reportMs = before - criteriaOverMs;
    const html = renderHtml(report, { read });
    htmlMs = performance.now() - before;
    return html;
  },
};

async function makeRepository(): Promise<string> {
  const repository = join(folder, 'repository');
  const { system, server } = tinySystem({ database: true });
  await writeFiles(repository, [system, server, contractOf(size)]);
  const git = async (...words: string[]): Promise<unknown> =>
    await execa('git', ['-c', 'user.name=bench', '-c', 'user.email=bench@example.org', ...words], { cwd: repository });
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '-m', 'A tiny system');
  return repository;
}

/** Before anything else: then it is as cold as people's runs. */
const compileCost = measureCompile({
  system: tinySystem({ database: true }).system,
  contracts: [contractOf(size)],
  vocabularies: [],
  heldOut: [],
});

async function measure(): Promise<ScaleRun> {
  const repository = await makeRepository();
  const result = await verify(
    {
      repository,
      subject: { kind: 'ref', ref: 'HEAD' },
      contracts: 'contracts',
      selection: [],
      services: 'embedded',
      workers: 1,
      allowPartial: false,
    },
    world,
  );
  if (result.kind !== 'judged') throw new Error(`no verdict: ${JSON.stringify(result)}`);
  if (result.report.counts.satisfied !== size)
    throw new Error(`not all satisfied: ${JSON.stringify(result.report.reasons).slice(0, 2_000)}`);
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  return {
    criteria: size,
    ...compileCost,
    firstCriteriaMs: criterionMs(coldCriteria, coldCriteria + compared),
    lastCriteriaMs: criterionMs(-compared, size),
    reportMs,
    htmlMs,
    heapMb: [heapFirst, heapLast],
    peakRssMb,
  };
}

try {
  process.stdout.write(`${JSON.stringify(await measure())}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
