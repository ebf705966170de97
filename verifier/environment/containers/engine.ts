import { createHash } from 'node:crypto';
import { access, constants, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ContainerRuntimeClient, WaitStrategy } from 'testcontainers';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { EnvironmentContext } from '../environment.ts';
import { thisOwner } from '../live/owner.ts';
import { within } from '../within.ts';

/** The label by which all containers of a run are found again. */
export const RUN_LABEL = 'assay.run';

/** The labels of what a run makes: whose it is. */
export function labelsOf(run: string): Record<string, string> {
  const owner = thisOwner();
  return {
    [RUN_LABEL]: run,
    'assay.owner': `${String(owner.pid)}@${owner.host}`,
    'assay.owner-started': owner.startedAt,
  };
}

/** The library asks inside the container until it is told ready; we ask from outside. */
export function noWaiting(): WaitStrategy {
  const strategy: WaitStrategy = {
    waitUntilReady: () => Promise.resolve(),
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => STARTS_WITHIN_MS,
  };
  return strategy;
}

const STARTS_WITHIN_MS = 60_000;
const ENGINE_ANSWERS_WITHIN_MS = 3_000;
const ENGINE_SOCKET = '/var/run/docker.sock';
/** A busy engine takes seconds for what is done in milliseconds; one that takes longer hangs. */
const DONE_WITHIN_MS = 30_000;
const REAPER_IMAGE = 'testcontainers/ryuk:0.14.0';

/** What the engine was asked to do. Rejects when it does not answer for long: nobody would wait for its end otherwise. */
export async function asked<T>(doing: Promise<T>): Promise<T> {
  return await within(DONE_WITHIN_MS, doing).catch((error: unknown) => {
    throw new Error(`the container engine: ${wordsOfError(error)}`, { cause: error });
  });
}

/** What is asked for, or in words why it is not there. */
export type Found<T> = { readonly found: T } | { readonly missing: string };

/** Whether there is a container engine that this user may not talk to: its own words would only say that there is none. */
export async function isEngineForbidden(socket = ENGINE_SOCKET): Promise<boolean> {
  const failure = await access(socket, constants.R_OK | constants.W_OK).catch((error: unknown) => error);
  return (failure as NodeJS.ErrnoException | undefined)?.code === 'EACCES';
}

/** The container engine, when it answers soon. The library is loaded only now: it takes a while. */
export async function findEngine(): Promise<Found<ContainerRuntimeClient>> {
  try {
    const { getContainerRuntimeClient } = await import('testcontainers');
    return { found: await within(ENGINE_ANSWERS_WITHIN_MS, getContainerRuntimeClient()) };
  } catch (error) {
    if (await isEngineForbidden()) return { missing: `this user may not use ${ENGINE_SOCKET}` };
    return { missing: `no container engine answers (${wordsOfError(error)})` };
  }
}

/** Where the ports of containers are found, and at which address of this machine they are to be published; undefined where the engine is another machine's. */
export async function placeOf(
  engine: ContainerRuntimeClient,
): Promise<{ readonly host: string; readonly bind: string | undefined }> {
  const { host } = engine.info.containerRuntime;
  // By number: the name may mean two addresses.
  const isHere = host === 'localhost' || (await isOwnAddress(host));
  return isHere ? { host: '127.0.0.1', bind: '127.0.0.1' } : { host, bind: undefined };
}

/** Tried: the system does not list the address of a bridge at which there is no container yet. */
function isOwnAddress(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const trial = createServer();
    trial.once('error', () => {
      resolve(false);
    });
    trial.listen({ host, port: 0 }, () => {
      trial.close(() => {
        resolve(true);
      });
    });
  });
}

/** The address of this machine at which containers reach it by the name that the engine gives it. */
export async function bridgeAddress(engine: ContainerRuntimeClient): Promise<string> {
  const bridge = await engine.container.dockerode
    .getNetwork('bridge')
    .inspect()
    .then(({ IPAM: ipam }) => ipam?.Config?.map(({ Gateway: gateway }) => gateway))
    .then((gateways) => gateways?.find((gateway) => gateway?.includes('.') === true))
    .catch(() => undefined);
  // An engine in a virtual machine passes what goes there on to the loopback address.
  return bridge !== undefined && (await isOwnAddress(bridge)) ? bridge : '127.0.0.1';
}

