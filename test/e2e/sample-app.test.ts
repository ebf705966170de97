import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { VerificationReport } from '../../reports/index.ts';
import { assay } from './support/assay.ts';
import { Repository } from './support/repository.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** Verifies the favourites of a clone of this repository; its build is verified, its own checks are left to the demo. */
async function verifyFavorites(repository: Repository): Promise<VerificationReport> {
  const { stdout, stderr } = await assay(['verify', 'favorites', '--json', '--services', 'embedded'], repository.path);
  assert.notEqual(stdout, '', stderr);
  return JSON.parse(stdout) as VerificationReport;
}

function idsOf(report: VerificationReport, judgement: string): string[] {
  const criteria = report.contracts.filter(({ name }) => name === 'favorites').flatMap((contract) => contract.criteria);
  return criteria.filter((criterion) => criterion.judgement === judgement).map(({ id }) => id);
}

/** Ways to break the sample app, and the criteria that must say so. */
const breakages = [
  {
    title: 'the INSERT of a favourite is dropped, and 201 is answered all the same',
    file: 'sample-app/src/server/queries/favorites.ts',
    before: /insert into favorites[^`]*/u,
    after: 'select $1::bigint, id from articles where slug = $2',
    violated: ['AC-01', 'AC-02', 'AC-04', 'AC-05', 'AC-06', 'AC-07', 'AC-08', 'AC-11'],
  },
  {
    title: 'a favourite lives only in the browser',
    file: 'sample-app/web/src/api.ts',
    before: /request<\{ article: Article \}>\(favorited \? .*\),/u,
    after:
      'Promise.resolve({ ok: true, value: { article: { favorited, favoritesCount: favorited ? 2 : 0 } } } as never),',
    violated: ['AC-01', 'AC-02', 'AC-03', 'AC-06', 'AC-07'],
  },
  {
    title: 'the server answers 500 to whoever favourites',
    file: 'sample-app/src/server/routes/favorites.ts',
    before: /const isNew = await/u,
    after: "if (slug !== '') throw new Error('the disk is full');\n      const isNew = await",
    // Where a scene begins with a favourite, the scene can't be set: unverified, not violated.
    violated: ['AC-01', 'AC-02', 'AC-06', 'AC-11'],
  },
  {
    title: 'the list of favourites leaks other readers’ rows',
    file: 'sample-app/src/server/queries/favorites.ts',
    before: /where mine\.user_id = \$1/u,
    after: 'where $1::bigint is not null',
    violated: ['AC-01', 'AC-05', 'AC-11'],
  },
];

describe('the sample app, broken in ways that a screenshot would not show', function () {
  // Each builds the application anew, and what is violated is waited for.
  this.timeout(300_000);
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

  it('passes as it is', async () => {
    const report = await verifyFavorites(repository);
    assert.deepEqual(idsOf(report, 'violated'), []);
    assert.deepEqual([report.verdict, report.scope.kind], ['PASS', 'partial'], JSON.stringify(report.reasons));
  });

  for (const { title, file, before, after, violated } of breakages) {
    it(`fails when ${title}, by just the criteria that see it`, async () => {
      await repository.git('reset', '--quiet', '--hard', sound);
      await repository.edit(file, before, after);
      await repository.commit(title);
      const report = await verifyFavorites(repository);
      assert.equal(report.verdict, 'FAIL');
      assert.deepEqual(idsOf(report, 'violated'), violated);
    });
  }
});
