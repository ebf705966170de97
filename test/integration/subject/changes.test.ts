import assert from 'node:assert/strict';
import { chmodSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TestRepository } from './repository-fixture.ts';
import { filesIn, fingerprint, HEAD, subjectsOf, WORKTREE, type CheckOut } from './subject-fixture.ts';

describe('checkOutSubject: changes', () => {
  let repository: TestRepository;
  let checkOut: CheckOut;
  beforeEach(() => {
    repository = new TestRepository();
    ({ checkOut } = subjectsOf(repository));
  });
  afterEach(() => {
    repository.remove();
  });

  describe('uncommitted changes', () => {
    beforeEach(() => {
      repository.write('.gitignore', 'ignored/\n').write('a.txt', 'one\n').write('b.txt', 'one\n').commit();
    });
    const uncommitted = async (): Promise<boolean> => (await checkOut()).report.uncommitted;

    it('are none in a clean working tree, where ignored files do not count', async () => {
      repository.write('ignored/x', 'x').write('.git/info/exclude', 'local\n').write('local', 'x');
      assert.equal(await uncommitted(), false);
    });
    it('are a changed file', async () => {
      repository.write('a.txt', 'two\n');
      assert.equal(await uncommitted(), true);
    });
    it('are a new file', async () => {
      repository.write('new.txt', 'x');
      assert.equal(await uncommitted(), true);
    });
    it('are a deleted file', async () => {
      rmSync(join(repository.path, 'a.txt'));
      assert.equal(await uncommitted(), true);
    });
    it('are a changed mode', async () => {
      chmodSync(join(repository.path, 'a.txt'), 0o755);
      assert.equal(await uncommitted(), true);
    });
    it('can be staged', async () => {
      repository.write('a.txt', 'two\n').git('add', 'a.txt');
      assert.equal(await uncommitted(), true);
    });
    for (const mark of ['--assume-unchanged', '--skip-worktree']) {
      it(`are not hidden by ${mark}`, async () => {
        repository.git('update-index', mark, 'a.txt');
        repository.write('a.txt', 'two\n');
        assert.equal(repository.git('status', '--porcelain'), '', 'git itself does not see it');
        assert.equal(await uncommitted(), true);
        const snapshot = await checkOut(WORKTREE);
        assert.deepEqual(snapshot.report.changed, ['a.txt']);
        assert.equal(readFileSync(join(snapshot.checkout, 'a.txt'), 'utf8'), 'two\n');
      });
    }
  });

  describe('the working tree', () => {
    beforeEach(() => {
      repository.write('.gitignore', 'ignored/\n').write('a.txt', 'one\n').write('gone.txt', 'x\n').commit();
    });

    it('is verified with what is changed, new and deleted, and says so', async () => {
      repository.write('a.txt', 'two\n').write('new/file.txt', 'new\n').write('ignored/x', 'x');
      rmSync(join(repository.path, 'gone.txt'));
      const { report, checkout } = await checkOut(WORKTREE);
      assert.deepEqual(filesIn(checkout), ['.gitignore', 'a.txt', 'new/file.txt']);
      assert.equal(readFileSync(join(checkout, 'a.txt'), 'utf8'), 'two\n');
      assert.deepEqual(
        { ...report, tree: '' },
        {
          ...report,
          tree: '',
          ref: 'worktree',
          dirty: true,
          uncommitted: false,
          changed: ['a.txt', 'gone.txt', 'new/file.txt'],
          commit: repository.git('rev-parse', 'HEAD'),
        },
      );
      repository.git('add', '--all');
      assert.equal(report.tree, repository.git('write-tree'));
    });

    it('leaves objects, index and files of the repository as they were', async () => {
      repository.write('a.txt', 'two\n').write('big.bin', Buffer.alloc(100_000, 7));
      const before = fingerprint(repository.path);
      await checkOut(WORKTREE);
      await checkOut(HEAD);
      assert.deepEqual(fingerprint(repository.path), before);
    });

    it('counts a file as unchanged when only its line ends differ and attributes convert them', async () => {
      repository.write('.gitattributes', '*.txt text\n').commit();
      repository.write('a.txt', 'one\r\n');
      const { report } = await checkOut(WORKTREE);
      assert.deepEqual(report.changed, []);
    });
  });
});
