import type { Clock } from '../../clock.ts';
import type { DatabaseAddress, ServiceAddress } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { reservePort } from '../ports.ts';
import { openLink, type Link } from './link.ts';

/** Where an application finds what it uses. */
export interface Surroundings {
  readonly databases: ReadonlyMap<string, DatabaseAddress>;
  readonly services: ReadonlyMap<string, ServiceAddress>;
}

/** From where an application goes to its services: at which address links listen for it, and by which name it knows that. */
export interface Origin {
  readonly bind: string;
  readonly seenAs: string;
}

/** Of a process of this machine. */
export const THIS_MACHINE: Origin = { bind: '127.0.0.1', seenAs: '127.0.0.1' };

/** What links are made of, and who frees them. */
export interface WaysGround {
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly held: AsyncDisposableStack;
}

/** Opens a link to each of these services, and says where the application finds all of them then. Rejects when no port can be had. */
export async function openWays(
  ground: WaysGround,
  { databases, services }: Surroundings,
  { names, origin }: { readonly names: readonly string[]; readonly origin: Origin },
): Promise<Surroundings & { readonly links: ReadonlyMap<string, Link> }> {
  const links = new Map<string, Link>();
  for (const name of new Set(names)) {
    const target = databases.get(name) ?? services.get(name);
    if (target !== undefined) links.set(name, await openOne(ground, target, origin.bind));
  }
  const seen = <T extends { readonly host: string; readonly port: number; readonly url: string }>(
    addresses: ReadonlyMap<string, T>,
  ): ReadonlyMap<string, T> =>
    new Map(
      [...addresses].map(([name, address]) => {
        const link = links.get(name);
        return [name, link === undefined ? address : moved(address, origin.seenAs, link.port)];
      }),
    );
  return { links, databases: seen(databases), services: seen(services) };
}

async function openOne(
  { clock, ledger, held }: WaysGround,
  target: { readonly host: string; readonly port: number },
  host: string,
): Promise<Link> {
  const { port, release } = await reservePort(ledger);
  held.defer(release);
  return held.use(await openLink({ host, port, target, clock }));
}

/** The same address at another place. */
function moved<T extends { readonly url: string }>(address: T, host: string, port: number): T {
  const url = new URL(address.url);
  url.hostname = host;
  url.port = String(port);
  return { ...address, host, port, url: url.href };
}
