import assert from 'node:assert/strict';
import type { VerificationReport } from '../../../reports/index.ts';
import { renderSummary } from '../../../reports/render/index.ts';
import { failReport } from '../../fixtures/reports/fail.ts';

/** The report with one violated criterion, of which one step differs in this way. */
function differing(message: string): VerificationReport {
  const { report } = failReport();
  const [contract] = report.contracts;
  const criterion = contract?.criteria.find(({ judgement }) => judgement === 'violated');
  const step = criterion?.steps.find(({ judgement }) => judgement.kind === 'violated');
  assert.ok(contract !== undefined && criterion !== undefined && step?.judgement.kind === 'violated');
  const told = {
    ...step,
    verb: 'browser.downloaded',
    judgement: { ...step.judgement, mismatches: [{ path: '', message }] as const },
  };
  return { ...report, contracts: [{ ...contract, criteria: [{ ...criterion, steps: [told] }] }] };
}

const options = { color: false, reportPath: '.assay/report.html' };

describe('a mismatch on the screen', () => {
  const message = 'expected name "bookings.csv", text "id,name\\n", found “bookings.csv” (1 byte: "\\n")';

  it('has a second line where one would cut both sides of it', () => {
    const lines = renderSummary(differing(message), { ...options, width: 80 }).split('\n');
    const first = lines.findIndex((line) => line.includes('expected name "bookings.csv"'));
    assert.ok(first >= 0, lines.join('\n'));
    assert.equal(
      `${lines[first]?.trim() ?? ''} ${lines[first + 1]?.trim() ?? ''}`.includes(message),
      true,
      lines.join('\n'),
    );
    assert.ok(lines.every((line) => line.length <= 80));
  });

  it('has one where that is enough', () => {
    const short = 'expected "a", found "b"';
    for (const width of [80, Number.POSITIVE_INFINITY])
      assert.ok(renderSummary(differing(short), { ...options, width }).includes(short));
  });
});
