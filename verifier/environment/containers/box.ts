import { randomUUID } from 'node:crypto';
import type { ContainerRuntimeClient } from 'testcontainers';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { LogLines } from '../app/log-lines.ts';
import type { Exit } from '../app/process.ts';
import type { Life } from '../app/ready.ts';
import type { EnvironmentContext } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { asked, hasReaper, labelsOf, noWaiting, placeOf, removeContainer, removeLabelled } from './engine.ts';
import { followContainer } from './followed-container.ts';

/** What a container is to be. */
export interface BoxOptions {
  /** On this machine. */
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Instead of the image's own. */
  readonly command?: readonly string[];
  /** Where it listens inside, and the port of this machine that leads there, which stays the same. */
  readonly port: { readonly inside: number; readonly outside: number };
  /** What it writes is added to these. */
  readonly lines: LogLines;
}

/** A container that is killed, started again and paused; not whether it is ready. Disposing it removes it. */
export interface Box extends AsyncDisposable {
  readonly id: string;
  /** Of what runs in it since it was last started. */
  life(): Life & { ended(): Exit | undefined };
  /** Killed; resolves when it has ended and what it wrote was read. */
  kill(): Promise<void>;
  /** Starts it again with the files that it has. */
  start(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export interface BoxGround {
  readonly engine: ContainerRuntimeClient;
  readonly ledger: Ledger;
}

/** The label that tells containers of one run apart. */
const BOX_LABEL = 'assay.box';
const LAST_WORDS_WITHIN_MS = 1_000;

/** Makes a container and starts it. Rejects when the engine does not; then none is left. */
export async function createBox(
  context: EnvironmentContext,
  { engine, ledger }: BoxGround,
  options: BoxOptions,
): Promise<Box> {
  const mark = randomUUID();
  const entry = ledger.record({ kind: 'containers', run: context.runId });
  try {
    const id = await startLoopback(context, engine, { ...options, mark });
    const follow = (since: number) => followContainer(context, engine, { id, lines: options.lines, since });
    let running = await follow(0);
    const container = engine.container.dockerode.getContainer(id);
    let disposal: Promise<void> | undefined;
    let frozen = false;
    const thaw = async (): Promise<void> => {
      await asked(container.unpause());
      frozen = false;
    };
    return {
      id,
      life: () => running,
      kill: async () => {
        // What is paused can't be killed.
        if (frozen) await thaw();
        if (running.ended() === undefined) await asked(container.kill());
        await asked(running.gone);
        await Promise.race([running.drained, context.clock.sleep(LAST_WORDS_WITHIN_MS)]);
      },
      start: async () => {
        // Not since it was started: a quick one writes before the engine says that it runs.
        const { State: before } = await asked(container.inspect());
        await asked(container.start());
        running = await follow(Date.parse(before.FinishedAt) / 1000);
      },
      freeze: async () => {
        await asked(container.pause());
        frozen = true;
      },
      thaw,
      // What is left stands in the ledger, and the next run removes it.
      [Symbol.asyncDispose]: () =>
        (disposal ??= removeContainer(engine, id).then(entry.strike, (error: unknown) => {
          context.note(`the container ${id.slice(0, 12)} is left for the next run to remove: ${wordsOfError(error)}`);
        })),
    };
  } catch (error) {
    // It may have been made before it failed.
    await removeLabelled(engine, `${BOX_LABEL}=${mark}`).then(entry.strike, () => undefined);
    throw error;
  }
}

/** The id of a container that was started, and that may have ended at once: the library would wait for the ports of such a one. */
async function startLoopback(
  context: EnvironmentContext,
  engine: ContainerRuntimeClient,
  { image, env, command, port, mark }: BoxOptions & { readonly mark: string },
): Promise<string> {
  const { GenericContainer } = await import('testcontainers');
  const { bind } = await placeOf(engine);
  let created: (id: string) => void = () => undefined;
  const ended = new Promise<string>((resolve) => {
    created = (id) => {
      const exit = engine.container.dockerode.getContainer(id).wait({ condition: 'next-exit' });
      exit.then(
        () => {
          resolve(id);
        },
        () => undefined,
      );
    };
  });
  /** Published where only this machine reaches it, as far as it is this machine's engine. */
  class LoopbackContainer extends GenericContainer {
    protected override beforeContainerCreated(): Promise<void> {
      const bindings = this.hostConfig.PortBindings as Record<string, { HostIp?: string; HostPort: string }[]>;
      if (bind !== undefined) for (const [one] of Object.values(bindings)) if (one !== undefined) one.HostIp = bind;
      return Promise.resolve();
    }
    protected override containerCreated(id: string): Promise<void> {
      created(id);
      return Promise.resolve();
    }
  }
  const container = new LoopbackContainer(image)
    .withExposedPorts({ container: port.inside, host: port.outside })
    .withEnvironment(env)
    .withExtraHosts([{ host: HOST_INSIDE, ipAddress: 'host-gateway' }])
    .withLabels({ ...labelsOf(context.runId), [BOX_LABEL]: mark })
    .withAutoCleanup(await hasReaper(engine))
    .withWaitStrategy(noWaiting());
  if (command !== undefined) container.withCommand([...command]);
  return await asked(Promise.race([container.start().then((started) => started.getId()), ended]));
}

/** The name by which a container knows the machine that it runs on. */
export const HOST_INSIDE = 'host.docker.internal';
