import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { wordsOfError, type PostgresPlan, type SystemPlan } from '../../contracts/language/index.ts';
import type { ServiceReport } from '../../reports/index.ts';
import type {
  DatabaseServer,
  Environment,
  EnvironmentContext,
  EnvironmentFailure,
  Result,
  ServicesMode,
} from './environment.ts';
import { openLedger } from './live/ledger.ts';
import { done, failed } from './outcome.ts';
import { meetExternalServer } from './postgres/external.ts';
import { startInstance } from './postgres/mode.ts';
import { CONNECTIONS_PER_DATABASE, serverOn } from './postgres/server.ts';
import { prepareContainers } from './prepared-containers.ts';
import { prepareEnvironment, type SubjectOfRun } from './prepared.ts';

/** What the services of a run are to be. */
export interface ServicesOptions {
  readonly system: SystemPlan;
  readonly mode: ServicesMode;
  /** How many stacks will be used at the same time. */
  readonly workers: number;
  /** Absolute path of the folder in which all runs of this user record what they hold; `sweepLeftovers` reads it. */
  readonly live: string;
  /** Images to take instead of those that system.yaml names; `*` stands for all others. */
  readonly images?: Readonly<Record<string, string>>;
}

/** The services of a run that need no built subject. Disposing frees everything that was made of them, too. */
export interface Services extends AsyncDisposable {
  readonly databases: ReadonlyMap<string, DatabaseServer>;
  readonly reports: readonly ServiceReport[];
  /** Migrates and seeds the templates, once the subject is built; then stacks can be made. */
  prepareTemplates(subject: SubjectOfRun): Promise<Result<Environment, EnvironmentFailure>>;
}

/** Starts the database servers of a run, side by side, and finds what its containers are made of. When one does not come up, none stays. */
export async function startServices(
  context: EnvironmentContext,
  options: ServicesOptions,
): Promise<Result<Services, EnvironmentFailure>> {
  const held = new AsyncDisposableStack();
  try {
    const ledger = openLedger(options.live, context.runId);
    held.defer(() => {
      ledger.close();
    });
    const plans = options.system.services.filter((plan) => plan.kind === 'postgres');
    // For each worker a stack in use and one being made ready; a template and a few checks beside them.
    const connections = 50 + (options.workers * 2 + 2) * CONNECTIONS_PER_DATABASE;
    const { system, mode, images = {} } = options;
    const [containers, ...started] = await Promise.all([
      prepareContainers(context, { system, mode, ledger, images }),
      ...plans.map((plan) =>
        startServer(context, plan, { ...options, ledger, connections: Math.min(connections, 1_500) }),
      ),
    ]);
    for (const server of started) if (server.ok) held.use(server.value);
    const broken = [containers, ...started].find((one) => !one.ok);
    if (broken !== undefined) {
      await held.disposeAsync();
      return broken;
    }
    const ground = containers.ok && containers.value !== undefined ? { containers: containers.value } : {};
    const databases = new Map(
      started.flatMap((server) => (server.ok ? [[server.value.plan.name, server.value] as const] : [])),
    );
    return done({
      databases,
      reports: [...databases.values(), ...(ground.containers?.services ?? [])].map(({ report }) => report),
      prepareTemplates: async (subject) => {
        const prepared = await prepareEnvironment({ context, system, ledger, databases, ...ground }, subject);
        if (prepared.ok) held.use(prepared.value);
        return prepared;
      },
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    });
  } catch (error) {
    await held.disposeAsync();
    return failed({
      phase: 'service',
      service: options.system.name,
      fault: 'environment',
      why: `the services could not be started: ${wordsOfError(error)}`,
    });
  }
}

type ServerOptions = ServicesOptions & Pick<Parameters<typeof startInstance>[1], 'ledger' | 'connections'>;

async function startServer(
  context: EnvironmentContext,
  plan: PostgresPlan,
  options: ServerOptions,
): Promise<Result<DatabaseServer, EnvironmentFailure>> {
  if (plan.url !== undefined) return await meetExternalServer(context, plan, plan.url);
  const image = options.images?.[plan.image] ?? options.images?.['*'] ?? plan.image;
  const instance = await startInstance(context, { ...options, service: plan.name, image });
  if (!instance.ok) return failed({ phase: 'service', service: plan.name, fault: 'environment', ...instance.failure });
  const server = await serverOn(context, plan, instance.value);
  if (!server.ok) await instance.value[Symbol.asyncDispose]();
  return server;
}
