import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../ground.ts';
import { runTimed } from '../timed-command.ts';
import type { SideRun } from './side-run.ts';

/** What the tests that are written by hand are run with. */
export interface HandSide {
  readonly browser: string;
  /** The built sample app. */
  readonly app: string;
  /** A folder for its evidence and its report. */
  readonly folder: string;
  readonly workers: number;
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly ok: boolean;
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly { readonly startTime: string; readonly duration: number }[];
    }[];
  }[];
}

/** A run of the tests that are written by hand. Throws unless all of them pass. */
export async function runByHand(side: HandSide): Promise<SideRun> {
  const evidence = join(side.folder, 'evidence');
  const report = join(side.folder, 'hand-written.json');
  await rm(evidence, { recursive: true, force: true });
  const run = await runTimed(
    [
      process.execPath,
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'bench/speed/hand-written/playwright.config.ts',
    ],
    {
      cwd: repository,
      env: {
        BENCH_BROWSER: side.browser,
        BENCH_APP: side.app,
        BENCH_SEED: join(repository, 'contracts/sample-app/seed.sql'),
        BENCH_EVIDENCE: evidence,
        BENCH_REPORT: report,
        BENCH_WORKERS: String(side.workers),
      },
    },
  );
  if (run.exitCode !== 0)
    throw new Error(`the tests written by hand ended with ${String(run.exitCode)}:\n${run.stdout}`);
  const specs = specsOf(JSON.parse(await readFile(report, 'utf8')) as Suite);
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const starts = results.map(({ startTime }) => new Date(startTime).getTime());
  const ends = results.map(({ startTime, duration }) => new Date(startTime).getTime() + duration);
  return { wallMs: run.wallMs, criteriaMs: Math.max(...ends) - Math.min(...starts), criteria: specs.length };
}

function specsOf({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> {
  return [...specs, ...suites.flatMap(specsOf)];
}
