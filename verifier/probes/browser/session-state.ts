import type { BrowserContext, BrowserContextOptions } from '@playwright/test';
import { isLoopback } from './own-hosts.ts';

/** A cookie that a signed-in actor's browser starts with. Without a domain, or with a loopback one, it is the application's own. */
export interface SessionCookie {
  readonly name: string;
  readonly value: string;
  readonly domain?: string;
  readonly path?: string;
  /** Unix time in seconds; without it, the cookie ends with the browser. */
  readonly expires?: number;
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
}

/** What an actor's browser holds before it opens anything. */
export interface BrowserSessionState {
  readonly cookies: readonly SessionCookie[];
  readonly localStorage: Readonly<Record<string, string>>;
}

type ContextCookie = Parameters<BrowserContext['addCookies']>[0][number];

/**
 * A cookie as Playwright takes it, by domain and path: given by address, its Secure mark would depend on the address's scheme.
 * (Browsers send Secure cookies to plain loopback.)
 */
export function contextCookie(cookie: SessionCookie, appUrl: string): ContextCookie {
  const { hostname } = new URL(appUrl);
  const { domain = hostname, path = '/', ...others } = cookie;
  return { ...others, path, domain: isLoopback(domain) && isLoopback(hostname) ? hostname : domain };
}

/** The storage that a context starts with. Playwright writes it before any page is opened; empty storage costs nothing. */
export function storageOf(
  state: BrowserSessionState | undefined,
  appUrl: string,
): Pick<BrowserContextOptions, 'storageState'> {
  const entries = Object.entries(state?.localStorage ?? {});
  if (entries.length === 0) return {};
  const localStorage = entries.map(([name, value]) => ({ name, value }));
  return { storageState: { cookies: [], origins: [{ origin: new URL(appUrl).origin, localStorage }] } };
}
