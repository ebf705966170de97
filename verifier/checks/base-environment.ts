import { delimiter } from 'node:path';

/**
 * What commands and applications may see of the process's environment: where programs, homes and certificates are, the
 * language, the way to the network and to a container engine. Everything else stays out, above all what turns a failing
 * run green (NODE_OPTIONS, PYTEST_ADDOPTS, …) and what npm sets for its own scripts (npm_config_*, npm_lifecycle_*).
 */
const KEPT = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'DOCKER_HOST',
]);

/** Folders that `npm run` and `npx` put before PATH: with them, a command that the subject lacks would be found among ours. */
const NPM_FOLDER =
  /[/\\]node_modules[/\\](\.bin|npm[/\\]node_modules[/\\]@npmcli[/\\]run-script[/\\].*|.*node-gyp-bin)[/\\]?$/;

/** The scrubbed environment, made from the process's own. */
export function baseEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (KEPT.has(name) || name.startsWith('LC_'))) kept[name] = value;
  }
  const path = (kept['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '' && !NPM_FOLDER.test(folder));
  return { ...kept, PATH: path.join(delimiter) };
}
