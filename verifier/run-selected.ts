import { UsedValues } from '../contracts/language/index.ts';
import type { CheckReport } from '../reports/index.ts';
import { checkOfFailure } from './environment-check.ts';
import { inPhase } from './phase.ts';
import { runNames, type Run } from './run.ts';
import { runCriteria, type CriteriaOutcome } from './run/index.ts';
import type { LayersOutcome } from './run-layers.ts';
import { selectedCriteria } from './selected-criteria.ts';
import type { Serving } from './start-serving.ts';

/** What became of the criteria, with a check that failed when no more stacks could be made. */
export interface SelectedOutcome {
  readonly outcomes: CriteriaOutcome['outcomes'];
  readonly checks: readonly CheckReport[];
  /** What of it a reader could miss. */
  readonly remarks: readonly string[];
}

/** Runs the criteria of the selected contracts, if there is anything to run them on. */
export async function runSelected(
  run: Run,
  { browsers, checks: failed }: Serving,
  { environment }: LayersOutcome,
): Promise<SelectedOutcome> {
  if (failed.length > 0 || environment === undefined) return { outcomes: new Map(), checks: [], remarks: [] };
  const { world, plan, sink, workers } = run;
  const { clock, signal, emit } = world;
  const queue = selectedCriteria(run);
  return await inPhase('criteria', world, async () => {
    emit({ kind: 'criteria-planned', count: queue.length });
    const values = { seed: run.seed, now: run.startedAt, used: new UsedValues(), secrets: run.secrets };
    const { outcomes, failure } = await runCriteria(queue, {
      plan,
      environment,
      ...(browsers === undefined ? {} : { browsers }),
      sink,
      clock,
      signal,
      workers,
      run: runNames(run),
      emit,
      values,
      files: run.files,
    });
    const checks =
      failure === undefined ? [] : [await checkOfFailure(failure, { sink, databases: environment.databases })];
    const remarks = [...remarkOn(await environment.writtenFiles()), ...(browsers?.remarks() ?? [])];
    for (const message of remarks) emit({ kind: 'note', message });
    return { ok: checks.length === 0, result: { outcomes, checks, remarks } };
  });
}

/** All criteria find the application's folder as the one before left it: only databases and processes are fresh. */
function remarkOn(written: readonly string[]): readonly string[] {
  const [first] = written;
  if (first === undefined) return [];
  const more = written.length === 1 ? '' : ` and ${String(written.length - 1)} more`;
  return [`the application wrote ${first}${more} beside its code: later criteria found what earlier ones left there`];
}
