import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRunFolder, EvidenceError } from '../../../verifier/evidence/index.ts';
import { inRunFolder, inScratch, settableClock } from './scratch.ts';

describe('a run’s folder', () => {
  it('is readable by its owner only', async () => {
    await inRunFolder(async ({ path }) => {
      assert.equal((await stat(path)).mode & 0o777, 0o700);
    });
  });

  it('is refused when it exists, and left as it was', async () => {
    await inScratch(async (home) => {
      await mkdir(join(home, 'runs', 'run-1'), { recursive: true });
      await writeFile(join(home, 'runs', 'run-1', 'report.json'), 'planted');
      await assert.rejects(createRunFolder({ home, runId: 'run-1', clock: settableClock() }), (error: Error) => {
        assert.ok(error instanceof EvidenceError);
        assert.match(error.message, /exists already.*run-1/u);
        return true;
      });
      assert.deepEqual(await readdir(join(home, 'runs', 'run-1')), ['report.json']);
    });
  });

  it('goes to exactly one of several runs that ask for it at once', async () => {
    await inScratch(async (home) => {
      const asked = Array.from({ length: 8 }, () => createRunFolder({ home, runId: 'same', clock: settableClock() }));
      const results = await Promise.allSettled(asked);
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    });
  });

  it('is made for several runs beside each other', async () => {
    await inScratch(async (home) => {
      const ids = Array.from({ length: 8 }, (_, index) => `run-${String(index)}`);
      await Promise.all(ids.map((runId) => createRunFolder({ home, runId, clock: settableClock() })));
      assert.deepEqual((await readdir(join(home, 'runs'))).sort(), ids);
    });
  });

  for (const runId of ['', '.', '..', '../elsewhere', 'a/b', 'latest', '-x', 'a\0b', 'x'.repeat(101)]) {
    it(`is not made under the name ${JSON.stringify(runId.slice(0, 20))}`, async () => {
      await inScratch(async (path) => {
        const home = join(path, '.assay');
        await assert.rejects(createRunFolder({ home, runId, clock: settableClock() }), EvidenceError);
        assert.deepEqual(await readdir(path), []);
      });
    });
  }

  it('hides from git everything that lies beside it', async () => {
    await inRunFolder(async ({ runsPath }) => {
      assert.equal(await readFile(join(runsPath, '..', '.gitignore'), 'utf8'), '*\n');
    });
  });

  it('is gone when its run ends without a report, and stays when there is one', async () => {
    await inScratch(async (home) => {
      for (const runId of ['judged', 'interrupted']) {
        await using folder = await createRunFolder({ home, runId, clock: settableClock() });
        await mkdir(join(folder.path, 'evidence'));
        if (runId === 'judged') await writeFile(join(folder.path, 'report.json'), '{}');
      }
      assert.deepEqual(await readdir(join(home, 'runs')), ['judged']);
    });
  });

  it('leaves a .gitignore alone that somebody else wrote', async () => {
    await inScratch(async (home) => {
      await writeFile(join(home, '.gitignore'), 'mine\n');
      await createRunFolder({ home, runId: 'run-1', clock: settableClock() });
      assert.equal(await readFile(join(home, '.gitignore'), 'utf8'), 'mine\n');
    });
  });

  it('says where, when the disk refuses', async () => {
    await inScratch(async (path) => {
      const home = join(path, 'a-file');
      await writeFile(home, '');
      await assert.rejects(createRunFolder({ home, runId: 'run-1', clock: settableClock() }), (error: Error) => {
        assert.ok(error instanceof EvidenceError);
        assert.ok(error.message.includes(join(home, 'runs', 'run-1')));
        assert.match(error.message, /ENOTDIR|EEXIST/u);
        return true;
      });
    });
  });
});
