import { randomInt } from 'node:crypto';
import { availableParallelism, homedir, release, tmpdir, type } from 'node:os';
import { join } from 'node:path';
import { renderHtml } from '../reports/render/index.ts';
import { baseEnvironment, type VerifyWorld } from '../verifier/index.ts';
import { packageVersion } from './package-version.ts';
import { systemClock } from './system-clock.ts';
import type { Terminal } from './terminal.ts';

const greatestSeed = 2 ** 31;

/** What a verification may know of this machine and this user. The only place where the process's environment becomes settings. */
export function verifierWorld(terminal: Terminal): Omit<VerifyWorld, 'emit'> {
  const { env, signal } = terminal;
  const image = env['ASSAY_POSTGRES_IMAGE'];
  return {
    clock: systemClock,
    signal,
    baseEnv: baseEnvironment(env),
    secretOf: (name) => env[name],
    cache: cacheFolder(env),
    temporary: tmpdir(),
    ...(isSet(env['ASSAY_BROWSER']) ? { browser: env['ASSAY_BROWSER'] } : {}),
    images: isSet(image) ? { '*': image } : {},
    processors: availableParallelism(),
    randomInteger: () => randomInt(greatestSeed),
    versions: { assay: packageVersion(), node: process.version, system: `${type()} ${release()} ${process.arch}` },
    renderHtml: (report, read) => renderHtml(report, { read }),
  };
}

/** `ASSAY_CACHE`, else the user's cache folder. */
export function cacheFolder(env: Terminal['env']): string {
  if (isSet(env['ASSAY_CACHE'])) return env['ASSAY_CACHE'];
  return join(isSet(env['XDG_CACHE_HOME']) ? env['XDG_CACHE_HOME'] : join(homedir(), '.cache'), 'assay');
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
