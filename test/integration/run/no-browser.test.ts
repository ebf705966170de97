import assert from 'node:assert/strict';
import { Lanes } from './lanes.ts';

describe('where there is no browser', () => {
  let lanes: Lanes;
  before(async () => {
    lanes = await Lanes.open(['small-app', 'small-app-pages'], 'embedded', { ASSAY_BROWSER: '/nowhere/chromium' });
  });
  after(async () => {
    await lanes[Symbol.asyncDispose]();
  });

  it('contracts that use none are judged, and no browser is told of', async () => {
    const report = await lanes.verify(['hello']);
    const { satisfied, violated, unverified, notRun } = { notRun: 0, ...report.counts };
    assert.deepEqual([satisfied, violated, unverified, notRun], [1, 0, 1, 0], JSON.stringify(report.reasons));
    assert.deepEqual(report.counts.byCause, { 'not-run': 1 });
    assert.equal(report.run.versions['browser'], undefined);
    assert.deepEqual(report.checks, []);
  });
  it('a run with one criterion that uses it is blocked', async () => {
    const report = await lanes.verify([]);
    assert.equal(report.verdict, 'BLOCKED');
    assert.deepEqual(report.counts.byCause, { environment: 2 });
    const reason = report.reasons.find(({ check }) => check === 'service browser');
    assert.match(reason?.message ?? '', /no browser was found \(\/nowhere\/chromium/);
  });
});
