import assert from 'node:assert/strict';
import type { VerificationReport } from '../../../reports/index.ts';
import { criterionOf, Lanes, tell } from './lanes.ts';

describe('the whole engine', () => {
  let lanes: Lanes;

  before(async () => {
    lanes = await Lanes.open();
  });
  after(() => lanes[Symbol.asyncDispose]());

  describe('with two workers', () => {
    let report: VerificationReport;

    before(async () => {
      report = await lanes.verify(['ahead', 'meeting', 'optimism'], 2);
    });

    it('has two criteria in work at the same time', () => {
      for (const id of ['M-01', 'M-02'])
        assert.equal(tell(criterionOf(report, id)), 'satisfied: when.1 satisfied, then.1 satisfied');
    });

    it('makes the databases and the processes of the next criteria while two run', () => {
      const { judgement, steps } = criterionOf(report, 'A-01');
      assert.equal(judgement, 'satisfied', tell(criterionOf(report, 'A-01')));
      const { json } = steps.at(-1)?.observed as { json: { processes: { pid: number; database: string }[] } };
      assert.ok(new Set(json.processes.map(({ pid }) => pid)).size >= 3);
      assert.equal(new Set(json.processes.map(({ database }) => database)).size, json.processes.length);
    });

    it('judges what a page shows and takes back 600 ms later, when the server has refused it, as violated', () => {
      const { judgement, steps } = criterionOf(report, 'O-01');
      assert.equal(judgement, 'violated', tell(criterionOf(report, 'O-01')));
      assert.deepEqual(
        steps.filter(({ judgement: { kind } }) => kind !== 'satisfied').map(({ id }) => id),
        ['then.1'],
      );
    });

    it('judges it as violated also when a look saw it before, and says that it was taken back', () => {
      const { judgement, steps } = criterionOf(report, 'O-02');
      assert.equal(judgement, 'violated', tell(criterionOf(report, 'O-02')));
      const [shown, sent] = steps.slice(-2);
      assert.deepEqual([shown?.judgement.kind, shown?.takenBack], ['violated', true]);
      assert.equal(shown?.looks.length, 2, 'one look that saw it, and the last');
      assert.deepEqual([sent?.judgement.kind, sent?.takenBack], ['satisfied', undefined]);
    });

    it('is content with what the page does not take back', () => {
      assert.equal(criterionOf(report, 'O-03').judgement, 'satisfied', tell(criterionOf(report, 'O-03')));
      assert.equal(report.verdict, 'FAIL');
    });

    it('remarks that the application wrote a file beside its code', () => {
      assert.deepEqual(report.run.remarks, [
        'the application wrote shared beside its code: later criteria found what earlier ones left there',
      ]);
    });
  });

  describe('of a system that is late', () => {
    let report: VerificationReport;

    before(async () => {
      report = await lanes.verify(['lateness'], 2);
    });

    it('counts rows that are written after the answer, with or without a page', () => {
      for (const id of ['L-01', 'L-02'])
        assert.equal(tell(criterionOf(report, id)), 'violated: when.1 satisfied, then.1 violated');
      assert.equal(
        tell(criterionOf(report, 'L-03')),
        'satisfied: given.1 satisfied, when.1 satisfied, then.1 satisfied',
      );
    });

    it('waits for a request of when, and looks again at what when saw', () => {
      const criterion = criterionOf(report, 'L-04');
      const { judgement, takenBack } = criterion.steps.find(({ id }) => id === 'when.3') ?? {};
      assert.deepEqual([criterion.judgement, judgement?.kind, takenBack], ['violated', 'violated', true]);
    });

    it('is not content with an application that ended by itself', () => {
      const criterion = criterionOf(report, 'L-05');
      assert.equal(tell(criterion), 'violated: when.1 satisfied, then.1 satisfied');
      assert.match(criterion.why ?? '', /“app” ended with exit code 3 .*nothing works here/u);
      assert.ok(criterion.evidence.some(({ kind }) => kind === 'log'));
    });
  });

  describe('with one worker', () => {
    let report: VerificationReport;

    before(async () => {
      report = await lanes.verify(['alone', 'parting', 'scene'], 1);
    });

    it('has one criterion in work at a time', () => {
      assert.equal(tell(criterionOf(report, 'P-01')), 'violated: when.1 satisfied, then.1 violated');
      assert.equal(tell(criterionOf(report, 'P-02')), 'satisfied: when.1 satisfied, then.1 satisfied');
    });

    it('has one application at a time, too', () => {
      for (const id of ['N-01', 'N-02'])
        assert.equal(tell(criterionOf(report, id)), 'satisfied: when.1 satisfied, then.1 satisfied');
    });

    it('keeps the steps that a criterion had taken when the change journal does not answer, and runs no others', () => {
      const criterion = criterionOf(report, 'S-01');
      assert.equal(
        tell(criterion),
        'unverified (environment): given.1 satisfied, given.2 satisfied, when.1 unverified, then.1 unverified',
      );
      assert.match(criterion.why ?? '', /changes of “db”/u);
      assert.ok(criterion.evidence.some(({ kind }) => kind === 'log'));
    });
  });

  describe('of a changed system', () => {
    let sound: string;

    before(async () => {
      sound = await lanes.repository.git('rev-parse', 'HEAD');
    });
    afterEach(() => lanes.repository.git('reset', '--quiet', '--hard', sound));

    async function verifyWith(before: string, after: string, selection: string[] = []): Promise<VerificationReport> {
      await lanes.repository.edit('contracts/system.yaml', before, after);
      await lanes.repository.commit(after);
      return await lanes.verify(selection, 2);
    }

    it('keeps one process for all criteria with keepApp', async () => {
      const report = await verifyWith('root: ..', 'root: ..\nkeepApp: true', ['kept']);
      assert.equal(report.run.workers, 1, 'two asked for');
      for (const id of ['K-01', 'K-02', 'K-03'])
        assert.equal(tell(criterionOf(report, id)), 'satisfied: when.1 satisfied, then.1 satisfied');
    });

    it('names the layers that were not run because one before them failed, and why', async () => {
      const report = await verifyWith('build: { run: node --check lanes.mjs }', 'build: { run: node nothing.mjs }');
      assert.deepEqual(
        report.checks.map(({ name, layer, judgement }) => [name, layer, judgement.kind]),
        [
          ['install', 'install', 'satisfied'],
          ['build', 'build', 'violated'],
          ['first', 'check', 'unverified'],
          ['second', 'check', 'unverified'],
        ],
      );
      for (const { judgement } of report.checks.slice(2)) {
        assert.deepEqual(judgement, {
          kind: 'unverified',
          cause: 'not-run',
          why: '“build” failed before its turn',
          evidence: [],
        });
      }
      assert.equal(report.verdict, 'FAIL');
      assert.deepEqual([...new Set(report.reasons.map(({ check }) => check))].slice(0, 3), [
        'build',
        'first',
        'second',
      ]);
    });

    it('gives a verdict when no database can be made for a check, and leaves that check unverified', async () => {
      const report = await verifyWith('node --check kill-database.mjs', 'node kill-database.mjs');
      const judged = new Map(report.checks.map(({ name, judgement }) => [name, judgement]));
      assert.equal(judged.get('first')?.kind, 'satisfied');
      const second = judged.get('second');
      assert.ok(second?.kind === 'unverified');
      assert.equal(second.cause, 'environment');
      assert.match(second.why, /needs a database of “db”/u);
      assert.deepEqual([report.verdict, report.exitCode], ['BLOCKED', 3]);
      assert.equal(report.counts.byCause['environment'], report.counts.criteria);
    });
  });
});
