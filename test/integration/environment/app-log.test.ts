import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LogLine } from '../../../verifier/environment/index.ts';
import { must, newEnvironment, newGround, tinySystem } from './support.ts';

describe('the log of an application', () => {
  const ground = newGround();
  after(() => ground[Symbol.asyncDispose]());

  /** What the log has of the one long line that the application writes before it says so. */
  const longLine = async (tiny: string): Promise<LogLine> => {
    const noisy = must(await (await newEnvironment(ground, tinySystem({ tiny }))).createStack({ links: [] }));
    while (!noisy.app.log().some(({ text }) => text === 'tiny: listening')) await nextTurn();
    const [first, ...others] = noisy.app.log();
    await noisy[Symbol.asyncDispose]();
    assert.deepEqual(
      others.map(({ text }) => text),
      ['written', 'tiny: listening'],
    );
    assert.ok(first !== undefined);
    return first;
  };
  it('has all of a line of 5 MB', async () => {
    const { text, missing } = await longLine('writes 5 MB');
    assert.ok(text === 'x'.repeat(5_000_000));
    assert.equal(missing, undefined);
  });
  it('says what it does not have of a line of 7 MB', async () => {
    const { text, missing } = await longLine('writes 7 MB');
    assert.equal(text.slice(-28), 'x… (1000000 more characters)');
    assert.equal(missing, '1000000 more characters');
  });
});
