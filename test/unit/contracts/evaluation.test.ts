import assert from 'node:assert/strict';
import { evaluate, scopeOf } from '../../../contracts/language/index.ts';

describe('Evaluation', () => {
  const at = { file: '', line: 1, column: 1 };
  const reference = (...path: string[]) => ({ kind: 'reference' as const, path, at });

  it('puts references into text: texts bare, everything else as JSON', () => {
    const scope = scopeOf({ a: 'x', b: 9007199254740993n, c: [1, 'y'], d: null });
    const parts = [reference('a'), '-', reference('b'), '-', reference('c'), '-', reference('d')];
    assert.deepEqual(evaluate({ kind: 'text', parts }, scope), { ok: true, value: 'x-9007199254740993-[1,"y"]-null' });
  });

  it('looks into values by name, and never at what an object inherits', () => {
    const scope = scopeOf({ reader: { email: 'a@b' } });
    assert.deepEqual(evaluate(reference('reader', 'email'), scope), { ok: true, value: 'a@b' });
    assert.deepEqual(evaluate(reference('reader', 'constructor'), scope), {
      ok: false,
      missing: ['reader.constructor'],
    });
    assert.deepEqual(evaluate(reference('toString'), scope), { ok: false, missing: ['toString'] });
  });

  it('finds inner names before outer ones', () => {
    const scope = scopeOf({ a: 1 }, scopeOf({ a: 2, b: 3 }));
    assert.deepEqual(evaluate({ kind: 'list', items: [reference('a'), reference('b')] }, scope), {
      ok: true,
      value: [1, 3],
    });
  });
});
