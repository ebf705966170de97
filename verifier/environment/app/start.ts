import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerRuntimeClient } from 'testcontainers';
import type { AppPlan } from '../../../contracts/language/index.ts';
import { placeOf } from '../containers/engine.ts';
import type { EnvironmentFailure, Result, RunningApp } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { reservePort } from '../ports.ts';
import type { ServicesGround } from '../services-ground.ts';
import type { Origin, Surroundings } from '../ways/open-ways.ts';
import { evaluateEnv, wordsOfMissing } from './app-env.ts';
import { startContainerApp } from './container-app.ts';
import { meetExternalApp } from './external-app.ts';
import { localHost } from './readiness.ts';
import { startApp } from './running-app.ts';

/** How the application of a run is started, once all that its stacks share is there. */
export type AppPlace = {
  /** From where it goes to its services; undefined when that is not under our hand. */
  readonly origin: Origin | undefined;
  /** Whether it reaches no service without a link. */
  readonly everyWay: boolean;
} & (
  | { readonly by: 'command'; readonly run: readonly string[]; readonly cwd: string }
  | {
      readonly by: 'dockerfile';
      readonly engine: ContainerRuntimeClient;
      readonly image: string;
      readonly inside: number | undefined;
    }
  | { readonly by: 'url'; readonly url: string }
);

/** What applications are started with. */
export interface AppGround extends ServicesGround {
  readonly app: AppPlan;
  readonly place: AppPlace;
  readonly run: Readonly<Record<string, string>>;
}

const PORTS_TO_TRY = 3;

/** Starts the application in these surroundings and waits until it is ready. A port may be taken between our look and the application's: then another one. */
export async function startAppOn(
  ground: AppGround,
  seen: Surroundings,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const { context, app: plan, place, run } = ground;
  if (place.by === 'url') return meetExternalApp(context, { plan, url: place.url, commit: run['commit'] ?? '' });
  for (let tries = 1; ; tries += 1) {
    const app = await startOnPort(ground, seen, place);
    const worthAnother = !app.ok && app.failure.fault === 'environment' && app.failure.why.includes('port');
    if (!worthAnother || tries === PORTS_TO_TRY) return app;
  }
}

async function startOnPort(
  ground: AppGround,
  seen: Surroundings,
  place: Exclude<AppPlace, { readonly by: 'url' }>,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const { context, app: plan, system, ledger, run } = ground;
  const { port, release } = await reservePort(ledger);
  const host = await hostOf(place);
  const address = { url: `http://${host}:${String(port)}`, host, port };
  const names = {
    databases: seen.databases,
    apps: new Map([...seen.services, [plan.name, address]]),
    run,
    secrets: context.secrets,
  };
  const env = evaluateEnv({ ...system.env, ...plan.env }, names);
  if (!env.ok) {
    release();
    const why = `its environment names what is not there: ${wordsOfMissing(env.failure)}`;
    return failed({ phase: 'start', service: plan.name, fault: 'environment', why });
  }
  const about = { plan, ledger, host, port, commit: run['commit'] ?? '' };
  // What one criterion's application leaves in the temporary folder is not there for the next one's.
  const temporary = await mkdtemp(join(context.scratch, 'tmp-'));
  const leave = async (): Promise<void> => {
    release();
    await rm(temporary, { recursive: true, force: true });
  };
  const app =
    place.by === 'command'
      ? await startApp(context, {
          ...about,
          run: place.run,
          cwd: place.cwd,
          env: { ...context.baseEnv, TMPDIR: temporary, ...env.value },
        })
      : await startContainerApp(
          context,
          { engine: place.engine, ledger },
          { ...about, image: place.image, inside: place.inside ?? port, env: env.value },
        );
  if (!app.ok) {
    await leave();
    return app;
  }
  return done(leavingAfter(app.value, leave));
}

/** A container's port is at 127.0.0.1 of this machine, unless the engine is another machine's. */
async function hostOf(place: AppPlace): Promise<string> {
  const elsewhere = place.by === 'dockerfile' ? await placeOf(place.engine) : undefined;
  return elsewhere !== undefined && elsewhere.bind === undefined ? elsewhere.host : await localHost();
}

function leavingAfter(app: RunningApp, leave: () => Promise<void>): RunningApp {
  return {
    ...app,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await leave();
    },
  };
}
