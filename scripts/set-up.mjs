// Makes a fresh clone ready: packages, build, browser. Plain Node, since it runs before anything is installed. Says what it does and why; does nothing twice.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** What was asked for can't be done; the message says why and what to do. */
export class SetUpFailure extends Error {}

/** Packages, build and browser; everything that `assay verify` needs. */
export async function setUp() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new SetUpFailure(`Node ${process.versions.node} is too old: 20.19 or later is needed`);
  await ensurePackages(root, 'the harness');
  await ensureBuild();
  await ensureMachine();
}

/** `npm ci`, when the lock file is not what is installed. */
export async function ensurePackages(folder, whose) {
  const wanted = digestOf([join(folder, 'package-lock.json'), join(folder, 'package.json')]);
  const mark = join(folder, 'node_modules', '.installed');
  if (readText(mark) === wanted) return;
  if (isInstalled(folder)) {
    writeFileSync(mark, wanted);
    return;
  }
  tell(`npm ci: the packages of ${whose}, exactly as the lock file says`);
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env: { PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
  });
  writeFileSync(mark, wanted);
}

/** Whether npm itself says that it installed what the lock file says; what is optional depends on the machine. */
function isInstalled(folder) {
  const [wanted, there] = ['package-lock.json', 'node_modules/.package-lock.json'].map(
    (file) => JSON.parse(readText(join(folder, file)) ?? '{}').packages,
  );
  if (wanted === undefined || there === undefined) return false;
  return Object.entries(wanted).every(
    ([path, { version, integrity, optional }]) =>
      path === '' ||
      (there[path] === undefined
        ? optional === true
        : there[path].version === version && there[path].integrity === integrity),
  );
}

/** Builds the command when a source has changed since. */
async function ensureBuild() {
  const sources = ['cli', 'contracts/language', 'reports', 'verifier'].flatMap((folder) => filesIn(join(root, folder)));
  const wanted = digestOf([
    ...sources,
    join(root, 'tsconfig.json'),
    join(root, 'tsconfig.build.json'),
    join(root, 'package-lock.json'),
  ]);
  const mark = join(root, 'dist', '.built');
  if (readText(mark) === wanted && existsSync(join(root, 'dist', 'cli', 'main.js'))) return;
  tell('npm run build: TypeScript to JavaScript in dist/');
  await run('npm', ['run', '--silent', 'build'], { cwd: root });
  writeFileSync(mark, wanted);
}

/** Says what this machine has; installs a browser where there is none and that can be done without asking. */
async function ensureMachine() {
  await run(process.execPath, [join(root, 'dist', 'cli', 'main.js'), 'doctor', '--mend']);
}

/** Runs a command and shows what it writes; rejects with what failed. */
export function run(command, args, { cwd = root, env = {}, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: quiet ? 'ignore' : 'inherit' });
    child.on('error', (error) => reject(new SetUpFailure(`${command} could not be started: ${error.message}`)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new SetUpFailure(`“${[command, ...args].join(' ')}” in ${cwd} ended with ${signal ?? `exit code ${code}`}`),
        );
    });
  });
}

export function tell(message) {
  process.stderr.write(`set-up · ${message}\n`);
}

/** Runs a script's work; a failure that people can mend is one line, without a stack trace. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

function digestOf(files) {
  const hash = createHash('sha256').update(process.versions.node);
  for (const file of files) hash.update(file).update(readText(file) ?? '');
  return hash.digest('hex');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
