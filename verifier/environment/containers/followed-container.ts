import { Writable } from 'node:stream';
import type { Container } from 'dockerode';
import type { ContainerRuntimeClient } from 'testcontainers';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { LogLines } from '../app/log-lines.ts';
import type { Exit } from '../app/process.ts';
import type { Life } from '../app/ready.ts';
import type { EnvironmentContext } from '../environment.ts';
import { asked } from './engine.ts';

/** What runs in a container since it was last started. */
export interface Running extends Life {
  /** Set when it has ended, or when the engine tells no more of it. */
  ended(): Exit | undefined;
  /** Resolves when all that it wrote was read. */
  readonly drained: Promise<void>;
}

interface Followed {
  readonly id: string;
  /** What it writes is added to these. */
  readonly lines: LogLines;
  /** What was written before is of another life; in seconds, by the engine's clock. */
  readonly since: number;
}

const TOLD_WITHIN_MS = 1_000;
const LOST = 'what was written while the engine’s connection was lost';

/**
 * Reads what the container writes since it was last started, and learns when it ends. What the engine tells comes over a connection, which may
 * be lost: its log ends when the container does, so at the end of the log it is asked, and followed on where it runs still.
 */
export async function followContainer(
  { clock }: EnvironmentContext,
  engine: ContainerRuntimeClient,
  { id, lines, since }: Followed,
): Promise<Running> {
  const { dockerode } = engine.container;
  const container = dockerode.getContainer(id);
  const read = async (from: number): Promise<NodeJS.ReadableStream> => {
    const options = { follow: true, stdout: true, stderr: true, since: from } as const;
    const stream = await asked(container.logs(options));
    (dockerode.modem as Demultiplexer).demuxStream(stream, into(lines, 'stdout'), into(lines, 'stderr'));
    return stream;
  };
  const first = await read(since);
  let end: Exit | undefined;
  const followOn = async (): Promise<void> => {
    for (let log = first; ;) {
      await endOf(log);
      // Where the container has ended, that is told now.
      await Promise.race([told, clock.sleep(TOLD_WITHIN_MS)]);
      const exit = end ?? (await exitOf(container));
      if (exit !== undefined) {
        end = exit;
        return;
      }
      told = waitForEnd();
      for (const stream of ['stdout', 'stderr'] as const) lines.skip(stream, stream, LOST);
      log = await read(clock.now().getTime() / 1000);
    }
  };
  // Settles not at all when its connection is lost.
  const waitForEnd = (): Promise<void> =>
    container.wait().then(
      ({ StatusCode: code }: { readonly StatusCode: number }) => {
        end ??= { code, signal: null };
      },
      () => undefined,
    );
  let told = waitForEnd();
  const firstTold = told;
  const drained = followOn().catch((error: unknown) => {
    end ??= { code: null, signal: null, error: wordsOfError(error) };
  });
  const toldOrDrained = firstTold.then(() => (end === undefined ? drained : undefined));
  return { ended: () => end, gone: Promise.race([toldOrDrained, drained]), drained };
}

/** How it ended; undefined while it runs. An engine that does not say so is as good as none. */
async function exitOf(container: Container): Promise<Exit | undefined> {
  try {
    const { State: state } = await asked(container.inspect());
    return state.Running ? undefined : { code: state.ExitCode, signal: null };
  } catch (error) {
    return { code: null, signal: null, error: wordsOfError(error) };
  }
}

function endOf(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      resolve();
    };
    // Stays for whatever comes after the first.
    stream.on('error', done).once('end', done).once('close', done);
  });
}

/** The part of the library's connection that has no types. */
interface Demultiplexer {
  demuxStream(stream: NodeJS.ReadableStream, stdout: Writable, stderr: Writable): void;
}

function into(lines: LogLines, stream: 'stdout' | 'stderr'): Writable {
  return new Writable({
    write: (chunk: Buffer, _encoding, written) => {
      lines.add(stream, chunk);
      written();
    },
  });
}
