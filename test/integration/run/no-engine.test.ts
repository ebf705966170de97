import assert from 'node:assert/strict';
import type { VerificationReport } from '../../../reports/index.ts';
import { Lanes } from './lanes.ts';

describe('a system with a container, where no container engine is to be used', () => {
  let report: VerificationReport;
  before(async () => {
    await using library = await Lanes.open(['library-app'], 'embedded');
    report = await library.verify([]);
  });

  it('is blocked, and no judgement on the work', () => {
    const { violated, unverified, byCause } = report.counts;
    assert.deepEqual([report.verdict, report.exitCode, violated, unverified], ['BLOCKED', 3, 0, 12]);
    assert.deepEqual(byCause, { environment: 12 });
  });
  it('is told which service needs the engine', () => {
    const reason = report.reasons.find(({ check }) => check === 'service cache');
    assert.equal(reason?.cause, 'environment', JSON.stringify(report.reasons));
    assert.match(reason.message, /“cache” is the container assay-local\/redis:7: that needs a container engine/);
  });
});
