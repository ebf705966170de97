import type { ContainerRuntimeClient } from 'testcontainers';
import type { ContainerPlan, SystemPlan } from '../../contracts/language/index.ts';
import type { ServiceReport } from '../../reports/index.ts';
import { digestOf, findEngine, pullImage } from './containers/engine.ts';
import type { EnvironmentContext, EnvironmentFailure, Result, ServicesMode } from './environment.ts';
import type { Ledger } from './live/ledger.ts';
import { done, failed } from './outcome.ts';

/** A service in a container, whose image is on this machine. */
export interface PreparedContainer {
  readonly plan: ContainerPlan;
  readonly image: string;
  readonly report: ServiceReport;
}

/** The container engine, and what is made with it. */
export interface ContainersGround {
  readonly engine: ContainerRuntimeClient;
  readonly services: readonly PreparedContainer[];
}

export interface ContainersOptions {
  readonly system: SystemPlan;
  readonly mode: ServicesMode;
  readonly ledger: Ledger;
  /** Images to take instead of those that system.yaml names. */
  readonly images: Readonly<Record<string, string>>;
}

const PULL_WITHIN_MS = 600_000;

/** Finds the engine and the images of services that are containers; undefined when nothing of the system needs an engine. */
export async function prepareContainers(
  context: EnvironmentContext,
  options: ContainersOptions,
): Promise<Result<ContainersGround | undefined, EnvironmentFailure>> {
  const plans = options.system.services.filter((plan) => plan.kind === 'container');
  const app = options.system.services.find((plan) => plan.kind === 'app');
  const [first] = [
    ...plans.map(({ name, image }) => ({ name, what: `is the container ${image}` })),
    ...(app?.start.by === 'dockerfile' ? [{ name: app.name, what: `is built from ${app.start.text}` }] : []),
  ];
  if (first === undefined) return done(undefined);
  const refuse = (why: string): { readonly ok: false; readonly failure: EnvironmentFailure } =>
    failed({
      phase: 'service',
      service: first.name,
      fault: 'environment',
      why: `“${first.name}” ${first.what}: ${why}`,
    });
  if (options.mode === 'embedded')
    return refuse('that needs a container engine, and embedded services were asked for; ask for auto or containers');
  const engine = await findEngine();
  if ('missing' in engine)
    return refuse(`that needs a container engine, and ${engine.missing}; “assay doctor” says how to get one`);
  const services = await Promise.all(plans.map((plan) => prepareOne(context, { plan, engine: engine.found, options })));
  const broken = services.find((service) => !service.ok);
  if (broken !== undefined) return broken;
  return done({ engine: engine.found, services: services.flatMap((one) => (one.ok ? [one.value] : [])) });
}

async function prepareOne(
  context: EnvironmentContext,
  {
    plan,
    engine,
    options: { images, mode, ledger },
  }: {
    readonly plan: ContainerPlan;
    readonly engine: ContainerRuntimeClient;
    readonly options: ContainersOptions;
  },
): Promise<Result<PreparedContainer, EnvironmentFailure>> {
  const image = images[plan.image] ?? plan.image;
  if ((await digestOf(engine, image)) === undefined) {
    const how = { context, live: ledger.live, withinMs: PULL_WITHIN_MS, retryAfterMs: 0 };
    const pulled = await pullImage(engine, image, how);
    if ('missing' in pulled)
      return failed({ phase: 'service', service: plan.name, fault: 'environment', why: pulled.missing });
  }
  const digest = await digestOf(engine, image);
  const why = `${mode}: nothing but a container can be “${plan.name}”`;
  const report: ServiceReport = { name: plan.name, kind: 'container', mode: 'containers', why, image };
  return done({ plan, image, report: digest === undefined ? report : { ...report, digest } });
}
