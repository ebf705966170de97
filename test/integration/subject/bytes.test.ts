import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TestRepository } from './repository-fixture.ts';
import { assertBytesOfBlobs, subjectsOf, WORKTREE, type CheckOut } from './subject-fixture.ts';

describe('checkOutSubject: content', () => {
  let repository: TestRepository;
  let checkOut: CheckOut;
  beforeEach(() => {
    repository = new TestRepository();
    ({ checkOut } = subjectsOf(repository));
  });
  afterEach(() => {
    repository.remove();
  });

  describe('bytes', () => {
    it('are those of the blobs, whatever attributes in the tree, the repository and the settings say', async () => {
      const victim = repository.beside('filter-ran');
      repository
        .write(
          '.gitattributes',
          [
            '*.crlf text eol=crlf',
            '*.id ident',
            '*.evil filter=evil',
            '*.u16 text working-tree-encoding=UTF-16',
            '[attr]sly filter=evil',
            '*.sly sly',
            '',
          ].join('\n'),
        )
        .write('unix.crlf', 'a\nb\n')
        .write('keyword.id', '$Id$\n')
        .write('x.evil', 'content\n')
        .write('x.sly', 'content\n')
        .write('sub/.gitattributes', '* text eol=crlf ident\n')
        .write('sub/deep.txt', 'a\n$Id$\n');
      repository.commit();
      repository.write('.git/info/attributes', '* filter=evil\n');
      repository.git('config', 'core.autocrlf', 'true');
      repository.git('config', 'filter.evil.smudge', `touch '${victim}'; cat; echo smudged`);
      repository.git('config', 'filter.evil.clean', `touch '${victim}'; cat; echo cleaned`);
      repository.git('config', 'filter.evil.required', 'true');
      assertBytesOfBlobs(await checkOut(), repository.path);
      await checkOut(WORKTREE);
      assert.equal(existsSync(victim), false, 'a filter ran');
    });

    it('hold what git archive leaves out', async () => {
      repository
        .write('.gitattributes', 'secret.txt export-ignore\nversion.txt export-subst\n')
        .write('secret.txt', 'here\n')
        .write('version.txt', '$Format:%H$\n')
        .commit();
      assertBytesOfBlobs(await checkOut(), repository.path);
    });

    it('are not those of a replaced object', async () => {
      repository.write('a.txt', 'good\n').commit();
      const good = repository.git('rev-parse', 'HEAD:a.txt');
      repository.write('b.txt', 'bad\n').commit();
      repository.git('replace', good, repository.git('rev-parse', 'HEAD:b.txt'));
      const subject = await checkOut();
      assert.equal(readFileSync(join(subject.checkout, 'a.txt'), 'utf8'), 'good\n');
    });

    it('keep modes, symbolic links and binary content', async () => {
      repository
        .write('run.sh', '#!/bin/sh\n', 0o755)
        .write('plain', 'x')
        .write(
          'binary',
          Uint8Array.from({ length: 256 }, (_, byte) => byte),
        )
        .write('empty', '');
      symlinkSync('plain', join(repository.path, 'inside'));
      repository.commit();
      const subject = await checkOut();
      assertBytesOfBlobs(subject, repository.path);
      assert.equal(lstatSync(join(subject.checkout, 'run.sh')).mode & 0o111, 0o111);
      assert.equal(lstatSync(join(subject.checkout, 'plain')).mode & 0o111, 0);
      assert.equal(readlinkSync(join(subject.checkout, 'inside')), 'plain');
    });

    it('hold where a link leads, and are no link, when it leads out of the commit', async () => {
      const outside = repository.beside('outside');
      const link = (target: string | Buffer, path: string | Buffer): void => {
        const at = Buffer.concat([Buffer.from(`${repository.path}/`), Buffer.from(path)]);
        symlinkSync(target, at);
      };
      repository.write('src/plain', 'x');
      const odd = Buffer.from('src/odd-\xff', 'latin1');
      const outward = [
        [outside, 'absolute'],
        ['../../outside', 'src/climbing'],
        ['absolute/x', 'by-way-of-another'],
        ['src/up/..', 'not-by-its-words'],
        ['missing/../../outside', 'by-what-is-not-there'],
        ['../..', odd],
      ] as const;
      const inward = [
        ['src/plain', 'file'],
        ['../src', 'src/folder'],
        ['..', 'src/up'],
        ['node_modules/later', 'made-by-install'],
        ['loop', 'loop'],
      ] as const;
      for (const [target, path] of [...outward, ...inward]) link(target, path);
      repository.commit();
      const { checkout, remarks } = await checkOut();
      const place = (path: string | Buffer): Buffer => Buffer.concat([Buffer.from(`${checkout}/`), Buffer.from(path)]);
      for (const [target, path] of outward) {
        assert.ok(lstatSync(place(path)).isFile(), String(path));
        assert.equal(readFileSync(place(path), 'utf8'), target);
        assert.ok(remarks.some((remark) => remark.includes(`not followed: ${String(path)} is a plain file`)));
      }
      for (const [target, path] of inward) assert.equal(readlinkSync(place(path)), target);
      assert.equal(remarks.length, outward.length);
    });

    it('do not depend on hooks or on what else is in the working tree', async () => {
      const victim = repository.beside('hook-ran');
      repository.write('a.txt', 'committed\n').commit();
      for (const hook of ['post-checkout', 'post-index-change', 'pre-commit', 'reference-transaction']) {
        repository.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${victim}'\n`, 0o755);
      }
      repository.git('config', 'core.fsmonitor', `touch '${victim}'; false`);
      repository.write('a.txt', 'changed\n').write('new.txt', 'new\n');
      const subject = await checkOut();
      await checkOut(WORKTREE);
      assertBytesOfBlobs(subject, repository.path);
      assert.equal(existsSync(victim), false, 'a hook ran');
    });
  });

  describe('remarks', () => {
    it('name a submodule, whose folder is empty', async () => {
      const inner = new TestRepository('inner');
      try {
        inner.write('x', 'x').commit();
        repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'vendored');
        repository.commit();
        const subject = await checkOut();
        assert.deepEqual(readdirSync(join(subject.checkout, 'vendored')), []);
        assert.match(subject.remarks.join(), /submodules are not checked out: vendored/);
        assert.equal(subject.report.uncommitted, false);
      } finally {
        inner.remove();
      }
    });

    it('count Git LFS pointers, which stay pointers', async () => {
      repository
        .write('.gitattributes', '*.png filter=lfs\n')
        .write('a.png', 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n')
        .commit();
      const subject = await checkOut();
      assertBytesOfBlobs(subject, repository.path);
      assert.match(subject.remarks.join(), /1 files are pointers/);
    });

    it('are none otherwise', async () => {
      repository.write('a.txt', 'version https://git-lfs.github.com/spec/v1\n').commit();
      assert.deepEqual((await checkOut()).remarks, []);
    });
  });
});
