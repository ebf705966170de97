import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { composeReport } from './compose-report.ts';
import { sweepLeftovers } from './environment/index.ts';
import { createEvidenceReader, createEvidenceStore, createRunFolder, pruneRuns, writeRendering, writeReport } from './evidence/index.ts';
import { loadContracts } from './load-contracts.ts';
import { inPhase } from './phase.ts';
import { runLayers } from './run-layers.ts';
import { runSelected } from './run-selected.ts';
import { startServing } from './start-serving.ts';
import { checkOutSubject } from './subject/index.ts';
import { createRunId, type Run } from './run.ts';
import type { VerifyRequest, VerifyResult, VerifyWorld } from './verify-types.ts';

/** Evidence above this is linked in the HTML report, and not shown. */
const shownBytes = 256 * 1024;

/**
 * One verification, from top to bottom: the subject is checked out and its contracts are compiled; services and browser start
 * while it is installed and built; its checks run; every criterion is run on a fresh stack and judged; the verdict is drawn and
 * written down with its evidence. Everything that was started is freed, however this ends.
 */
export async function verify(request: VerifyRequest, world: VerifyWorld): Promise<VerifyResult> {
  await using held = new AsyncDisposableStack();
  const startedAt = world.clock.now();
  const live = join(world.cache, 'live');
  await sweepLeftovers(live);
  const scratch = await mkdtemp(join(world.temporary, 'assay-'));
  held.defer(() => rm(scratch, { recursive: true, force: true }));

  const subject = await inPhase('subject', world, async () => {
    const { baseEnv, signal } = world;
    const result = await checkOutSubject({ repository: request.repository, request: request.subject, scratch, baseEnv, signal });
    return { ok: result.ok, result };
  });
  if (world.signal.aborted) return { kind: 'interrupted' };
  if (!subject.ok) return { kind: 'refused', why: subject.failure.message, remedy: subject.failure.remedy };
  held.use(subject.value);
  for (const remark of subject.value.remarks) world.emit({ kind: 'note', message: remark });

  const contracts = await loadContracts({ root: subject.value.checkout, at: request.contracts });
  if (contracts.kind === 'missing') return { kind: 'refused', why: contracts.why, remedy: contracts.hint };
  if (contracts.kind === 'invalid') return { kind: 'invalid-contracts', diagnostics: contracts.diagnostics, sources: contracts.sources };
  const unknown = request.selection.find((name) => contracts.plan.contracts.every((contract) => contract.name !== name));
  if (unknown !== undefined) return { kind: 'refused', why: `there is no contract “${unknown}”`, remedy: `there are: ${contracts.plan.contracts.map(({ name }) => name).join(', ')}` };

  const id = createRunId(startedAt, world.randomInteger);
  const folder = held.use(await createRunFolder({ home: join(subject.value.report.repository, '.assay'), runId: id, clock: world.clock }));
  const run: Run = {
    id,
    request,
    world,
    held,
    live,
    scratch,
    startedAt,
    seed: request.seed ?? world.randomInteger(),
    workers: request.workers ?? Math.min(4, world.processors),
    subject: subject.value,
    plan: contracts.plan,
    seeds: contracts.seeds,
    sink: createEvidenceStore(folder),
  };

  const starting = startServing(run);
  const layers = await runLayers(run, starting);
  const serving = await starting;
  const criteria = await runSelected(run, serving, layers);
  if (world.signal.aborted) return { kind: 'interrupted' };

  const report = composeReport({ run, serving, layers, criteria, finishedAt: world.clock.now() });
  const written = await writeReport(folder, report);
  const html = await world.renderHtml(written.report, createEvidenceReader(folder.path, shownBytes));
  const htmlPath = await writeRendering(folder, 'report.html', html);
  await pruneRuns(folder.runsPath);
  return { kind: 'judged', report: written.report, jsonPath: written.path, htmlPath };
}
