import assert from 'node:assert/strict';
import { pid } from 'node:process';
import type { VerificationReport } from '../../../reports/index.ts';
import { criterionOf, Lanes, tell } from './lanes.ts';
import { Launches } from './launches.ts';

async function open(launches: Launches): Promise<Lanes> {
  const lanes = await Lanes.open(['ending-browser-app'], 'embedded', { ASSAY_BROWSER: launches.path });
  await lanes.repository.edit('contracts/system.yaml', "VERIFIER: '0'", `VERIFIER: "${String(pid)}"`);
  await lanes.repository.commit('Knows its verifier');
  return lanes;
}

const satisfied = 'satisfied: when.1 satisfied, then.1 satisfied';
const violated = 'violated: when.1 satisfied, then.1 violated';

describe('a browser that ends in the middle of a run', () => {
  describe('with one worker', () => {
    let report: VerificationReport;
    let launched: number;
    let left: readonly string[];
    before(async () => {
      using launches = await Launches.open();
      await using lanes = await open(launches);
      report = await lanes.verify(['ends'], 1);
      launched = launches.count;
      left = launches.left();
    });

    it('leaves the criterion unverified under which it ended, and says so', () => {
      const criterion = criterionOf(report, 'E-02');
      assert.equal(tell(criterion), 'unverified (environment): when.1 unverified, then.1 unverified');
      assert.match(
        criterion.why ?? '',
        /opens \/end”: the browser ended while pages of this criterion were open; the next criterion that needs one gets another$/u,
      );
    });

    it('is there again for those that come after, which are judged', () => {
      for (const id of ['E-01', 'E-03', 'E-08']) assert.equal(tell(criterionOf(report, id)), satisfied);
      assert.equal(tell(criterionOf(report, 'E-04')), violated);
    });

    it('does not excuse what was seen without it', () => {
      for (const id of ['E-05', 'E-06']) assert.equal(tell(criterionOf(report, id)), violated);
    });

    it('satisfies nothing by what it can no longer have recorded', () => {
      assert.equal(
        tell(criterionOf(report, 'E-07')),
        'unverified (environment): when.1 satisfied, when.2 satisfied, then.1 satisfied, then.2 unverified',
      );
    });

    it('is told in the report, and makes no verdict of its own', () => {
      assert.deepEqual(report.run.remarks.slice(-1), [
        'the browser ended 3 times while pages of “ends E-02”, “ends E-07” were open, and was launched again 3 times',
      ]);
      assert.deepEqual([report.verdict, launched], ['FAIL', 4]);
    });

    it('leaves neither processes nor profiles', () => {
      assert.deepEqual(left, []);
    });
  });

  describe('with two workers', () => {
    let report: VerificationReport;
    let launched: number;
    before(async () => {
      using launches = await Launches.open();
      await using lanes = await open(launches);
      report = await lanes.verify(['lanes'], 2);
      launched = launches.count;
    });

    it('leaves both criteria unverified, and tells each of the other', () => {
      for (const [id, other] of [
        ['L-01', 'L-02'],
        ['L-02', 'L-01'],
      ] as const) {
        const { judgement, cause, why } = criterionOf(report, id);
        assert.deepEqual([judgement, cause], ['unverified', 'environment'], why);
        assert.match(why ?? '', new RegExp(`while pages of this criterion and of “lanes ${other}” were open`, 'u'));
      }
    });

    it('is launched once for both lanes, in which the next two are satisfied side by side', () => {
      for (const id of ['L-03', 'L-04']) assert.equal(tell(criterionOf(report, id)), satisfied);
      assert.equal(launched, 2);
      assert.equal(report.verdict, 'BLOCKED');
      assert.match(report.run.remarks.at(-1) ?? '', /^the browser ended once .*, and was launched again once$/u);
    });
  });

  it('and starts no more leaves the rest unverified that needs one, and nothing else', async () => {
    using launches = await Launches.open('exit 7');
    await using lanes = await open(launches);
    const report = await lanes.verify(['ends'], 1);
    for (const id of ['E-03', 'E-04', 'E-07', 'E-08']) {
      const { judgement, cause, why } = criterionOf(report, id);
      assert.deepEqual([judgement, cause], ['unverified', 'environment']);
      assert.match(why ?? '', /the browser had ended, and could not be launched again: .*exitCode=7/u);
    }
    for (const id of ['E-05', 'E-06']) assert.equal(criterionOf(report, id).judgement, 'violated');
    assert.match(report.run.remarks.at(-1) ?? '', /, and could not be launched again$/u);
    assert.equal(report.verdict, 'FAIL');
    assert.deepEqual(launches.left(), []);
  });

  it('leaves nothing when the run is stopped while another one is launched', async () => {
    using launches = await Launches.open(`kill -USR2 ${String(pid)}`);
    await using lanes = await open(launches);
    const stop = new AbortController();
    process.once('SIGUSR2', () => {
      stop.abort();
    });
    await assert.rejects(lanes.verify(['ends'], 1, stop), /"kind":"interrupted"/u);
    assert.equal(launches.count, 2);
    assert.deepEqual(launches.left(), []);
  });
});
