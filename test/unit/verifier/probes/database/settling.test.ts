import assert from 'node:assert/strict';
import type { CriterionDatabase } from '../../../../../verifier/environment/environment.ts';
import { DatabaseQuiet } from '../../../../../verifier/probes/database/index.ts';
import { PlannedTime } from '../planned-time.ts';

describe('the quiet of databases', () => {
  let time: PlannedTime;
  let position: number;
  let busy: number;
  let answers: boolean;
  let quiet: DatabaseQuiet;
  beforeEach(() => {
    time = new PlannedTime();
    [position, busy, answers] = [0, 0, true];
    const activity: CriterionDatabase['activity'] = () =>
      answers ? Promise.resolve({ position: String(position), busy }) : new Promise(() => undefined);
    const still = { activity: () => Promise.resolve({ position: '0', busy: 0 }) } as CriterionDatabase;
    quiet = new DatabaseQuiet([still, { activity } as CriterionDatabase], time);
  });

  const write = (): void => {
    position += 1;
  };
  const work = (many: number) => (): void => {
    busy = many;
  };
  /** When it was settled, in milliseconds from the beginning of all. */
  async function settledAtMs(sinceMs = 10_000, untilMs = 13_000): Promise<number> {
    await quiet.settle({ sinceMs, untilMs });
    return time.monotonicMs() - 10_000;
  }

  it('is there at once before anything was done', async () => {
    assert.equal(await settledAtMs(Number.NEGATIVE_INFINITY), 0);
  });

  it('takes 200 ms after an act, and no time again', async () => {
    assert.equal(await settledAtMs(), 200);
    assert.equal(await settledAtMs(), 200);
  });

  it('takes 200 ms more when rows change meanwhile, or before it was waited for', async () => {
    time.at(60, write);
    assert.equal(await settledAtMs(), 400);
    await time.sleep(1_000);
    write();
    assert.equal(await settledAtMs(), 1_600);
  });

  it('waits for sessions that are at work', async () => {
    busy = 1;
    time.at(700, work(0));
    // Seen at work at 600 ms, and no longer at 800 ms.
    assert.equal(await settledAtMs(), 1_000);
  });

  it('is over after its bound; what is at work for 3 s is not waited for again', async () => {
    busy = 1;
    assert.equal(await settledAtMs(), 3_000);
    assert.equal(await settledAtMs(10_000, 16_000), 3_000);
    for (let atMs = 100; atMs < 9_000; atMs += 100) time.at(atMs, write);
    assert.equal(await settledAtMs(13_000, 16_000), 6_000);
  });

  it('is over after its bound when a database does not answer', async () => {
    answers = false;
    assert.equal(await settledAtMs(), 3_000);
  });

  it('is known of the time in which something else was waited for', async () => {
    time.at(300, write);
    const act = time.sleep(1_000).then(() => 'done');
    assert.equal(await settledAtMs(Number.NEGATIVE_INFINITY), 0);
    assert.equal(await quiet.during(act), 'done');
    assert.equal(await settledAtMs(Number.NEGATIVE_INFINITY), 1_000);
  });
});
