import assert from 'node:assert/strict';
import { readFile, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'lossless-json';
import { createRunFolder, EvidenceError, writeRendering, writeReport } from '../../../verifier/evidence/index.ts';
import { hostileReport } from '../../fixtures/reports/hostile.ts';
import { passReport } from '../../fixtures/reports/pass.ts';
import { inRunFolder, inScratch, settableClock } from './scratch.ts';

const { report } = passReport();

describe('a written report', () => {
  it('keeps every digit of big numbers', async () => {
    await inRunFolder(async (folder) => {
      const { path } = await writeReport(folder, hostileReport().report);
      const text = await readFile(path, 'utf8');
      assert.match(text, /"actual": 12345678901234567890\b/u);
      assert.match(text, /"exact": 0\.1000000000000000000000001\b/u);
      assert.doesNotThrow(() => parse(text));
    });
  });

  it('is refused when it does not fit its schema, and nothing is written', async () => {
    await inRunFolder(async (folder) => {
      const before = await readdir(folder.path);
      await assert.rejects(writeReport(folder, { ...report, reasons: [] }), (error: Error) => {
        assert.ok(error instanceof EvidenceError);
        assert.match(error.message, /internal error: .*\/reasons: must NOT have fewer than 1 items/u);
        return true;
      });
      assert.deepEqual(await readdir(folder.path), before);
      await assert.rejects(readlink(join(folder.runsPath, 'latest')), 'latest must not lead to a run without a report');
    });
  });

  it('is what “latest” leads to, whichever run came before', async () => {
    await inScratch(async (home) => {
      for (const runId of ['run-1', 'run-2']) {
        await using folder = await createRunFolder({ home, runId, clock: settableClock() });
        await writeReport(folder, report);
        assert.equal(await readlink(join(home, 'runs', 'latest')), runId);
        const through = await readFile(join(home, 'runs', 'latest', 'report.json'), 'utf8');
        assert.equal(through, await readFile(join(folder.path, 'report.json'), 'utf8'));
      }
      assert.deepEqual((await readdir(join(home, 'runs'))).sort(), ['latest', 'run-1', 'run-2']);
    });
  });

  it('has no secret in it, however deep, and is given back without them', async () => {
    const secret = report.subject.commit;
    await inRunFolder(
      async (folder) => {
        const written = await writeReport(folder, { ...report, reasons: [{ code: 'x', message: `in ${secret}` }] });
        const html = await writeRendering(folder, 'report.html', `<p>${secret}</p>`);
        for (const path of [written.path, html])
          assert.doesNotMatch(await readFile(path, 'utf8'), new RegExp(secret, 'u'));
        assert.equal(written.report.reasons[0]?.message, 'in •••');
        assert.equal(written.report.subject.commit, '•••');
      },
      { redact: (text) => text.replaceAll(secret, '•••') },
    );
  });

  it('leaves no half file in the folder', async () => {
    await inRunFolder(async (folder) => {
      await writeReport(folder, report);
      await writeRendering(folder, 'report.html', '<!doctype html>');
      assert.deepEqual((await readdir(folder.path)).sort(), ['.run.json', 'report.html', 'report.json']);
    });
  });
});
