import { createConnection, createServer, type Server, type Socket } from 'node:net';
import type { Clock } from '../../clock.ts';
import type { ServiceLink } from '../environment.ts';
import { breakOff } from './break-off.ts';
import { carry, type Passage, type PassageRules } from './passage.ts';

/** A way to a service that is under our hand: whoever connects to its port is connected with the service. */
export interface Link extends ServiceLink, AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** Connections are reset, new ones are refused. */
  close(): Promise<void>;
  /** Ends that. Rejects when the port can't be had. */
  open(): Promise<void>;
  /** Connections are reset, new ones are taken. */
  reset(): void;
  /** Connections stay, and nothing passes; new ones are taken, and nothing passes. */
  hold(): void;
  /** Ends that: what was held passes now. */
  letGo(): void;
}

/** Where a link listens, and where it leads. */
export interface LinkOptions {
  readonly host: string;
  readonly port: number;
  readonly target: { readonly host: string; readonly port: number };
  readonly clock: Pick<Clock, 'monotonicMs'>;
}

/** Opens a way to a service. Rejects when the port can't be had. */
export async function openLink({ host, port, target, clock }: LinkOptions): Promise<Link> {
  let latencyMs = 0;
  let held = false;
  let server: Server | undefined;
  const pairs = socketPairs(target, {
    delayMs: () => latencyMs / 2,
    isHeld: () => held,
    nowMs: () => clock.monotonicMs(),
  });
  const open = async (): Promise<void> => {
    server ??= await listen({ host, port, accept: pairs.accept });
  };
  const close = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    const closed = new Promise<void>((resolve) => {
      if (closing === undefined) resolve();
      else
        closing.close(() => {
          resolve();
        });
    });
    pairs.reset();
    await closed;
  };
  await open();
  return {
    host,
    port,
    close,
    open,
    reset: pairs.reset,
    hold: () => {
      held = true;
    },
    letGo: () => {
      held = false;
      pairs.flush();
    },
    addLatency: (milliseconds) => {
      latencyMs += milliseconds;
    },
    restore: () => {
      latencyMs = 0;
    },
    [Symbol.asyncDispose]: close,
  };
}

interface Pair {
  readonly sockets: readonly [Socket, Socket];
  readonly passages: readonly Passage[];
}

interface Pairs {
  readonly accept: (near: Socket) => void;
  readonly flush: () => void;
  readonly reset: () => void;
}

/** The connections of a link: whoever comes, and the service. */
function socketPairs(target: LinkOptions['target'], rules: PassageRules): Pairs {
  const pairs = new Set<Pair>();
  const accept = (near: Socket): void => {
    const far = createConnection({ ...target, allowHalfOpen: true, noDelay: true });
    const pair: Pair = { sockets: [near, far], passages: [carry(near, far, rules), carry(far, near, rules)] };
    pairs.add(pair);
    for (const [one, other] of [pair.sockets, [far, near]] as const) {
      // What broke it off breaks off the other side.
      one.on('error', () => {
        breakOff(other);
      });
      one.on('close', () => {
        if (near.destroyed && far.destroyed) pairs.delete(pair);
      });
    }
  };
  return {
    accept,
    flush: () => {
      for (const { passages } of pairs) for (const passage of passages) passage.flush();
    },
    reset: () => {
      for (const { sockets } of pairs) for (const socket of sockets) breakOff(socket);
      pairs.clear();
    },
  };
}

function listen({
  host,
  port,
  accept,
}: Pick<LinkOptions, 'host' | 'port'> & { readonly accept: (near: Socket) => void }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', reject);
      // One connection that can't be taken is no reason to end.
      server.on('error', () => undefined);
      resolve(server);
    });
  });
}
