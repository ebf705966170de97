import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { composeReport } from './compose-report.ts';
import { openRun } from './open-run.ts';
import { recheckEvidence } from './recheck-evidence.ts';
import { runLayers } from './run-layers.ts';
import { runSelected } from './run-selected.ts';
import { startServing } from './start-serving.ts';
import type { VerifyRequest, VerifyResult, VerifyWorld } from './verify-types.ts';
import { writeDown } from './write-down.ts';

/**
 * One verification, from top to bottom: the subject is checked out and its contracts are compiled; services and browser start
 * while it is installed and built; its checks run; every criterion is run on a fresh stack and judged; the verdict is drawn and
 * written down with its evidence. Everything that was started is freed, however this ends.
 */
export async function verify(request: VerifyRequest, world: VerifyWorld): Promise<VerifyResult> {
  await using held = new AsyncDisposableStack();
  const opened = await openRun(request, world, held);
  if (opened.kind !== 'opened') return opened;
  const { run } = opened;

  const starting = startServing(run);
  const layers = await runLayers(run, starting);
  const serving = await starting;
  const criteria = await runSelected(run, serving, layers);
  if (world.signal.aborted) return { kind: 'interrupted' };
  const judged = await recheckEvidence({ layers, criteria }, { folderPath: run.folder.path, sink: run.sink });

  const report = composeReport({ run, serving, ...judged, finishedAt: world.clock.now() });
  return await writeDown(run, report);
}
