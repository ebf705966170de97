import { randomBytes } from 'node:crypto';
import type { StartedPostgreSqlContainer } from '@testcontainers/postgresql';
import type { ContainerRuntimeClient } from 'testcontainers';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, Result } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { done } from '../outcome.ts';
import { awaitAnswer } from './connection.ts';
import { digestOf, hasReaper, labelsOf, noWaiting, removeContainer, removeContainers } from '../containers/engine.ts';
import { serverSettings, type InstanceFailure, type PostgresInstance } from './instance.ts';

const SUPERUSER = 'postgres';
const STARTS_WITHIN_MS = 60_000;
const LOG_LINES = 60;

/** What a server in a container is to be. */
export interface ContainerOptions {
  readonly service: string;
  readonly why: string;
  readonly engine: ContainerRuntimeClient;
  /** On this machine. */
  readonly image: string;
  readonly connections: number;
  readonly ledger: Ledger;
}

/** Starts a PostgreSQL server in a container, its files in memory. */
export async function startContainer(
  context: EnvironmentContext,
  options: ContainerOptions,
): Promise<Result<PostgresInstance, InstanceFailure>> {
  const { engine, ledger, image } = options;
  const password = randomBytes(18).toString('hex');
  const entry = ledger.record({ kind: 'containers', run: context.runId });
  try {
    const container = await create(context, options, password);
    const id = container.getId();
    const address = { host: hostOf(container), port: container.getPort(), user: SUPERUSER, password, name: 'postgres' };
    const gone = engine.container.dockerode
      .getContainer(id)
      .wait()
      .then(({ StatusCode: code }: { StatusCode: number }) => `it ended with ${String(code)}`)
      .catch((error: unknown) => wordsOfError(error));
    const why = await Promise.race([awaitAnswer(address, { context, withinMs: STARTS_WITHIN_MS }), gone]);
    if (why !== undefined) {
      const output = await logOf(engine, id);
      await removeContainer(engine, id);
      entry.strike();
      return { ok: false, failure: { why: `the container of ${image} did not become ready: ${why}`, output } };
    }
    const digest = await digestOf(engine, image);
    let disposal: Promise<void> | undefined;
    return done({
      ...address,
      superuser: SUPERUSER,
      report: {
        name: options.service,
        kind: 'postgres',
        mode: 'containers',
        why: options.why,
        image,
        ...(digest === undefined ? {} : { digest }),
      },
      output: () => logOf(engine, id),
      [Symbol.asyncDispose]: () => (disposal ??= removeContainer(engine, id).then(entry.strike)),
    });
  } catch (error) {
    // It may have been made before it failed.
    await removeContainers(context.runId).then(entry.strike, () => undefined);
    return {
      ok: false,
      failure: { why: `no container of ${image} could be started: ${wordsOfError(error)}`, output: '' },
    };
  }
}

async function create(
  context: EnvironmentContext,
  { engine, image, connections }: ContainerOptions,
  password: string,
): Promise<StartedPostgreSqlContainer> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  return (
    new PostgreSqlContainer(image)
      .withDatabase('postgres')
      .withUsername(SUPERUSER)
      .withPassword(password)
      // A place of its own: where images keep their files depends on their version.
      .withEnvironment({ PGDATA: '/pgdata/data', POSTGRES_INITDB_ARGS: '--locale=C.UTF-8 --encoding=UTF8 --no-sync' })
      .withTmpFs({ '/pgdata': 'rw' })
      .withSharedMemorySize(256 * 1024 * 1024)
      .withCommand(['postgres', ...serverSettings(connections)])
      .withLabels(labelsOf(context.runId))
      // Without its image, the library's reaper can't be had; the ledger frees what is left.
      .withAutoCleanup(await hasReaper(engine))
      // The library asks inside the container, four times a second for as long as it lives; we ask the server itself, until it answers once.
      .withHealthCheck({ test: ['CMD-SHELL', 'true'], interval: 3_600_000 })
      .withWaitStrategy(noWaiting())
      .start()
  );
}

/** By number where it is this machine: the name may mean two addresses. */
function hostOf(container: StartedPostgreSqlContainer): string {
  const host = container.getHost();
  return host === 'localhost' ? '127.0.0.1' : host;
}

/** The last lines that a container wrote. */
async function logOf(engine: ContainerRuntimeClient, id: string): Promise<string> {
  const log = await engine.container.dockerode
    .getContainer(id)
    .logs({ stdout: true, stderr: true, tail: LOG_LINES })
    .catch(() => Buffer.alloc(0));
  return withoutHeaders(log).trim();
}

/** The engine puts eight bytes before each piece: which stream it is of, and its length. */
function withoutHeaders(log: Buffer): string {
  let text = '';
  for (let at = 0; at + 8 <= log.length;) {
    const length = log.readUInt32BE(at + 4);
    text += log.toString('utf8', at + 8, at + 8 + length);
    at += 8 + length;
  }
  return text;
}
