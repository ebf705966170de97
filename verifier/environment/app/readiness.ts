import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { get as getHttp, type RequestOptions } from 'node:http';
import { get as getHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { parseJson, resolvePointer, wordsOfError } from '../../../contracts/language/index.ts';
import type { Value } from '../../../contracts/language/index.ts';

/** One answer of the application, or why there was none. */
export type Answer = { readonly status: number; readonly body: string } | { readonly failed: string };

/** How the words begin when the time was over before an answer came. */
export const NO_ANSWER = 'no answer';

const LONGEST_BODY = 1_000_000;

/** One GET on a connection of its own; redirects are not followed. */
export function ask(
  url: string,
  { withinMs, signal }: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<Answer> {
  return new Promise((resolve) => {
    // An application may listen on one of the name's addresses only: all are tried.
    const how: RequestOptions & { readonly autoSelectFamily: boolean } = {
      agent: false,
      signal,
      headers: { connection: 'close' },
      autoSelectFamily: true,
      ...(new URL(url).hostname === 'localhost' ? { lookup: lookUpOnce } : {}),
    };
    const request = (url.startsWith('https:') ? getHttps : getHttp)(url, how, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        if (body.length < LONGEST_BODY) body += part;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body });
      });
      response.on('error', (error) => {
        resolve({ failed: wordsOfError(error) });
      });
    });
    const timer = setTimeout(
      () => request.destroy(new Error(`${NO_ANSWER} within ${String(Math.round(withinMs) / 1000)} s`)),
      withinMs,
    );
    request.on('close', () => {
      clearTimeout(timer);
    });
    request.on('error', (error) => {
      resolve({ failed: wordsOfError(error) });
    });
  });
}

/** The value that an application tells at this place; undefined when it tells none. */
export function readIdentity(body: string, pointer: string): Value | undefined {
  const parsed = parseJson(body);
  return parsed.ok ? resolvePointer(parsed.value, pointer) : undefined;
}

let localhost: Promise<readonly LookupAddress[]> | undefined;

/** Asked once: an application that starts is asked again and again, and each look-up costs more than the asking. */
function addressesOfLocalhost(): Promise<readonly LookupAddress[]> {
  return (localhost ??= lookup('localhost', { all: true }).catch(() => []));
}

/** For connections to a name that `localHost` gave. */
const lookUpOnce: LookupFunction = (hostname, _, done) => {
  void addressesOfLocalhost().then((addresses) => {
    done(addresses.length > 0 ? null : new Error(`${hostname} is not known here`), [...addresses]);
  });
};

/**
 * The host name of addresses that browsers and clients get. `localhost` reaches an application on 127.0.0.1, on ::1 and on all
 * addresses alike, and browsers keep Secure cookies for it. Where the system does not know the name, 127.0.0.1.
 */
export async function localHost(): Promise<string> {
  const addresses = await addressesOfLocalhost();
  const loopback =
    addresses.length > 0 && addresses.every(({ address }) => address === '::1' || address.startsWith('127.'));
  return loopback ? 'localhost' : '127.0.0.1';
}
