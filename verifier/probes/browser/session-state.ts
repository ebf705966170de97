import type { BrowserContext } from '@playwright/test';
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

/** Puts the session into a context that has opened nothing yet. Empty parts cost nothing. */
export async function startSession(
  context: BrowserContext,
  state: BrowserSessionState | undefined,
  appUrl: string,
): Promise<void> {
  const localStorage = Object.entries(state?.localStorage ?? {}).map(([name, value]) => ({ name, value }));
  const cookies = (state?.cookies ?? []).map((cookie) => contextCookie(cookie, appUrl));
  // First the storage: setting it empties the context.
  if (localStorage.length > 0) {
    await context.setStorageState({ cookies: [], origins: [{ origin: new URL(appUrl).origin, localStorage }] });
  }
  if (cookies.length > 0) await context.addCookies(cookies);
}
