import { access, cp, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { env } from 'node:process';
import { execa } from 'execa';
import { findBrowser } from '../verifier/doctor/browser-finder.ts';
import { bundledExecutablePaths } from '../verifier/probes/browser/index.ts';

/** Where this repository lies. */
export const repository = join(import.meta.dirname, '..');

/** Builds the verifier as it is shipped. The benchmark never measures a loader. */
export async function buildVerifier(): Promise<void> {
  await execa('npx', ['tsc', '-p', 'tsconfig.build.json'], { cwd: repository });
}

/** Refuses to compare two different applications: the verifier checks out HEAD, the other side takes the files as they lie here. */
export async function demandCommitted(): Promise<void> {
  const { stdout } = await execa('git', ['status', '--porcelain', '--', 'sample-app', 'contracts'], {
    cwd: repository,
  });
  if (stdout !== '')
    throw new Error(`not committed:\n${stdout}\n→ commit, or measure the working tree with --worktree`);
}

/** A built copy of the sample app: what the side that is written by hand runs against. */
export async function buildSampleApp(folder: string): Promise<string> {
  const source = join(repository, 'sample-app');
  const app = join(folder, 'sample-app');
  const left = new Set(['node_modules', 'dist']);
  await cp(source, app, { recursive: true, filter: (file) => !left.has(basename(file)) });
  if (await isThere(join(source, 'node_modules')))
    await symlink(join(source, 'node_modules'), join(app, 'node_modules'));
  else await execa('npm', ['ci', '--no-audit', '--no-fund'], { cwd: app });
  await execa('npm', ['run', 'build'], { cwd: app });
  return app;
}

/** The browser that both sides use: the one that the verifier would take. */
export async function browserForBoth(): Promise<string> {
  const found = await findBrowser({ env, explicit: env['ASSAY_BROWSER'], playwright: await bundledExecutablePaths() });
  if (!found.found) throw new Error('no browser was found; “assay doctor” says how to get one');
  return found.executablePath;
}

async function isThere(path: string): Promise<boolean> {
  return await access(path).then(
    () => true,
    () => false,
  );
}
