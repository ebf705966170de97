import type { EnvironmentFailure, LogLine } from '../environment.ts';
import { isListenedOn } from '../ports.ts';

/** Why an application that was started does not serve. */
export interface Unready {
  /** `stopped`: our run was; `ended`: its process did; `silent`: nobody answered in time; `unfit`: the answers were not good; `another`: it is not the build that was started. */
  readonly kind: 'stopped' | 'ended' | 'silent' | 'unfit' | 'another';
  readonly why: string;
}

const IN_USE = /EADDRINUSE|address (?:is )?already in use|address in use/iu;
// At least four digits: times of day have colons, too.
const PORTS = /(?::|port\W{0,3})(\d{4,5})\b/giu;

/**
 * Whose fault it is; asked when all processes of the application have ended, so that whoever still listens on its port is somebody else: then it
 * is nobody's fault but ours, unless the application itself names another port, which it was not given.
 */
export async function blame(
  { kind, why }: Unready,
  { service, port, log }: { readonly service: string; readonly port: number; readonly log: readonly LogLine[] },
): Promise<Pick<EnvironmentFailure, 'fault' | 'why'>> {
  if (kind === 'stopped') return { fault: 'environment', why };
  const complaints = log.filter(({ text }) => IN_USE.test(text)).map(({ text }) => text);
  const named = complaints.flatMap((text) => [...text.matchAll(PORTS)].map(([, number]) => Number(number)));
  const namesAnother = named.length > 0 && !named.includes(port);
  if (!namesAnother && (await isListenedOn(port))) return { fault: 'environment', why: wordsOfTaken(kind, why) };
  const hint = `does it listen on {{${service}.port}}?`;
  if (complaints.length > 0) {
    return {
      fault: 'subject',
      why: `${why}; an address is in use, it says, but its port ${String(port)} is free: ${hint}`,
    };
  }
  return { fault: 'subject', why: kind === 'silent' ? `${why}; ${hint}` : why };
}

function wordsOfTaken(kind: Unready['kind'], why: string): string {
  return kind === 'another' ? `another build answers on this port: ${why}` : `its port is taken: ${why}`;
}
