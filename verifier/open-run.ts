import { join } from 'node:path';
import type { Plan } from '../contracts/language/index.ts';
import { sweepLeftovers } from './environment/index.ts';
import { createEvidenceStore, createRunFolder } from './evidence/index.ts';
import { loadContracts, whatCanBeNamed, type LoadedContracts } from './contract-set/index.ts';
import { inPhase } from './phase.ts';
import { createRunId, type Run } from './run.ts';
import { openScratch } from './scratch.ts';
import { readSecrets, withoutSecrets } from './secrets.ts';
import { checkOutSubject, type Subject } from './subject/index.ts';
import type { VerifyRequest, VerifyResult, VerifyWorld } from './verify-types.ts';

type NotOpened = Exclude<VerifyResult, { readonly kind: 'judged' }>;
type Compiled = Extract<LoadedContracts, { readonly kind: 'compiled' }>;

/** A run that can begin, or why there is nothing to run. */
export type OpenedRun = { readonly kind: 'opened'; readonly run: Run } | NotOpened;

/** More lanes than this only wait for each other on an ordinary machine; `--workers` says otherwise. */
const mostWorkers = 4;

/** Frees what dead runs left, checks the subject out, compiles its contracts, and makes the run's folder. Whatever it makes is put into `held`. */
export async function openRun(
  request: VerifyRequest,
  world: VerifyWorld,
  held: AsyncDisposableStack,
): Promise<OpenedRun> {
  const startedAt = world.clock.now();
  const live = join(world.cache, 'live');
  const sweep = await sweepLeftovers(live);
  for (const left of sweep.left) world.emit({ kind: 'note', message: `of an earlier run something is left: ${left}` });
  const id = createRunId(startedAt, world.randomInteger);
  const scratch = await openScratch(id, live, { world, held });
  if (scratch.kind === 'refused') return scratch;

  const subject = await checkOut(request, world, scratch.path);
  if (world.signal.aborted) return { kind: 'interrupted' };
  if (!('checkout' in subject)) return subject;
  held.use(subject);
  const contracts = await compileContracts(request, subject);
  if (contracts.kind !== 'compiled') return contracts;

  const secrets = readSecrets(contracts.plan, world.secretOf);
  if ('kind' in secrets) return secrets;
  const { redact } = secrets;
  const home = join(subject.report.repository, '.assay');
  const folder = held.use(await createRunFolder({ home, runId: id, clock: world.clock, redact }));
  const run: Run = {
    id,
    request: { ...request, selection: selectionOf(request, contracts) },
    world: withoutSecrets(world, secrets),
    held,
    live,
    scratch: scratch.path,
    startedAt,
    seed: request.seed ?? world.randomInteger(),
    workers: workersOf(request, contracts.plan, world),
    subject,
    plan: contracts.plan,
    seeds: contracts.seeds,
    files: contracts.files,
    secrets: secrets.values,
    folder,
    unreported: scratch.ledger.record({ kind: 'folder', path: folder.path }),
    sink: createEvidenceStore(folder),
  };
  return { kind: 'opened', run };
}

/** Side by side, criteria could not meet what each other left. */
function workersOf({ workers }: VerifyRequest, { system }: Plan, { processors }: VerifyWorld): number {
  return system.keepApp ? 1 : (workers ?? Math.min(mostWorkers, processors));
}

async function checkOut(request: VerifyRequest, world: VerifyWorld, scratch: string): Promise<Subject | NotOpened> {
  const { baseEnv, signal } = world;
  const subject = await inPhase('subject', world, async () => {
    const result = await checkOutSubject({
      repository: request.repository,
      request: request.subject,
      scratch,
      baseEnv,
      signal,
    });
    return { ok: result.ok, result };
  });
  if (!subject.ok) return { kind: 'refused', why: subject.failure.message, remedy: subject.failure.remedy };
  for (const remark of subject.value.remarks) world.emit({ kind: 'note', message: remark });
  return subject.value;
}

async function compileContracts(request: VerifyRequest, subject: Subject): Promise<Compiled | NotOpened> {
  const contracts = await loadContracts({
    root: subject.checkout,
    at: request.contracts,
    isCheckout: true,
    naming: '--contracts FOLDER',
  });
  switch (contracts.kind) {
    case 'missing':
      return { kind: 'refused', why: contracts.why, remedy: contracts.hint };
    case 'invalid':
      return { kind: 'invalid-contracts', diagnostics: contracts.diagnostics, sources: contracts.sources };
    case 'compiled': {
      const { chosen } = contracts;
      const unknown = request.selection.find((name) => !chosen.includes(name));
      if (unknown === undefined) return contracts;
      return {
        kind: 'refused',
        why: `there is no contract “${unknown}”`,
        remedy: whatCanBeNamed(unknown, { plan: contracts.plan, names: chosen }),
      };
    }
  }
}

/** The contracts that are asked for, by name or by place; none stands for all of the system's: only then is a PASS a whole one. */
function selectionOf({ selection }: VerifyRequest, { plan, chosen }: Compiled): readonly string[] {
  if (selection.length > 0) return selection;
  return chosen.length === plan.contracts.length ? [] : chosen;
}
