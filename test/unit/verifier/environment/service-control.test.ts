import assert from 'node:assert/strict';
import { controlBy } from '../../../../verifier/environment/service-control.ts';
import { done } from '../../../../verifier/environment/outcome.ts';

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Something that runs until it is killed, or ends by itself when the test says so. */
function running() {
  let exit: Exit | undefined;
  const control = controlBy({
    end: () => Promise.resolve(void (exit ??= { code: null, signal: 'SIGKILL' })),
    begin: () => {
      exit = undefined;
      return Promise.resolve(done(undefined));
    },
    freeze: () => Promise.resolve(),
    goOn: () => Promise.resolve(done(undefined)),
    ended: () => exit,
    log: () => [],
  });
  return { control, exits: (code: number) => (exit = { code, signal: null }) };
}

describe('an end that nobody asked for', () => {
  it('is none that a step asked for', async () => {
    const { control } = running();
    await control.restart();
    await control.stop();
    assert.equal(control.exited(), undefined);
    await control.start();
    assert.equal(control.exited(), undefined);
  });

  it('is remembered when it is started, restarted or stopped afterwards, and nobody asked in between', async () => {
    for (const act of ['start', 'restart', 'stop'] as const) {
      const { control, exits } = running();
      exits(1);
      await control[act]();
      assert.deepEqual(control.exited(), { code: 1, signal: null }, act);
      await control.restart();
      assert.deepEqual(control.exited(), { code: 1, signal: null }, act);
    }
  });

  it('that comes first is the one that is told', async () => {
    const { control, exits } = running();
    exits(1);
    await control.start();
    exits(2);
    assert.deepEqual(control.exited(), { code: 1, signal: null });
  });
});
