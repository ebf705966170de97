import type { EnvironmentFailure, LogLine } from '../environment.ts';
import { isListenedOn } from '../ports.ts';

/** Why an application that was started does not serve. */
export interface Unready {
  /** `stopped`: our run was; `lacking`: its program is not on this machine; `ended`: its process did; `silent`: nobody answered in time; `unfit`: the answers were not good; `another`: it is not the build that was started. */
  readonly kind: 'stopped' | 'lacking' | 'ended' | 'silent' | 'unfit' | 'another';
  readonly why: string;
}

/** What is known of an application that was ended. */
interface Facts {
  readonly service: string;
  readonly port: number;
  readonly log: readonly LogLine[];
  /** Where it accepted connections, as far as the system tells. */
  readonly listeners?: readonly string[];
  /** Where it is to listen in its container, which nobody else does. */
  readonly inside?: number;
}

const IN_USE = /EADDRINUSE|address (?:is )?already in use|address in use/iu;
/** `localhost` leads there. */
const LOCAL = /^(?:127\.0\.0\.1|0\.0\.0\.0|\[::\]):/u;
// At least four digits: times of day have colons, too.
const PORTS = /(?::|port\W{0,3})(\d{4,5})\b/giu;

/**
 * Whose fault it is; asked when all processes of the application have ended, so that whoever still listens on its port is somebody else: then it
 * is nobody's fault but ours, unless the application itself names another port, which it was not given.
 */
export async function blame(
  { kind, why }: Unready,
  { service, port, log, listeners = [], inside }: Facts,
): Promise<Pick<EnvironmentFailure, 'fault' | 'why'>> {
  if (kind === 'stopped' || kind === 'lacking') return { fault: 'environment', why };
  const complaints = log.filter(({ text }) => IN_USE.test(text)).map(({ text }) => text);
  if (!namesAnother(complaints, port) && (await isListenedOn(port)))
    return { fault: 'environment', why: wordsOfTaken(kind, why) };
  const hint = hintOf(service, inside);
  if (inside === undefined && complaints.length > 0) {
    return {
      fault: 'subject',
      why: `${why}; an address is in use, it says, but its port ${String(port)} is free: ${hint}`,
    };
  }
  return {
    fault: 'subject',
    why: kind === 'silent' ? `${why}; ${wordsOfPlace(listeners, { service, port }) ?? hint}` : why,
  };
}

function namesAnother(complaints: readonly string[], port: number): boolean {
  const named = complaints.flatMap((text) => [...text.matchAll(PORTS)].map(([, number]) => Number(number)));
  return named.length > 0 && !named.includes(port);
}

function hintOf(service: string, inside: number | undefined): string {
  return inside === undefined
    ? `does it listen on {{${service}.port}}?`
    : `does it listen on ${String(inside)}, on all addresses of its container?`;
}

function wordsOfPlace(
  listeners: readonly string[],
  { service, port }: Pick<Facts, 'service' | 'port'>,
): string | undefined {
  if (listeners.length === 0) return undefined;
  const where = `it listens on ${listeners.join(' and ')}`;
  const onPort = listeners.filter((address) => address.endsWith(`:${String(port)}`));
  if (onPort.length === 0) return `${where} and not on {{${service}.port}}, which is ${String(port)}`;
  return onPort.some((address) => LOCAL.test(address))
    ? `${where} by now, which was too late: let it start faster, or give “ready” a longer “within”`
    : `${where}, which localhost does not lead to here: let it listen on 127.0.0.1 or on all addresses`;
}

function wordsOfTaken(kind: Unready['kind'], why: string): string {
  return kind === 'another' ? `another build answers on this port: ${why}` : `its port is taken: ${why}`;
}