/** The digest of an image that is on this machine: the registry's where it has one, else its own id. */
export async function digestOf(engine: ContainerRuntimeClient, image: string): Promise<string | undefined> {
  const inspect = asked(engine.container.dockerode.getImage(image).inspect());
  return inspect.then(({ RepoDigests: digests, Id: id }) => digests[0]?.split('@')[1] ?? id).catch(() => undefined);
}

/** Whether containers can be given to the library's own reaper, which needs an image. */
export async function hasReaper(engine: ContainerRuntimeClient): Promise<boolean> {
  return (await digestOf(engine, REAPER_IMAGE)) !== undefined;
}

export interface PullOptions {
  readonly live: string;
  readonly withinMs: number;
  /** For so long, an image that could not be pulled is not tried again. */
  readonly retryAfterMs: number;
}

/** Pulls an image that is not there, and remembers a failure, so that a machine without a registry does not wait each time. */
export async function pullImage(
  engine: ContainerRuntimeClient,
  image: string,
  { context, live, withinMs, retryAfterMs }: PullOptions & { readonly context: EnvironmentContext },
): Promise<Found<true>> {
  const memory = join(live, 'pulls', createHash('sha256').update(image).digest('hex').slice(0, 16));
  const failedAt = Number(await readFile(memory, 'utf8').catch(() => '0'));
  if (context.clock.now().getTime() - failedAt < retryAfterMs) {
    return { missing: `the image ${image} is not on this machine, and could not be pulled a short while ago` };
  }
  context.note(`pulling ${image}`);
  try {
    const { ImageName } = await import('testcontainers');
    await within(withinMs, engine.image.pull(ImageName.fromString(image)), context.signal);
    return { found: true };
  } catch (error) {
    if (!context.signal.aborted) {
      await mkdir(join(live, 'pulls'), { recursive: true });
      await writeFile(memory, String(context.clock.now().getTime()));
    }
    return {
      missing: `the image ${image} is not on this machine and can't be pulled (${firstLine(wordsOfError(error))})`,
    };
  }
}

/** Removes all containers of a run, with their volumes, and the images that were built for it. Rejects when the engine does not answer. */
export async function removeContainers(run: string): Promise<void> {
  const engine = await findEngine();
  if ('missing' in engine) throw new Error(`containers of run ${run} may be left: ${engine.missing}`);
  await removeLabelled(engine.found, `${RUN_LABEL}=${run}`);
  await removeImages(engine.found, run);
}

/** Removes all containers with this label, with their volumes. */
export async function removeLabelled(engine: ContainerRuntimeClient, label: string): Promise<void> {
  const left = await asked(engine.container.dockerode.listContainers({ all: true, filters: { label: [label] } }));
  await Promise.all(left.map(({ Id: id }) => removeContainer(engine, id)));
}

const SUBJECT_IMAGES = 'assay-subject';

/**
 * The name of an image that a run builds: by commit, and by run, since what another run of the same commit removes is its own. It is found
 * again by its name; a label would be a layer of its own, which stays as an image without a name.
 */
export function imageName(app: string, { commit, run }: { readonly commit: string; readonly run: string }): string {
  const name = app
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  const tag = `${commit.slice(0, 12)}${endOfTag(run)}`.replace(/^[.-]+/, '');
  return `${SUBJECT_IMAGES}/${name === '' ? 'app' : name}:${tag}`;
}

function endOfTag(run: string): string {
  return `-${run.replace(/[^\w.-]/g, '-').slice(0, 100)}`;
}

/** Removes the images that were built for a run; what the engine keeps of the build for the next one stays. */
export async function removeImages(engine: ContainerRuntimeClient, run: string): Promise<void> {
  const { dockerode } = engine.container;
  const images = await asked(dockerode.listImages({ filters: { reference: [`${SUBJECT_IMAGES}/*`] } }));
  const names = images.flatMap(({ RepoTags: tags }) => tags ?? []);
  for (const name of names.filter((one) => one.endsWith(endOfTag(run)))) {
    await asked(dockerode.getImage(name).remove({ force: true, noprune: true })).catch((error: unknown) => {
      if (!/no such image/i.test(wordsOfError(error))) throw error;
    });
  }
}

/** Kills and removes one container, with its volumes; one that is gone already is no error. */
export async function removeContainer(engine: ContainerRuntimeClient, id: string): Promise<void> {
  const removal = engine.container.dockerode.getContainer(id).remove({ force: true, v: true });
  await asked(removal).catch((error: unknown) => {
    if (!/no such container|already in progress/i.test(wordsOfError(error))) throw error;
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text;
}
