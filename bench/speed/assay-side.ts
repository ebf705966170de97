import { repository } from '../ground.ts';
import { runTimed, timeOfLine } from '../timed-command.ts';
import type { SideRun } from './side-run.ts';

/** Those of the sample app's contracts that are also written by hand. */
const contracts = ['articles', 'favorites', 'sessions'];

/** What the verifier is run with. */
export interface AssaySide {
  readonly browser: string;
  readonly cache: string;
  readonly workers: number;
  readonly worktree: boolean;
}

interface PrintedReport {
  readonly checks: readonly { readonly name: string; readonly cached: boolean }[];
  readonly contracts: readonly {
    readonly name: string;
    readonly criteria: readonly { readonly id: string; readonly judgement: string; readonly why?: string }[];
  }[];
}

/** A run of the verifier: its times, and which of install, build and checks came from the cache. Throws unless all criteria are satisfied. */
export async function runAssay(side: AssaySide): Promise<SideRun & { readonly cached: readonly string[] }> {
  const selection = [...contracts, '--allow-partial'];
  const words = ['verify', ...selection, '--json', '--services', 'embedded', '--workers', String(side.workers)];
  const run = await runTimed(
    [process.execPath, 'dist/cli/main.js', ...words, ...(side.worktree ? ['--worktree'] : [])],
    { cwd: repository, env: { ASSAY_BROWSER: side.browser, ASSAY_CACHE: side.cache } },
  );
  const report = readReport(run.stdout, run.stderr.map(({ text }) => text).join('\n'));
  const criteria = report.contracts.filter(({ name }) => contracts.includes(name)).flatMap((each) => each.criteria);
  const failed = criteria.filter(({ judgement }) => judgement !== 'satisfied');
  if (run.exitCode !== 0)
    throw new Error(
      `verify ended with ${String(run.exitCode)}: ${failed.map(({ id, why }) => `${id}: ${why ?? ''}`).join('; ')}`,
    );
  return {
    wallMs: run.wallMs,
    criteriaMs: timeOfLine(run, /^\S+ criteria \(/u) - timeOfLine(run, /^\S+ build and checks \(/u),
    criteria: criteria.length,
    cached: report.checks.filter(({ cached }) => cached).map(({ name }) => name),
  };
}

function readReport(stdout: string, stderr: string): PrintedReport {
  if (!stdout.startsWith('{')) throw new Error(`verify printed no report:\n${stderr}`);
  return JSON.parse(stdout) as PrintedReport;
}
