import assert from 'node:assert/strict';
import { join } from 'node:path';
import { validateReport, type VerificationReport } from '../../../reports/index.ts';
import { assay, scratchOf, type Ended } from './assay.ts';
import { leftFolders, processesIn, runsOnRecord } from './leftovers.ts';
import { Repository } from './repository.ts';

/** A small repository in which one thing after another is made wrong, each taken back afterwards. */
export class Trial implements AsyncDisposable {
  readonly repository: Repository;
  /** Where everything goes that runs make outside of the repository. */
  readonly scratch: string;

  private constructor(repository: Repository) {
    this.repository = repository;
    this.scratch = scratchOf(repository.path);
  }

  static async open(): Promise<Trial> {
    return new Trial(await Repository.of('small-app'));
  }

  async takeBack(): Promise<void> {
    await this.repository.git('reset', '--quiet', '--hard', 'HEAD');
    await this.repository.git('clean', '--quiet', '-d', '--force');
  }

  /** Verifies what the working tree holds. */
  async judge(...args: readonly string[]): Promise<VerificationReport> {
    const flags = ['--json', '--worktree', '--services', 'embedded'];
    return await this.reportOf(await assay(['verify', ...flags, ...args], this.repository.path));
  }

  /** The report of a run that came to a verdict. */
  async reportOf(ended: Ended): Promise<VerificationReport> {
    assert.notEqual(ended.stdout, '', ended.stderr);
    const report = JSON.parse(ended.stdout) as VerificationReport;
    assert.deepEqual(validateReport(report), []);
    assert.equal(report.exitCode, ended.exitCode);
    await this.assertTidy({ ...ended, stdout: '' });
    return report;
  }

  /** One sentence says what is wrong, one what to do; nothing is on stdout. */
  async assertRefused(ended: Ended, words: RegExp): Promise<void> {
    assert.match(ended.stderr, words);
    assert.match(ended.stderr, /\n {2}→ \S/u);
    assert.deepEqual([ended.exitCode, ended.stdout], [64, '']);
    await this.assertTidy(ended);
  }

  /** However a run ends: no stack trace, no internal error, nothing left. */
  async assertTidy({ stderr, stdout }: Ended): Promise<void> {
    assert.doesNotMatch(`${stderr}${stdout}`, /\n\s+at .*:\d+:\d+|internal error/u);
    assert.deepEqual(await leftFolders(this.scratch), []);
    assert.deepEqual(await processesIn(this.scratch), []);
    assert.deepEqual(await runsOnRecord(join(this.scratch, 'cache')), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.repository[Symbol.asyncDispose]();
  }
}

/** Exit code, cause and words of the first reason of a verdict. */
export function reasonOf({ verdict, exitCode, reasons }: VerificationReport): readonly [string, string] {
  const [first] = reasons;
  return [[verdict, exitCode, first?.cause ?? 'the work'].join(' '), first?.message ?? ''];
}
