import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PageErrors } from '../../../../../verifier/probes/browser/page-errors.ts';
import { PlannedTime } from '../planned-time.ts';

describe('errors that nobody caught', () => {
  it('are kept after thousands of others; those that are not kept are counted', () => {
    const events = new EventEmitter();
    const errors = new PageErrors(new PlannedTime());
    errors.listen(events as never);
    const thrown = (exceptionId: number, text: string): unknown =>
      events.emit('Runtime.exceptionThrown', { exceptionDetails: { exceptionId, text, url: 'http://own/' } });
    for (let id = 0; id < 5_000; id += 1) thrown(id, 'again');
    thrown(5_000, 'real');
    assert.deepEqual([errors.all.length, errors.all.at(-1)?.text, errors.dropped], [5_001, 'real', 0]);
    for (let id = 5_001; id < 10_002; id += 1) thrown(id, 'again');
    assert.equal(errors.dropped, 2);
  });
});
