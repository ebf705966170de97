import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkOutSubject } from '../../../verifier/subject/subject.ts';
import { baseEnv, TestRepository } from './repository-fixture.ts';
import {
  assertBytesOfBlobs,
  filesIn,
  HEAD,
  subjectsOf,
  WORKTREE,
  type CheckOut,
  type Fail,
} from './subject-fixture.ts';

describe('checkOutSubject: repositories', () => {
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

  describe('works in', () => {
    const assertWorks = async (path: string): Promise<void> => {
      const subject = await checkOut(HEAD, path);
      assertBytesOfBlobs(subject, path);
      assert.equal(subject.report.uncommitted, false);
      const snapshot = await checkOut(WORKTREE, path);
      assert.equal(snapshot.report.dirty, false);
    };
    beforeEach(() => {
      repository.write('a.txt', 'one\n').commit('First');
      repository.write('folder/b.txt', 'two\n').commit('Second');
    });

    it('a shallow clone', async () => {
      execFileSync(
        'git',
        ['clone', '--quiet', '--depth=1', `file://${repository.path}`, repository.beside('shallow')],
        { env: baseEnv },
      );
      await assertWorks(repository.beside('shallow'));
    });

    it('a linked worktree', async () => {
      repository.git('worktree', 'add', '--quiet', repository.beside('linked'), 'HEAD~1');
      await assertWorks(repository.beside('linked'));
      const subject = await checkOut(HEAD, repository.beside('linked'));
      assert.equal(subject.report.subjectLine, 'First');
    });

    it('a clone that borrows its objects', async () => {
      execFileSync('git', ['clone', '--quiet', '--shared', repository.path, repository.beside('borrowing')], {
        env: baseEnv,
      });
      await assertWorks(repository.beside('borrowing'));
    });

    it('a repository that what runs in the checkout is not told of', async () => {
      const subject = await checkOut(WORKTREE);
      assert.deepEqual(readdirSync(dirname(subject.checkout)), ['checkout']);
    });

    it('a folder within the repository, which then names the top', async () => {
      const subject = await checkOut(HEAD, join(repository.path, 'folder'));
      assert.equal(subject.report.repository, repository.path);
      assert.deepEqual(filesIn(subject.checkout), ['a.txt', 'folder/b.txt']);
      const snapshot = await checkOut(WORKTREE, join(repository.path, 'folder'));
      assert.equal(snapshot.report.dirty, false);
    });

    it('a detached HEAD', async () => {
      repository.git('checkout', '--quiet', '--detach', 'HEAD~1');
      await assertWorks(repository.path);
    });

    it('packed objects', async () => {
      repository.git('gc', '--quiet');
      await assertWorks(repository.path);
    });

    it('a repository with SHA-256 object names', async () => {
      const other = new TestRepository('sha256', '--object-format=sha256');
      try {
        other.write('a.txt', 'one\n').commit();
        await assertWorks(other.path);
      } finally {
        other.remove();
      }
    });

    it('a bare repository, for commits', async () => {
      execFileSync('git', ['clone', '--quiet', '--bare', repository.path, repository.beside('bare.git')], {
        env: baseEnv,
      });
      assertBytesOfBlobs(await checkOut(HEAD, repository.beside('bare.git')), repository.beside('bare.git'));
      assert.equal((await fail(WORKTREE, repository.beside('bare.git'))).kind, 'no-working-tree');
    });

    it('paths with spaces, Unicode, quotes and line ends', async () => {
      const other = new TestRepository('Bücher & "Söhne" \'x\' 本');
      try {
        other
          .write('ein Ordner/日本 語.txt', 'x\n')
          .write('"quoted".txt', 'y\n')
          .write('line\nend.txt', 'z\n')
          .write('-rf', 'dash\n')
          .commit();
        await assertWorks(other.path);
      } finally {
        other.remove();
      }
    });

    it('an environment whose GIT variables point elsewhere', async () => {
      const trap = {
        ...baseEnv,
        GIT_DIR: '/nowhere',
        GIT_WORK_TREE: '/nowhere',
        GIT_INDEX_FILE: '/nowhere/index',
        GIT_OBJECT_DIRECTORY: '/nowhere',
      };
      const result = await checkOutSubject({
        repository: repository.path,
        request: HEAD,
        scratch: repository.scratch(),
        baseEnv: trap,
        signal: new AbortController().signal,
      });
      assert.ok(result.ok);
    });
  });
});
