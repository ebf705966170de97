/** The names of this machine: they resolve without any network. */
const thisMachine = ['localhost', '*.localhost', '127.0.0.1', '[::1]'];

/**
 * Launch arguments with which no other host is found: neither by pages nor by workers, neither for requests nor for sockets, neither by name nor
 * by number. They change what names mean, not where packets go.
 */
export function resolverArguments(ownHosts: readonly string[]): readonly string[] {
  const excluded = [...new Set([...thisMachine, ...ownHosts])].map((host) => `EXCLUDE ${host}`);
  return [`--host-resolver-rules=${['MAP * ~NOTFOUND', ...excluded].join(', ')}`];
}
