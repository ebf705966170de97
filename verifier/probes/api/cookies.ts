import { isIP } from 'node:net';
import type { Clock } from '../../clock.ts';

/** A cookie as a browser would be given it. */
export interface AgentCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** Seconds since 1970; missing for a session cookie. */
  readonly expires?: number;
}

interface StoredCookie extends AgentCookie {
  /** Whether subdomains of `domain` get it too. */
  readonly wide: boolean;
}

/**
 * The cookies of one agent for one origin, after RFC 6265. Supertest's own jar knows no Max-Age and drops Secure cookies
 * on http, which browsers keep on loopback.
 */
export class CookieJar {
  readonly #host: string;
  readonly #trustworthy: boolean;
  readonly #clock: Clock;
  /** In the order of their making. */
  readonly #cookies = new Map<string, StoredCookie>();

  constructor(origin: URL, clock: Clock) {
    this.#host = origin.hostname.toLowerCase();
    this.#trustworthy = origin.protocol === 'https:' || isLoopback(this.#host);
    this.#clock = clock;
  }

  /** Keeps what one Set-Cookie header says; one that is malformed or meant for another host is ignored. */
  store(header: string, requestPath: string): void {
    const cookie = this.#read(header, requestPath);
    if (cookie === undefined || (cookie.secure && !this.#trustworthy)) return;
    const key = JSON.stringify([cookie.name, cookie.domain, cookie.path]);
    if (this.#isExpired(cookie)) this.#cookies.delete(key);
    else this.#cookies.set(key, cookie);
  }

  /** The Cookie header for a request to this path, or `undefined` when there is none to send. */
  headerFor(requestPath: string): string | undefined {
    const fitting = this.all().filter(({ path }) => matchesPath(requestPath, path));
    if (fitting.length === 0) return undefined;
    return fitting
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  /** All that have not expired. */
  all(): readonly AgentCookie[] {
    return [...this.#cookies.values()]
      .filter((cookie) => !this.#isExpired(cookie))
      .map(({ wide, ...cookie }) => (wide ? { ...cookie, domain: `.${cookie.domain}` } : cookie));
  }

  #isExpired({ expires }: AgentCookie): boolean {
    return expires !== undefined && expires * 1_000 <= this.#clock.now().getTime();
  }

  #read(header: string, requestPath: string): StoredCookie | undefined {
    const [pair = '', ...attributes] = header.split(';');
    const [name, value] = splitPair(pair);
    if (value === undefined || name === '' || CONTROL_CHARACTER.test(header)) return undefined;
    const said = new Map(attributes.map(splitPair).map(([key, text]) => [key.toLowerCase(), text ?? '']));
    const scope = this.#scopeOf(said.get('domain'));
    if (scope === undefined) return undefined;
    const path = said.get('path') ?? '';
    return {
      name,
      value,
      ...scope,
      path: path.startsWith('/') ? path : defaultPath(requestPath),
      httpOnly: said.has('httponly'),
      secure: said.has('secure'),
      ...sameSiteOf(said.get('samesite')),
      ...this.#expiryOf(said),
    };
  }

  /** Which hosts get the cookie; `undefined` when this host may not say so. */
  #scopeOf(attribute: string | undefined): Pick<StoredCookie, 'domain' | 'wide'> | undefined {
    const domain = attribute?.replace(/^\./u, '').toLowerCase() ?? '';
    if (domain === '') return { domain: this.#host, wide: false };
    if (!belongsTo(this.#host, domain)) return undefined;
    return { domain, wide: isIP(domain) === 0 && domain.includes('.') };
  }

  #expiryOf(said: ReadonlyMap<string, string>): { expires?: number } {
    const maxAge = said.get('max-age');
    if (maxAge !== undefined && /^-?\d+$/u.test(maxAge)) {
      return { expires: Number(maxAge) <= 0 ? 0 : Math.floor(this.#clock.now().getTime() / 1_000) + Number(maxAge) };
    }
    const date = Date.parse(said.get('expires') ?? '');
    return Number.isNaN(date) ? {} : { expires: Math.floor(date / 1_000) };
  }
}

const CONTROL_CHARACTER = /[\0-\x08\x0a-\x1f\x7f]/u;

/** Whether a host is this machine, so that browsers treat plain http as safe. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/u.test(host);
}

function splitPair(text: string): [name: string, value: string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), undefined] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function belongsTo(host: string, domain: string): boolean {
  return host === domain || (host.endsWith(`.${domain}`) && domain.includes('.') && isIP(host) === 0);
}

function defaultPath(requestPath: string): string {
  const end = requestPath.lastIndexOf('/');
  return end <= 0 ? '/' : requestPath.slice(0, end);
}

function matchesPath(requestPath: string, path: string): boolean {
  if (!requestPath.startsWith(path)) return false;
  return requestPath.length === path.length || path.endsWith('/') || requestPath[path.length] === '/';
}

function sameSiteOf(text: string | undefined): { sameSite?: 'Strict' | 'Lax' | 'None' } {
  const known = (['Strict', 'Lax', 'None'] as const).find((name) => name.toLowerCase() === text?.toLowerCase());
  return known === undefined ? {} : { sameSite: known };
}
