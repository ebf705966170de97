import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { wordsOfError } from '../contracts/language/index.ts';
import { composeReport } from './compose-report.ts';
import { openRun } from './open-run.ts';
import { recheckEvidence } from './recheck-evidence.ts';
import { refusalOf, withFullPlaces } from './refusal.ts';
import { runLayers, type LayersOutcome } from './run-layers.ts';
import { runSelected } from './run-selected.ts';
import type { Run } from './run.ts';
import { startServing, type Serving } from './start-serving.ts';
import { unsetSecrets } from './system-secrets.ts';
import { together } from './together.ts';
import type { VerifyRequest, VerifyResult, VerifyWorld } from './verify-types.ts';
import { writeDown } from './write-down.ts';

/**
 * One verification, from top to bottom: the subject is checked out and its contracts are compiled; services and browser start
 * while it is installed and built; its checks run; every criterion is run on a fresh stack and judged; the verdict is drawn and
 * written down with its evidence. Everything that was started is freed, however this ends.
 */
export async function verify(request: VerifyRequest, world: VerifyWorld): Promise<VerifyResult> {
  try {
    const result = await runAll(request, { ...world, emit: untilStopped(world) });
    // Whoever stops a run wants no answer any more; a verdict that was being written down stays one.
    return world.signal.aborted && result.kind !== 'judged' ? { kind: 'interrupted' } : result;
  } catch (error) {
    // What was stopped may break anywhere; that is not to be told as a failure.
    if (world.signal.aborted) return { kind: 'interrupted' };
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return await withFullPlaces(refusal, [world.temporary, world.cache, request.repository]);
  }
}

/** Whoever has stopped a run wants to hear of no server that did not start because of it. */
function untilStopped({ emit, signal }: VerifyWorld): VerifyWorld['emit'] {
  return (event) => {
    if (!signal.aborted) emit(event);
  };
}

/** What can't be freed takes no verdict away: the next run frees it. */
async function runAll(request: VerifyRequest, world: VerifyWorld): Promise<VerifyResult> {
  const held = new AsyncDisposableStack();
  try {
    return await runOn(held, request, world);
  } finally {
    await freeAll(held, world);
  }
}

async function freeAll(held: AsyncDisposableStack, { emit }: VerifyWorld): Promise<void> {
  try {
    await held.disposeAsync();
  } catch (error) {
    emit({ kind: 'note', message: `something of this run could not be freed yet: ${wordsOfError(error)}` });
  }
}

async function runOn(held: AsyncDisposableStack, request: VerifyRequest, world: VerifyWorld): Promise<VerifyResult> {
  const opened = await openRun(request, world, held);
  if (opened.kind !== 'opened') return opened;
  const { run } = opened;

  const [serving, layers] = await startAll(run);
  const criteria = await runSelected(run, serving, layers);
  if (world.signal.aborted) return { kind: 'interrupted' };
  const judged = await recheckEvidence({ layers, criteria }, { folderPath: run.folder.path, sink: run.sink });

  const report = composeReport({ run, serving, ...judged, finishedAt: world.clock.now() });
  return await writeDown(run, report);
}

/** Services and browser start while the layers below acceptance run; without the system's own secrets none of it begins. */
async function startAll(run: Run): Promise<[Serving, LayersOutcome]> {
  const unset = unsetSecrets(run);
  if (unset !== undefined) return [{ checks: [] }, { checks: [unset] }];
  const starting = startServing(run);
  return await together(starting, runLayers(run, starting));
}
