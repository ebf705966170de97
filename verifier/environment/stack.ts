import { AsyncDisposableStack } from '@whatwg-node/disposablestack';
import { wordsOfError } from '../../contracts/language/index.ts';
import { startAppOn, type AppGround } from './app/start.ts';
import { startServiceContainer } from './containers/service-container.ts';
import { evaluateEnv, wordsOfMissing } from './app/app-env.ts';
import type {
  CriterionDatabase,
  DatabaseAddress,
  EnvironmentFailure,
  Result,
  RunningApp,
  RunningContainer,
  ServiceControl,
  Stack,
  StackNeeds,
} from './environment.ts';
import { done, failed } from './outcome.ts';
import { reservePort } from './ports.ts';
import type { ContainersGround, PreparedContainer } from './prepared-containers.ts';
import type { ServicesGround } from './services-ground.ts';
import type { Link } from './ways/link.ts';
import { controlByLink, withLink } from './ways/link-control.ts';
import { openWays, type Surroundings } from './ways/open-ways.ts';
import { untouchables } from './untouchable.ts';

/** What stacks are made of. */
export interface StackGround extends ServicesGround, AppGround {}

/** A fresh copy of every database, fresh containers, and a fresh application on them. When a part is not to be had, none stays. */
export async function createStack(ground: StackGround, needs: StackNeeds): Promise<Result<Stack, EnvironmentFailure>> {
  const held = new AsyncDisposableStack();
  try {
    const [copies, containers] = await Promise.all([copyDatabases(ground, held), startContainers(ground, held)]);
    if (!copies.ok) return await afterDisposal(held, copies);
    if (!containers.ok) return await afterDisposal(held, containers);
    const databases = copies.value;
    const addresses = new Map([...databases].map(([name, { address }]) => [name, address]));
    const started = await startApp(ground, held, { addresses, containers: containers.value, needs });
    if (!started.ok) return await afterDisposal(held, started);
    const { app, links } = started.value;
    const untouchable = untouchables(ground);
    return done({
      databases,
      containers: containers.value,
      app,
      links,
      controls: controlsOf({ app, containers: containers.value, links, databases, untouchable }),
      untouchable,
      [Symbol.asyncDispose]: () => held.disposeAsync(),
    });
  } catch (error) {
    const why = `the application's surroundings could not be made: ${wordsOfError(error)}`;
    return afterDisposal(held, failed({ phase: 'start', service: ground.app.name, fault: 'environment', why }));
  }
}

async function afterDisposal<T>(held: AsyncDisposableStack, result: T): Promise<T> {
  await held.disposeAsync();
  return result;
}

/** Starts the application on these databases and containers of its own, until it is ready, and stops it again. */
export async function startAppOnce(
  ground: StackGround,
  addresses: ReadonlyMap<string, DatabaseAddress>,
): Promise<Result<void, EnvironmentFailure>> {
  const held = new AsyncDisposableStack();
  try {
    const containers = await startContainers(ground, held);
    if (!containers.ok) return containers;
    const app = await startApp(ground, held, { addresses, containers: containers.value, needs: { links: [] } });
    return app.ok ? done(undefined) : app;
  } finally {
    await held.disposeAsync();
  }
}

interface AppSurroundings {
  readonly addresses: ReadonlyMap<string, DatabaseAddress>;
  readonly containers: ReadonlyMap<string, RunningContainer>;
  readonly needs: StackNeeds;
}

async function startApp(
  ground: StackGround,
  held: AsyncDisposableStack,
  { addresses, containers, needs }: AppSurroundings,
): Promise<Result<{ readonly app: RunningApp; readonly links: ReadonlyMap<string, Link> }, EnvironmentFailure>> {
  const direct: Surroundings = {
    databases: addresses,
    services: new Map([...containers].map(([name, { address }]) => [name, address])),
  };
  const { clock } = ground.context;
  const { origin, everyWay } = ground.place;
  const names = everyWay ? [...addresses.keys(), ...containers.keys()] : needs.links;
  const seen =
    origin === undefined
      ? { ...direct, links: new Map<string, Link>() }
      : await openWays({ clock, ledger: ground.ledger, held }, direct, { names, origin });
  const app = await startAppOn(ground, seen);
  if (!app.ok) return app;
  return done({ app: held.use(app.value), links: seen.links });
}

async function copyDatabases(
  { databases }: ServicesGround,
  held: AsyncDisposableStack,
): Promise<Result<ReadonlyMap<string, CriterionDatabase>, EnvironmentFailure>> {
  const copies = await Promise.all(
    [...databases].map(async ([name, server]) => [name, await server.createDatabase()] as const),
  );
  return heldAll(copies, held);
}

async function startContainers(
  ground: StackGround,
  held: AsyncDisposableStack,
): Promise<Result<ReadonlyMap<string, RunningContainer>, EnvironmentFailure>> {
  const { containers } = ground;
  if (containers === undefined) return done(new Map());
  const started = await Promise.all(
    containers.services.map(
      async (service) => [service.plan.name, await startContainer(ground, containers, service)] as const,
    ),
  );
  for (const { release } of started.map(([, { release }]) => ({ release }))) held.defer(release);
  return heldAll(
    started.map(([name, { result }]) => [name, result] as const),
    held,
  );
}

/** What has started is freed with the rest, also when not all have. */
function heldAll<T extends AsyncDisposable>(
  results: readonly (readonly [string, Result<T, EnvironmentFailure>])[],
  held: AsyncDisposableStack,
): Result<ReadonlyMap<string, T>, EnvironmentFailure> {
  const all = new Map<string, T>();
  for (const [name, result] of results) if (result.ok) all.set(name, held.use(result.value));
  return results.map(([, result]) => result).find((result) => !result.ok) ?? done(all);
}

async function startContainer(
  { context, ledger, run }: StackGround,
  { engine }: ContainersGround,
  { plan, image }: PreparedContainer,
): Promise<{ readonly result: Result<RunningContainer, EnvironmentFailure>; readonly release: () => void }> {
  const { port, release } = await reservePort(ledger);
  const env = evaluateEnv(plan.env, { databases: new Map(), apps: new Map(), run, secrets: context.secrets });
  const result = env.ok
    ? await startServiceContainer(context, { engine, ledger }, { plan, image, env: env.value, port })
    : failed({
        phase: 'service',
        service: plan.name,
        fault: 'environment',
        why: `its environment names what is not there: ${wordsOfMissing(env.failure)}`,
      });
  return { result, release };
}

type ControlParts = Pick<Stack, 'app' | 'containers' | 'databases' | 'untouchable'> & {
  readonly links: ReadonlyMap<string, Link>;
};

function controlsOf({ app, containers, databases, links, untouchable }: ControlParts): Map<string, ServiceControl> {
  const controls = new Map<string, ServiceControl>([[app.plan.name, app]]);
  for (const [name, container] of containers) {
    const link = links.get(name);
    controls.set(name, link === undefined ? container : withLink(container, link));
  }
  for (const name of databases.keys()) {
    const link = links.get(name);
    if (link !== undefined) controls.set(name, controlByLink(name, link));
  }
  for (const name of untouchable.keys()) controls.delete(name);
  return controls;
}
