import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkOutSubject } from '../../../verifier/subject/subject.ts';
import { baseEnv, TestRepository } from './repository-fixture.ts';
import { filesIn, HEAD, subjectsOf, WORKTREE, type CheckOut, type Fail } from './subject-fixture.ts';

describe('checkOutSubject: identity', () => {
  let repository: TestRepository;
  let checkOut: CheckOut;
  let fail: Fail;
  beforeEach(() => {
    repository = new TestRepository();
    ({ checkOut, fail } = subjectsOf(repository));
  });
  afterEach(() => {
    repository.remove();
  });

  it('names commit, tree and subject line', async () => {
    const commit = repository.write('a.txt', 'one\n').commit('Say “one”');
    const subject = await checkOut();
    assert.deepEqual(subject.report, {
      repository: repository.path,
      commit,
      tree: repository.git('rev-parse', 'HEAD^{tree}'),
      ref: 'HEAD',
      dirty: false,
      uncommitted: false,
      subjectLine: 'Say “one”',
      changed: [],
    });
    assert.deepEqual(filesIn(subject.checkout), ['a.txt']);
  });

  it('removes the checkout when it is disposed of', async () => {
    repository.write('a.txt', 'one\n').commit();
    const subject = await checkOut();
    await subject[Symbol.asyncDispose]();
    assert.equal(existsSync(subject.checkout), false);
  });

  describe('a revision', () => {
    it('may be a branch, an annotated tag, an abbreviation or an expression, and is not HEAD', async () => {
      const first = repository.write('a.txt', 'one\n').commit('First');
      repository.git('tag', '-a', 'v1', '-m', 'One');
      repository.git('branch', 'old');
      repository.write('a.txt', 'two\n').commit('Second');
      for (const ref of ['v1', 'old', first.slice(0, 10), 'HEAD~1', first]) {
        const subject = await checkOut({ kind: 'ref', ref });
        assert.deepEqual([subject.report.commit, subject.report.ref], [first, ref]);
        assert.equal(readFileSync(join(subject.checkout, 'a.txt'), 'utf8'), 'one\n');
      }
    });

    it('that does not exist, is no commit or looks like an option is unknown', async () => {
      repository.write('a.txt', 'one\n').commit();
      for (const ref of ['nosuch', 'HEAD:a.txt', '0123456789012345678901234567890123456789', '--all', '']) {
        const failure = await fail({ kind: 'ref', ref });
        assert.equal(failure.kind, 'unknown-revision', ref);
        assert.match(failure.message, new RegExp(`“${ref}” names no commit`));
      }
    });
  });

  describe('fails clearly', () => {
    it('outside of a repository', async () => {
      mkdirSync(repository.beside('elsewhere'));
      for (const path of [repository.beside('elsewhere'), repository.beside('missing')]) {
        const failure = await fail(HEAD, path);
        assert.equal(failure.kind, 'not-a-repository');
        assert.ok(failure.message.startsWith(`${path} is not in a Git repository`));
      }
    });

    it('when there is no commit yet', async () => {
      assert.equal((await fail(HEAD)).kind, 'no-commit');
      assert.equal((await fail(WORKTREE)).kind, 'no-commit');
    });

    it('when there is no git', async () => {
      const failure = await fail(HEAD, repository.path, { PATH: '/nonexistent' });
      assert.equal(failure.kind, 'git-missing');
    });

    it('when a blob is not there, as in a partial clone, and fetches nothing', async () => {
      repository.write('a.txt', 'one\n').commit();
      repository.git('config', 'uploadpack.allowFilter', 'true');
      execFileSync(
        'git',
        [
          'clone',
          '--quiet',
          '--no-checkout',
          '--filter=blob:none',
          `file://${repository.path}`,
          repository.beside('partial'),
        ],
        { env: baseEnv },
      );
      const failure = await fail(HEAD, repository.beside('partial'));
      assert.equal(failure.kind, 'missing-objects');
      assert.match(failure.remedy, /archive --output=\/dev\/null HEAD/);
    });

    it('when it is stopped, and leaves nothing', async () => {
      repository.write('a.txt', 'one\n').commit();
      const scratch = repository.scratch();
      const result = await checkOutSubject({
        repository: repository.path,
        request: HEAD,
        scratch,
        baseEnv,
        signal: AbortSignal.abort(),
      });
      assert.ok(!result.ok);
      assert.equal(result.failure.kind, 'stopped');
      assert.deepEqual(readdirSync(scratch), []);
    });
  });
});
