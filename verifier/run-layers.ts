import { wordsOfError, type CheckPlan, type PostgresPlan } from '../contracts/language/index.ts';
import type { CheckReport } from '../reports/index.ts';
import { createLayers, notRunReport, type BuiltTree, type Layers } from './checks/index.ts';
import { commandEnv } from './command-env.ts';
import { checkOfFailure } from './environment-check.ts';
import type { DatabaseAddress, Environment, Services } from './environment/index.ts';
import { inPhase } from './phase.ts';
import { runNames, type Run } from './run.ts';
import type { Serving } from './start-serving.ts';

/** What became of the layers below acceptance; `environment` when criteria can be run. */
export interface LayersOutcome {
  readonly checks: readonly CheckReport[];
  readonly environment?: Environment;
}

/** Installs, builds, runs the checks, and prepares the databases: each from the cache where nothing has changed, each with a report. */
export async function runLayers(run: Run, serving: Promise<Serving>): Promise<LayersOutcome> {
  const { world, sink, plan, subject } = run;
  const { clock, signal, baseEnv, cache } = world;
  const note = (message: string): void => {
    world.emit({ kind: 'note', message });
  };
  const layers = createLayers({ cache, baseEnv, clock, signal, sink, note });
  const env = commandEnv(plan.system, { databases: new Map(), ...namesOf(run) });
  return await inPhase('layers', world, async () => {
    const prepared = await layers.prepare({
      checkout: subject.checkout,
      tree: subject.report.tree,
      system: plan.system,
      env,
    });
    for (const check of prepared.reports) world.emit({ kind: 'check-finished', check });
    const { services, checks: failed } = await serving;
    const checks = [...prepared.reports, ...failed];
    const { tree } = prepared;
    if (tree === undefined) return finished({ checks });
    for (const check of plan.system.checks) checks.push(await runCheck(check, { run, layers, tree, services }));
    if (services === undefined) return finished({ checks });
    const environment = await services.prepareTemplates({
      checkout: tree.checkout,
      seeds: run.seeds,
      run: runNames(run),
      migrate: (service, address) => migrate(service, address, { run, layers, tree }),
    });
    if (environment.ok) return finished({ checks, environment: environment.value });
    return finished({
      checks: [...checks, await checkOfFailure(environment.failure, { sink, databases: services.databases })],
    });
  });
}

function finished(result: LayersOutcome): { readonly ok: boolean; readonly result: LayersOutcome } {
  return { ok: result.checks.every(({ judgement }) => judgement.kind === 'satisfied'), result };
}

interface CheckGround {
  readonly run: Run;
  readonly layers: Layers;
  readonly tree: BuiltTree;
  readonly services: Services | undefined;
}

async function runCheck(plan: CheckPlan, { run, layers, tree, services }: CheckGround): Promise<CheckReport> {
  const { world } = run;
  world.emit({ kind: 'check-started', name: plan.name });
  const databases = new Map<string, DatabaseAddress>();
  const kinds: string[] = [];
  for (const name of plan.needs) {
    const server = services?.databases.get(name);
    if (server === undefined) return told(run, notRun(plan, `it needs “${name}”, which did not start`));
    const scratch = await server.scratchDatabase().catch((error: unknown) => wordsOfError(error));
    // The server started and is gone: ours, and no reason to end the run without a verdict.
    if (typeof scratch === 'string') return told(run, notRun(plan, `it needs a database of “${name}”: ${scratch}`));
    databases.set(name, scratch);
    kinds.push(`${name}: ${server.report.mode} ${server.report.version ?? ''}`);
  }
  const env = commandEnv(run.plan.system, { databases, ...namesOf(run) });
  return told(run, await layers.check({ plan, tree, env, services: kinds }));
}

function told(run: Run, check: CheckReport): CheckReport {
  run.world.emit({ kind: 'check-finished', check });
  return check;
}

function notRun({ name, text, required }: CheckPlan, why: string): CheckReport {
  return notRunReport({ name, layer: 'check', text, required }, 'environment', why);
}

/** Runs a service's migration in the built tree, against the database that is to become the template. */
async function migrate(
  { name, migrate: plan }: PostgresPlan,
  address: DatabaseAddress,
  { run, layers, tree }: Pick<CheckGround, 'run' | 'layers' | 'tree'>,
): ReturnType<Layers['run']> {
  if (plan === undefined) return { ok: true, value: undefined };
  const env = commandEnv(run.plan.system, { databases: new Map([[name, address]]), ...namesOf(run) });
  return await layers.run(plan, { cwd: tree.root, env });
}

/** What commands may refer to beside databases. */
function namesOf(run: Run): { run: ReturnType<typeof runNames>; secrets: Run['secrets'] } {
  return { run: runNames(run), secrets: run.secrets };
}
