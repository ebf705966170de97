import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BoundedOutput } from '../../../../verifier/checks/bounded-output.ts';

const write = (chunks: readonly string[], head: number, tail: number): ReturnType<BoundedOutput['read']> => {
  const output = new BoundedOutput(head, tail);
  for (const chunk of chunks) output.write(Buffer.from(chunk));
  return output.read();
};

describe('BoundedOutput', () => {
  it('keeps an output whole that fits', () => {
    assert.deepEqual(write(['abc', 'défg', 'h'], 4, 5), { text: 'abcdéfgh' });
  });

  it('keeps the beginning and the end of a longer one, and says how much there was', () => {
    assert.deepEqual(write(['0123456789', 'abcdefghij'], 3, 4), {
      text: '012\n[… 13 bytes left out …]\nghij',
      truncated: 'the command wrote 20 bytes; the first 3 and the last 4 are kept',
    });
  });

  it('keeps the same, however the output was cut into chunks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 12 })),
        fc.nat(9),
        fc.integer({ min: 1, max: 9 }),
        (chunks, head, tail) => {
          assert.deepEqual(write(chunks, head, tail), write([chunks.join('')], head, tail));
        },
      ),
    );
  });
});
