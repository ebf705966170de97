import assert from 'node:assert/strict';
import { tellEnd } from '../../../../verifier/run/app-ending.ts';

const at = { file: 'a.contract.yaml', line: 1, column: 1 };
const tell = (end: { readonly code: number | null; readonly signal: string | null; readonly error?: string }) =>
  tellEnd({ name: 'app', lastWords: '', ...end }, at);

describe('an application that ended before its criterion', () => {
  it('is broken when it did so by itself', () => {
    for (const end of [
      { code: 0, signal: null },
      { code: 1, signal: null },
      { code: null, signal: 'SIGABRT' },
    ])
      assert.equal(tell(end)?.byItself, true);
  });
  it('is not to blame when somebody may have ended it', () => {
    for (const end of [
      { code: 137, signal: null },
      { code: null, signal: 'SIGKILL' },
    ])
      assert.equal(tell(end)?.byItself, false);
  });
  it('is not to blame when nobody knows how it ended, and that is said', () => {
    assert.deepEqual(tell({ code: null, signal: null, error: 'the engine is gone' }), {
      byItself: false,
      why: 'nobody knows what became of “app” before the criterion was over: the engine is gone',
      at,
    });
  });
});
