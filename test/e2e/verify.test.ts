import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { validateReport, type VerificationReport } from '../../reports/index.ts';
import { assay, scratchOf, startAssay } from './support/assay.ts';
import { leftFolders, processesIn, runsOnRecord } from './support/leftovers.ts';
import { Repository } from './support/repository.ts';

/** Runs `verify --json` and reads the report, which must fit its schema. */
async function verify(
  repository: Repository,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<VerificationReport> {
  const { stdout, stderr, exitCode } = await assay(
    ['verify', '--json', '--services', 'embedded', ...args],
    repository.path,
    env,
  );
  assert.notEqual(stdout, '', stderr);
  const report = JSON.parse(stdout) as VerificationReport;
  assert.deepEqual(validateReport(report), []);
  assert.equal(report.exitCode, exitCode);
  return report;
}

function judgements(report: VerificationReport): Record<string, string> {
  return Object.fromEntries(
    report.contracts.flatMap(({ criteria }) => criteria.map(({ id, judgement }) => [id, judgement])),
  );
}

const allSatisfied = { 'N-01': 'satisfied', 'N-02': 'satisfied', 'R-01': 'satisfied' };

describe('assay verify', () => {
  it('passes an application that does what its contracts demand, for exactly its commit', async () => {
    await using repository = await Repository.of('notes-app');
    const report = await verify(repository);
    assert.equal(report.verdict, 'PASS');
    assert.equal(report.exitCode, 0);
    assert.deepEqual(judgements(report), allSatisfied);
    assert.equal(report.subject.commit, await repository.git('rev-parse', 'HEAD'));
    assert.equal(report.subject.tree, await repository.git('rev-parse', 'HEAD^{tree}'));
    assert.equal(await repository.git('status', '--porcelain'), '', 'the repository looks as before');
    assert.deepEqual(await runsOnRecord(join(scratchOf(repository.path), 'cache')), []);
  });

  it('fails a commit that does not save, names the criterion, the line and what page and table showed, and passes again when it is mended', async () => {
    await using repository = await Repository.of('notes-app');
    const query =
      "const { rows } = await pool.query('insert into notes (text) values ($1) returning id, text', [text]);";
    await repository.edit('server.mjs', query, 'const rows = [{ id: 1, text }];');
    await repository.commit('Forget to save');
    const { stdout, exitCode } = await assay(['verify', '--services', 'embedded'], repository.path);
    assert.equal(exitCode, 1);
    assert.match(stdout, /FAIL/u);
    assert.match(stdout, /N-01/u);
    assert.match(stdout, /contracts\/notes\.contract\.yaml:1[89]/u);
    for (const surface of ['page', 'table']) assert.match(stdout, new RegExp(`^ +${surface} `, 'mu'));
    assert.doesNotMatch(stdout, /…$/mu, 'nothing is cut where there is no terminal');
    const report = await verify(repository);
    assert.deepEqual(judgements(report), { 'N-01': 'violated', 'N-02': 'violated', 'R-01': 'satisfied' });
    await repository.git('revert', '--no-edit', 'HEAD');
    assert.equal((await verify(repository)).verdict, 'PASS');
  });

  it('writes a report that opens from disk, and evidence whose names are its hashes', async () => {
    await using repository = await Repository.of('notes-app');
    const report = await verify(repository);
    const folder = join(repository.path, '.assay', 'runs', report.run.id);
    assert.match(await readFile(join(folder, 'report.html'), 'utf8'), /PASS/u);
    const refs = report.contracts.flatMap(({ criteria }) =>
      criteria.flatMap(({ evidence, steps }) => [...evidence, ...steps.flatMap(({ judgement }) => judgement.evidence)]),
    );
    assert.ok(refs.some(({ kind }) => kind === 'screenshot'));
    const { createHash } = await import('node:crypto');
    for (const { path, sha256, bytes } of refs) {
      const content = await readFile(join(folder, path));
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
      assert.equal(content.length, bytes);
    }
  });

  it('does not see what is not committed, unless asked to', async () => {
    await using repository = await Repository.of('notes-app');
    await repository.edit(
      'server.mjs',
      'insert into notes (text) values ($1) returning',
      "select 1 as id, $1 as text from notes where $1 <> '' limit 1 --",
    );
    const committed = await verify(repository);
    assert.equal(committed.verdict, 'PASS');
    assert.equal(committed.subject.dirty, false);
    assert.equal(committed.subject.uncommitted, true);
    const worktree = await verify(repository, ['--worktree']);
    assert.equal(worktree.verdict, 'FAIL');
    assert.equal(worktree.subject.dirty, true);
    assert.deepEqual(worktree.subject.changed, ['server.mjs']);
  });

  it('a selection that passes is no PASS for a gate', async () => {
    await using repository = await Repository.of('notes-app');
    const partial = await verify(repository, ['refusals']);
    assert.deepEqual(
      [partial.verdict, partial.scope.kind, partial.scope.leftOut, partial.exitCode],
      ['PASS', 'partial', 2, 5],
    );
    const place = ['--contracts', 'contracts/refusals.contract.yaml', '--allow-partial'];
    const { scope, exitCode } = await verify(repository, place);
    assert.deepEqual([scope, exitCode], [{ kind: 'partial', selection: ['refusals'], leftOut: 2 }, 0]);
  });

  it('an application that does not start is FAIL; a check that fails is FAIL, and the criteria are judged all the same', async () => {
    await using repository = await Repository.of('notes-app');
    await repository.edit(
      'server.mjs',
      'const pool =',
      "throw new Error('the configuration is missing');\nconst pool =",
    );
    await repository.commit('Throw at start');
    const dead = await verify(repository);
    assert.equal(dead.verdict, 'FAIL');
    assert.match(JSON.stringify(dead.reasons), /the configuration is missing|start/u);
    assert.deepEqual(new Set(Object.values(judgements(dead))), new Set(['unverified']));
    await repository.git('revert', '--no-edit', 'HEAD');
    await repository.edit('contracts/system.yaml', 'node --check server.mjs', 'node --check nothing.mjs');
    await repository.commit('Check a file that is not there');
    const unchecked = await verify(repository);
    assert.equal(unchecked.verdict, 'FAIL');
    assert.deepEqual(judgements(unchecked), allSatisfied);
  });

  it('without a browser nothing is judged, and nothing is green', async () => {
    await using repository = await Repository.of('notes-app');
    const report = await verify(repository, [], { ASSAY_BROWSER: '/nowhere/chromium' });
    assert.deepEqual([report.verdict, report.exitCode], ['BLOCKED', 3]);
    assert.equal(report.counts.unverified, 3);
    assert.match(JSON.stringify(report.reasons), /\/nowhere\/chromium/u);
  });

  it('keeps what was judged before its database dies, leaves the rest unverified, and nothing running', async () => {
    await using repository = await Repository.of('notes-app', 'lanes-app');
    const report = await verify(repository, ['outage', '--workers', '1']);
    const criteria = report.contracts.find(({ name }) => name === 'outage')?.criteria ?? [];
    assert.deepEqual(
      criteria.map(({ id, judgement, cause }) => [id, judgement, cause]),
      [
        ['D-01', 'satisfied', undefined],
        ...['D-02', 'D-03', 'D-04', 'D-05'].map((id) => [id, 'unverified', 'environment']),
      ],
    );
    assert.deepEqual(
      criteria[1]?.steps.map(({ id, judgement: { kind } }) => [id, kind]),
      [
        ['when.1', 'satisfied'],
        ['when.2', 'satisfied'],
        ['then.1', 'unverified'],
      ],
    );
    assert.deepEqual([report.verdict, report.exitCode], ['BLOCKED', 3]);
    const { json } = criteria[1].steps[1]?.observed as { json: { folder: string } };
    await assert.rejects(stat(json.folder), { code: 'ENOENT' });
    assert.deepEqual(await processesIn(json.folder), []);
    assert.deepEqual(await processesIn(scratchOf(repository.path)), []);
    assert.deepEqual(await runsOnRecord(join(scratchOf(repository.path), 'cache')), []);
  });

  it('replays the values of a run by its seed', async () => {
    await using repository = await Repository.of('notes-app');
    const values = (report: VerificationReport): unknown =>
      report.contracts.map(({ criteria }) => criteria.map((criterion) => criterion.values['note']));
    const first = await verify(repository, ['--seed', '7']);
    assert.deepEqual(values(await verify(repository, ['--seed', '7'])), values(first));
    assert.notDeepEqual(values(await verify(repository, ['--seed', '8'])), values(first));
  });

  it('takes install and checks of an unchanged commit from the run before', async () => {
    await using repository = await Repository.of('notes-app');
    const cached = (report: VerificationReport): unknown => report.checks.map(({ name, cached }) => [name, cached]);
    assert.deepEqual(cached(await verify(repository)), [
      ['install', false],
      ['syntax', false],
    ]);
    assert.deepEqual(cached(await verify(repository)), [
      ['install', true],
      ['syntax', true],
    ]);
  });

  it('two runs beside each other do not meet', async () => {
    await using repository = await Repository.of('notes-app');
    const reports = await Promise.all([verify(repository), verify(repository)]);
    assert.deepEqual(
      reports.map(({ verdict }) => verdict),
      ['PASS', 'PASS'],
    );
    assert.notEqual(reports[0].run.id, reports[1].run.id);
  });

  it('Ctrl-C gives no verdict, exits 130, and leaves nothing running', async () => {
    await using repository = await Repository.of('notes-app');
    const run = startAssay(['verify', '--services', 'embedded'], repository.path);
    await new Promise<void>((resolve) => {
      run.stderr.on('data', (chunk: Buffer) => {
        if (/N-01|R-01|build and checks/u.test(chunk.toString())) resolve();
      });
    });
    run.kill('SIGINT');
    const { exitCode, stderr } = await run;
    assert.equal(exitCode, 130);
    assert.match(stderr, /no verdict/u);
    const afterwards = stderr.slice(stderr.indexOf('Stopping'));
    assert.doesNotMatch(afterwards, /✗|running npm/u, 'nothing is told as a failure that was only stopped');
    assert.deepEqual(await readdir(join(repository.path, '.assay', 'runs')), []);
    assert.deepEqual(await leftFolders(scratchOf(repository.path)), []);
    assert.deepEqual(await runsOnRecord(join(scratchOf(repository.path), 'cache')), []);
    assert.deepEqual(await processesIn(scratchOf(repository.path)), []);
  });

  it('a run that was killed is cleaned up by the next one', async () => {
    await using repository = await Repository.of('notes-app');
    const run = startAssay(['verify', '--services', 'embedded'], repository.path);
    await new Promise<void>((resolve) => {
      run.stderr.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('build and checks')) resolve();
      });
    });
    run.kill('SIGKILL');
    await run;
    assert.notDeepEqual(await runsOnRecord(join(scratchOf(repository.path), 'cache')), []);
    const { verdict, run: next } = await verify(repository);
    assert.equal(verdict, 'PASS');
    assert.deepEqual(await runsOnRecord(join(scratchOf(repository.path), 'cache')), []);
    assert.deepEqual(await leftFolders(scratchOf(repository.path)), []);
    assert.deepEqual((await readdir(join(repository.path, '.assay', 'runs'))).sort(), [next.id, 'latest']);
  });
});
