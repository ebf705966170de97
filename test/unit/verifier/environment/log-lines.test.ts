import assert from 'node:assert/strict';
import { collectLines } from '../../../../verifier/environment/app/log-lines.ts';

const at = new Date('2024-05-01T10:00:00Z');
const clock = { now: () => at, monotonicMs: () => 0, sleep: () => Promise.resolve() };
const texts = (lines: readonly { readonly text: string }[]): string[] => lines.map(({ text }) => text);

describe('log lines', () => {
  it('are put together from chunks, and kept apart by stream', () => {
    const log = collectLines(clock);
    log.add('stdout', Buffer.from('on'));
    log.add('stderr', Buffer.from('other\n'));
    log.add('stdout', Buffer.from('e\r\ntwo\nthr'));
    assert.deepEqual(log.lines(), [
      { at, stream: 'stderr', text: 'other' },
      { at, stream: 'stdout', text: 'one' },
      { at, stream: 'stdout', text: 'two' },
      { at, stream: 'stdout', text: 'thr' },
    ]);
  });
  it('keep a character that came in two chunks', () => {
    const log = collectLines(clock);
    const bytes = Buffer.from('né\n');
    log.add('stdout', bytes.subarray(0, 2));
    log.add('stdout', bytes.subarray(2));
    assert.deepEqual(texts(log.lines()), ['né']);
  });
  it('say how much of a huge line is missing', () => {
    const log = collectLines(clock);
    for (let n = 0; n < 70; n += 1) log.add('stdout', Buffer.from('x'.repeat(100_000)));
    log.add('stdout', Buffer.from('\nafter\n'));
    const [huge = '', after] = texts(log.lines());
    assert.ok(huge === `${'x'.repeat(6_000_000)}… (1000000 more characters)`, huge.slice(-100));
    assert.equal(log.lines()[0]?.missing, '1000000 more characters');
    assert.equal(after, 'after');
  });
  it('are the last ones when there are too many, and say how many are not kept', () => {
    const log = collectLines(clock);
    for (let n = 0; n < 180_000; n += 1) log.add('stdout', Buffer.from(`${String(n)} ${'y'.repeat(90)}\n`));
    const [gap, ...kept] = log.lines();
    const length = texts(kept).join('\n').length;
    assert.ok(length <= 16_000_000 && length > 15_900_000, String(length));
    assert.match(kept.at(-1)?.text ?? '', /^179999 /);
    assert.equal(gap?.missing, `${String(180_000 - kept.length)} earlier lines`);
    assert.deepEqual(
      kept.filter(({ missing }) => missing !== undefined),
      [],
    );
  });
});
