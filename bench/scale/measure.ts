import { join } from 'node:path';
import { execa } from 'execa';
import { repository } from '../ground.ts';
import type { ScaleRun } from './run.ts';

/** A run of so many criteria, and how its costs per criterion compare with those of the smallest run. */
export interface ScaleFigures extends ScaleRun {
  readonly growth: Readonly<Record<'compile' | 'criterion' | 'report' | 'html', number>>;
}

/** Verifies contracts of several sizes, each in a process of its own, so that each has its own peak of memory. */
export async function measureScale(
  sizes: readonly number[],
  note: (message: string) => void,
): Promise<readonly ScaleFigures[]> {
  const runs: ScaleRun[] = [];
  for (const size of sizes) {
    note(`${String(size)} criteria`);
    const { stdout } = await execa(
      process.execPath,
      ['--expose-gc', '--import', 'tsx', join(import.meta.dirname, 'run.ts'), String(size)],
      { cwd: repository, stdin: 'ignore' },
    );
    runs.push(JSON.parse(stdout.split('\n').at(-1) ?? '') as ScaleRun);
  }
  return runs.map((run) => ({ ...run, growth: growthOf(run, runs[0] ?? run) }));
}

/** Per criterion; 1 means that a criterion costs what it costs in the smallest run. Within a run: the last criteria against the first. */
function growthOf(run: ScaleRun, first: ScaleRun): ScaleFigures['growth'] {
  const per = (pick: (of: ScaleRun) => number): number => pick(run) / run.criteria / (pick(first) / first.criteria);
  return {
    compile: per(({ compileMs }) => compileMs),
    criterion: run.lastCriteriaMs / run.firstCriteriaMs,
    report: per(({ reportMs }) => reportMs),
    html: per(({ htmlMs }) => htmlMs),
  };
}
