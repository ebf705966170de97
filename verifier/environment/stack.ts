import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import type { AppPlan, SystemPlan } from '../../contracts/language/index.ts';
import { evaluateEnv } from './app/app-env.ts';
import { localHost } from './app/readiness.ts';
import { startApp } from './app/running-app.ts';
import type {
  CriterionDatabase,
  DatabaseAddress,
  DatabaseServer,
  EnvironmentContext,
  EnvironmentFailure,
  Result,
  RunningApp,
  Stack,
} from './environment.ts';
import type { Ledger } from './live/ledger.ts';
import { done, failed, wordsOf } from './outcome.ts';
import { reservePort } from './ports.ts';

/** The parts of a started run. */
export interface ServicesGround {
  readonly context: EnvironmentContext;
  readonly system: SystemPlan;
  readonly ledger: Ledger;
  readonly databases: ReadonlyMap<string, DatabaseServer>;
}

/** What stacks are made of. */
export interface StackGround extends ServicesGround {
  readonly app: AppPlan;
  /** Where the application's command runs: absolute. */
  readonly cwd: string;
  readonly run: Readonly<Record<string, string>>;
}

const PORTS_TO_TRY = 3;

/** A fresh copy of every database, and a fresh application on them. When a part is not to be had, none stays. */
export async function createStack(ground: StackGround): Promise<Result<Stack, EnvironmentFailure>> {
  const held = new AsyncDisposableStack();
  try {
    const copies = await Promise.all(
      [...ground.databases].map(async ([name, server]) => [name, await server.createDatabase()] as const),
    );
    const databases = new Map<string, CriterionDatabase>();
    for (const [name, copy] of copies) if (copy.ok) databases.set(name, held.use(copy.value));
    for (const [, copy] of copies) if (!copy.ok) return await afterDisposal(held, copy);
    const app = await startOnFreePort(ground, new Map([...databases].map(([name, { address }]) => [name, address])));
    if (!app.ok) return await afterDisposal(held, app);
    held.use(app.value);
    return done({ databases, app: app.value, [Symbol.asyncDispose]: () => held.disposeAsync() });
  } catch (error) {
    const why = `the application's surroundings could not be made: ${wordsOf(error)}`;
    return afterDisposal(held, failed({ phase: 'start', service: ground.app.name, fault: 'environment', why }));
  }
}

async function afterDisposal<T>(held: AsyncDisposableStack, result: T): Promise<T> {
  await held.disposeAsync();
  return result;
}

/** Starts the application on these databases, until it is ready, and stops it again. */
export async function startAppOnce(
  ground: StackGround,
  addresses: ReadonlyMap<string, DatabaseAddress>,
): Promise<Result<void, EnvironmentFailure>> {
  const app = await startOnFreePort(ground, addresses);
  if (!app.ok) return app;
  await app.value[Symbol.asyncDispose]();
  return done(undefined);
}

/** A port may be taken between our look and the application's: then another one. */
async function startOnFreePort(
  ground: StackGround,
  databases: ReadonlyMap<string, DatabaseAddress>,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  for (let tries = 1; ; tries += 1) {
    const app = await startOnPort(ground, databases);
    const worthAnother = !app.ok && app.failure.fault === 'environment' && app.failure.why.includes('port');
    if (!worthAnother || tries === PORTS_TO_TRY) return app;
  }
}

async function startOnPort(
  ground: StackGround,
  databases: ReadonlyMap<string, DatabaseAddress>,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const { context, app: plan, system, ledger, run, cwd } = ground;
  const { port, release } = await reservePort(ledger);
  const host = await localHost();
  const address = { url: `http://${host}:${String(port)}`, host, port };
  const env = evaluateEnv({ ...system.env, ...plan.env }, { databases, apps: new Map([[plan.name, address]]), run });
  if (!env.ok) {
    release();
    const why = `its environment names what is not there: ${env.failure.join(', ')}`;
    return failed({ phase: 'start', service: plan.name, fault: 'environment', why });
  }
  const app = await startApp(context, {
    plan,
    ledger,
    cwd,
    env: { ...context.baseEnv, ...env.value },
    host,
    port,
    commit: run['commit'] ?? '',
  });
  if (!app.ok) {
    release();
    return app;
  }
  return done(releasingAfter(app.value, release));
}

function releasingAfter(app: RunningApp, release: () => void): RunningApp {
  return {
    ...app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      release();
    },
  };
}
