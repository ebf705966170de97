import assert from 'node:assert/strict';
import { LosslessNumber } from 'lossless-json';
import { onlyNumber } from '../../../../../verifier/probes/browser/only-number.ts';

describe('onlyNumber', () => {
  const cases: readonly (readonly [text: string, number: unknown])[] = [
    ['7', 7],
    ['7 likes', 7],
    ['(7)', 7],
    ['1,234 likes', 1234],
    ['1,234,567.50 €', 1234567.5],
    ['$0.10', 0.1],
    ['-5 °C', -5],
    ['−5 °C', -5],
    ['Total: 12.', 12],
    ['v2', 2],
    ['007', 7],
    ['99999999999999999999', 99999999999999999999n],
    ['', null],
    ['none', null],
    ['1 of 2', null],
    ['10-20', null],
    ['2024-01-05', null],
    ['12:30', null],
    ['1.234,5', null],
    ['12,34', null],
    ['1,2345', null],
    ['1.2.3', null],
  ];
  for (const [text, number] of cases) {
    it(`reads “${text}” as ${String(number)}`, () => {
      assert.deepEqual(onlyNumber(text), number);
    });
  }

  it('loses no digit', () => {
    const number = onlyNumber('0.12345678901234567890123');
    assert.ok(number instanceof LosslessNumber);
    assert.equal(number.toString(), '0.12345678901234567890123');
  });
});
