import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { VerificationReport } from '../../reports/index.ts';
import { assay } from './support/assay.ts';
import { breakages } from './support/breakages.ts';
import { Repository } from './support/repository.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Verifies contracts of a clone of this repository; its build is verified, its own checks are left to the demo. */
async function verify(
  repository: Repository,
  contracts: readonly string[],
  options: readonly string[] = [],
): Promise<VerificationReport> {
  const args = ['verify', ...contracts, '--json', '--services', 'embedded', ...options];
  const { stdout, stderr } = await assay(args, repository.path);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout) as VerificationReport;
}

/** The criteria that were judged so, or all, in the order of their ids; those of contracts that were not asked for are never judged. */
function idsOf(report: VerificationReport, judgement?: string): string[] {
  const criteria = report.contracts.flatMap((contract) => contract.criteria);
  return criteria
    .filter((criterion) => judgement === undefined || criterion.judgement === judgement)
    .map(({ id }) => id)
    .sort();
}

describe('the sample app, broken in ways that a screenshot would not show', function () {
  // Each builds the application anew, and what is violated is waited for.
  this.timeout(600_000);
  let repository: Repository;
  let sound: string;

  before(async () => {
    repository = await Repository.cloneOf(project);
    // The checks below acceptance see some of these too; here it is about the criteria.
    await repository.edit('contracts/sample-app/system.yaml', /checks:\n(?: {2}- .*\n)+/u, '');
    sound = await repository.commit('Leave the checks out');
  });

  after(async () => {
    await repository[Symbol.asyncDispose]();
  });

  for (const { title, contracts, faults } of breakages) {
    it(`fails when ${title}, by just the criteria that see it`, async () => {
      await repository.git('reset', '--quiet', '--hard', sound);
      for (const { file, before, after } of faults) await repository.edit(`sample-app/${file}`, before, after);
      await repository.commit(title);
      // Looks for what is not there wait to their end: more lanes wait together.
      const report = await verify(repository, contracts, ['--workers', '4']);
      assert.equal(report.verdict, 'FAIL');
      const expected = faults.flatMap(({ violated }) => violated).sort();
      assert.deepEqual(idsOf(report, 'violated'), expected, JSON.stringify(report.reasons));
    });
  }

  it('passes when the last breakage is taken back, with criteria all of which were violated by one of them', async () => {
    await repository.git('revert', '--no-edit', 'HEAD');
    const report = await verify(repository, []);
    assert.deepEqual([report.verdict, report.scope.kind], ['PASS', 'whole'], JSON.stringify(report.reasons));
    const seenToFail = breakages.flatMap(({ faults }) => faults.flatMap(({ violated }) => violated));
    assert.deepEqual(idsOf(report), [...new Set(seenToFail)].sort());
  });
});
