const loopback = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** The names of this machine itself are one host. */
export function isLoopback(host: string): boolean {
  return loopback.has(host.replace(/^\./u, ''));
}

/** Says of an address whether it is one of the system's own: same scheme family, port and host as the application's; loopback names are one host. */
export function ownHosts(appUrl: string): (url: string) => boolean {
  const own = hostOf(appUrl);
  return (url) => /^https?:/u.test(url) && URL.canParse(url) && hostOf(url) === own;
}

function hostOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  const standard = protocol === 'https:' ? '443' : '80';
  return `${isLoopback(hostname) ? 'localhost' : hostname}:${port === '' ? standard : port}`;
}

/** Path with query, as `browser.requests` tells it; an address that does not parse stays as it is. */
export function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return pathname + search;
}
