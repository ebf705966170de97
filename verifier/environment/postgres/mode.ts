import type { ContainerRuntimeClient } from 'testcontainers';
import type { EnvironmentContext, Result, ServicesMode } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { startContainer } from './container.ts';
import { startEmbedded } from './embedded.ts';
import { digestOf, findEngine, pullImage, type Found } from '../containers/engine.ts';
import type { InstanceFailure, PostgresInstance } from './instance.ts';

/** What is to be started, and how. */
export interface InstanceOptions {
  readonly service: string;
  readonly mode: ServicesMode;
  readonly image: string;
  readonly connections: number;
  readonly ledger: Ledger;
}

type Instance = Result<PostgresInstance, InstanceFailure>;

const HOUR_MS = 3_600_000;
// Whoever asks for containers waits for the image; with `auto`, somebody sits and waits for a verdict.
const PULL_WITHIN_MS = { containers: 600_000, auto: 90_000 };

/**
 * Starts a PostgreSQL server in the way that was asked for. `auto` takes a container when an engine answers and the image is there or can
 * be pulled soon, and when that container starts; else the embedded server. The report says which and why.
 */
export async function startInstance(context: EnvironmentContext, options: InstanceOptions): Promise<Instance> {
  switch (options.mode) {
    case 'embedded':
      return startEmbedded(context, { ...options, why: 'embedded was asked for' });
    case 'containers': {
      const engine = await findReadyEngine(context, options, PULL_WITHIN_MS.containers);
      if ('missing' in engine) return { ok: false, failure: { why: engine.missing, output: '' } };
      return startContainer(context, { ...options, engine: engine.found, why: 'containers were asked for' });
    }
    case 'external': {
      const why = `external services were asked for, and system.yaml gives no address of it (postgres: { url: … })`;
      return { ok: false, failure: { why, output: '' } };
    }
    case 'auto':
      return startEither(context, options);
  }
}

async function startEither(context: EnvironmentContext, options: InstanceOptions): Promise<Instance> {
  const engine = await findReadyEngine(context, options, PULL_WITHIN_MS.auto);
  if ('missing' in engine) return startEmbedded(context, { ...options, why: `auto: ${engine.missing}` });
  const why = `auto: a container engine answers and has the image ${options.image}`;
  const container = await startContainer(context, { ...options, engine: engine.found, why });
  if (container.ok || context.signal.aborted) return container;
  context.note(`${options.service}: ${container.failure.why}; the embedded server is taken instead`);
  return startEmbedded(context, { ...options, why: `auto: ${container.failure.why}` });
}

/** An engine that has the image. */
async function findReadyEngine(
  context: EnvironmentContext,
  { mode, image, ledger }: InstanceOptions,
  withinMs: number,
): Promise<Found<ContainerRuntimeClient>> {
  const engine = await findEngine();
  if ('missing' in engine || (await digestOf(engine.found, image)) !== undefined) return engine;
  const retryAfterMs = mode === 'auto' ? HOUR_MS : 0;
  const pulled = await pullImage(engine.found, image, { context, live: ledger.live, withinMs, retryAfterMs });
  return 'missing' in pulled ? pulled : engine;
}
