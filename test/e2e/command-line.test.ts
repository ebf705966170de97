import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assay, type Ended } from './support/assay.ts';
import { Repository } from './support/repository.ts';

/** A user's mistake: one sentence on what is wrong, one on what to do, no stack trace, nothing on stdout. */
function assertKind(result: Ended, exitCode: number, words: RegExp): void {
  assert.match(result.stderr, words);
  assert.doesNotMatch(result.stderr, /\n\s+at .*:\d+:\d+/u);
  assert.equal(result.exitCode, exitCode);
}

describe('the command line', () => {
  it('says its version and its commands', async () => {
    const version = await assay(['--version'], tmpdir());
    assert.match(version.stdout, /^\d+\.\d+\.\d+$/u);
    const help = await assay(['--help'], tmpdir());
    for (const command of ['verify', 'contract', 'doctor'])
      assert.match(help.stdout, new RegExp(`^  ${command}`, 'mu'));
    assert.equal(help.exitCode, 0);
  });

  it('refuses an unknown command, with the nearest one', async () => {
    assertKind(await assay(['verfiy'], tmpdir()), 64, /unknown command 'verfiy'[\s\S]*verify/u);
  });

  it('refuses an unknown option, and a value that is no number', async () => {
    assertKind(await assay(['verify', '--wrokers', '2'], tmpdir()), 64, /unknown option '--wrokers'[\s\S]*--workers/u);
    assertKind(await assay(['verify', '--workers', 'two'], tmpdir()), 64, /--workers[\s\S]*whole number/u);
    assertKind(await assay(['verify', '--workers', '0'], tmpdir()), 64, /--workers[\s\S]*from 1/u);
  });

  it('refuses --worktree together with --ref', async () => {
    assertKind(
      await assay(['verify', '--worktree', '--ref', 'HEAD'], tmpdir()),
      64,
      /--ref.*--worktree|--worktree.*--ref/u,
    );
  });

  it('refuses a folder that is no repository', async () => {
    await using folder = await Repository.empty();
    await mkdir(folder.path);
    assertKind(await assay(['verify'], folder.path), 64, /repository/u);
  });

  it('refuses a repository without a commit, a revision that does not exist, and a commit without contracts', async () => {
    await using repository = await Repository.empty();
    await mkdir(repository.path);
    await repository.git('init', '--quiet');
    assertKind(await assay(['verify'], repository.path), 64, /commit/u);
    await writeFile(join(repository.path, 'README'), 'nothing yet\n');
    await repository.commit('Begin');
    assertKind(await assay(['verify', '--ref', 'no-such-branch'], repository.path), 64, /no-such-branch/u);
    assertKind(await assay(['verify'], repository.path), 64, /contracts/u);
  });

  it('refuses a contract that does not exist, and names those that do', async () => {
    await using repository = await Repository.of('notes-app');
    assertKind(await assay(['verify', 'nots'], repository.path), 64, /nots[\s\S]*notes, refusals/u);
  });

  it('shows every defect of a contract with its line and a caret, and verifies nothing', async () => {
    await using repository = await Repository.of('notes-app');
    await repository.edit('contracts/notes.contract.yaml', 'claim: persisted', 'claim: persistent');
    await repository.edit(
      'contracts/refusals.contract.yaml',
      'text: A note needs a text.',
      'txt: A note needs a text.',
    );
    await repository.commit('Break both contracts');
    for (const args of [['verify'], ['contract', 'check']]) {
      const { exitCode, stderr, stdout } = await assay(args, repository.path);
      const text = `${stderr}${stdout}`;
      assert.match(text, /contracts\/notes\.contract\.yaml:14:12/u);
      assert.match(text, /contracts\/refusals\.contract\.yaml:12:/u);
      assert.match(text, /\^/u);
      assert.match(text, /persisted/u);
      assert.equal(exitCode, 65);
      if (args[0] === 'contract') assert.match(stdout, /\n\n2 errors, 0 warnings$/u);
    }
  });

  it('gives diagnostics and plans as JSON', async () => {
    await using repository = await Repository.of('notes-app');
    const check = await assay(['contract', 'check', '--json'], repository.path);
    assert.deepEqual(JSON.parse(check.stdout), { diagnostics: [] });
    const plan = JSON.parse((await assay(['contract', 'compile', 'notes'], repository.path)).stdout) as {
      contracts: { criteria: { id: string }[] }[];
    };
    assert.deepEqual(
      plan.contracts[0]?.criteria.map(({ id }) => id),
      ['N-01', 'N-02'],
    );
    assertKind(await assay(['contract', 'compile', 'nots'], repository.path), 64, /notes/u);
  });
});
