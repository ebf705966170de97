import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { createRunFolder, pruneRuns, writeReport } from '../../../verifier/evidence/index.ts';
import { passReport } from '../../fixtures/reports/pass.ts';
import { inScratch, settableClock } from './scratch.ts';

const clock = settableClock();

/** Runs that ended, an hour apart; their ids say nothing of their age. */
async function endedRuns(home: string, ids: readonly string[]): Promise<void> {
  for (const [index, runId] of ids.entries()) {
    clock.set(new Date(Date.UTC(2026, 0, 1, index)).toISOString());
    const folder = await createRunFolder({ home, runId, clock });
    await writeFile(join(folder.path, 'report.json'), '{}');
    await folder[Symbol.asyncDispose]();
  }
}

/** The pid of a process that is over. */
async function deadPid(): Promise<number> {
  const child = execa('node', ['-e', '']);
  await child;
  assert.ok(child.pid !== undefined);
  return child.pid;
}

describe('pruning', () => {
  it('removes the oldest by time, not by name', async () => {
    await inScratch(async (home) => {
      await endedRuns(home, ['z', 'y', 'b', 'a']);
      assert.deepEqual((await pruneRuns(join(home, 'runs'), 2)).sort(), ['y', 'z']);
      assert.deepEqual((await readdir(join(home, 'runs'))).sort(), ['a', 'b']);
    });
  });

  it('removes nothing when there are few', async () => {
    await inScratch(async (home) => {
      await endedRuns(home, ['a', 'b']);
      assert.deepEqual(await pruneRuns(join(home, 'runs')), []);
    });
  });

  it('never removes a run in use', async () => {
    await inScratch(async (home) => {
      clock.set('2020-01-01T00:00:00.000Z');
      await createRunFolder({ home, runId: 'in-use', clock });
      await endedRuns(home, ['a', 'b']);
      assert.deepEqual(await pruneRuns(join(home, 'runs'), 0), ['b', 'a']);
      assert.deepEqual(await readdir(join(home, 'runs')), ['in-use']);
    });
  });

  it('removes a run whose process was killed', async () => {
    await inScratch(async (home) => {
      const killed = join(home, 'runs', 'killed');
      await mkdir(killed, { recursive: true });
      const mark = { startedAt: '2026-01-01T00:00:00.000Z', pid: await deadPid() };
      await writeFile(join(killed, '.run.json'), JSON.stringify(mark));
      assert.deepEqual(await pruneRuns(join(home, 'runs'), 0), ['killed']);
    });
  });

  it('removes a killed run before any that has a report, however new it is', async () => {
    await inScratch(async (home) => {
      await endedRuns(home, ['a', 'b']);
      const killed = join(home, 'runs', 'killed');
      await mkdir(killed);
      const mark = { startedAt: '2030-01-01T00:00:00.000Z', pid: await deadPid() };
      await writeFile(join(killed, '.run.json'), JSON.stringify(mark));
      assert.deepEqual(await pruneRuns(join(home, 'runs'), 2), ['killed']);
    });
  });

  it('never removes the run that “latest” leads to', async () => {
    await inScratch(async (home) => {
      clock.set('2020-01-01T00:00:00.000Z');
      {
        await using folder = await createRunFolder({ home, runId: 'reported', clock });
        await writeReport(folder, passReport().report);
      }
      await endedRuns(home, ['a', 'b']);
      await pruneRuns(join(home, 'runs'), 0);
      assert.deepEqual((await readdir(join(home, 'runs'))).sort(), ['latest', 'reported']);
    });
  });

  it('never removes a folder that is no run’s', async () => {
    await inScratch(async (home) => {
      await endedRuns(home, ['a']);
      await mkdir(join(home, 'runs', 'notes'));
      await writeFile(join(home, 'runs', 'notes', '.run.json'), '{ "startedAt": 3 }');
      await pruneRuns(join(home, 'runs'), 0);
      assert.deepEqual(await readdir(join(home, 'runs')), ['notes']);
    });
  });

  it('finds nothing where there are no runs', async () => {
    assert.deepEqual(await pruneRuns('/nowhere/at/all'), []);
  });
});
