import assert from 'node:assert/strict';
import { but, criterion, healthy, healthyObservations, missing } from './healthy-run.ts';
import type { CriterionOutcome } from '../../../../verifier/run/index.ts';
import { runScripted, saw, type Script } from './scripted-run.ts';

describe('the last look', () => {
  it('takes the delta at the start of then, before any look, and again with the last look', async () => {
    const { calls } = await runScripted(criterion, healthy);
    assert.deepEqual(calls.slice(calls.indexOf('mark')), [
      'mark',
      'when.1',
      'settle',
      'then.3',
      'then.1',
      'then.2',
      'settle',
      'then.1',
      'then.2',
      'then.3',
    ]);
  });

  it('is violated by rows that change between the start of then and the last look', async () => {
    const late = saw({ notes: { inserted: [{ id: 1 }, { id: 2 }] } });
    const { outcome } = await runScripted(
      criterion,
      but('then.3', (times, step) => (times === 1 ? saw(healthyObservations[step.probe.verb] ?? null) : late)),
    );
    assert.equal(outcome.judgement.judgement, 'violated');
    assert.equal(outcome.report.steps.find(({ id }) => id === 'then.3')?.takenBack, true);
  });

  it('never takes the delta again after acts or requests of then, which may themselves change rows', async () => {
    for (const other of [
      'browser.reload: { as: reader }',
      'api.request: { as: reader, method: GET, path: /, expect: { status: 201 } }',
    ]) {
      const { outcome, calls } = await runScripted(
        criterion.replace('browser.see: { as: reader, text: Saved }', other),
        healthy,
      );
      assert.equal(outcome.judgement.judgement, 'satisfied');
      assert.equal(calls.filter((id) => id === 'then.3').length, 1);
    }
  });

  describe('looks of when', () => {
    const looking = (then: string): string => `
      claim: shown
      given: [ { browser.open: { as: reader, path: / } } ]
      when:  [ { browser.see: { as: reader, text: Empty } }, { browser.click: { as: reader, role: button, name: Save } }, { browser.see: { as: reader, text: Saved } } ]
      then:  [ ${then} ]
    `;
    const heading = '{ browser.see: { as: reader, role: heading } }';

    it('after its last act are taken again with the last look, those before it are not', async () => {
      const { outcome, calls } = await runScripted(looking(heading), healthy);
      assert.equal(outcome.judgement.judgement, 'satisfied');
      assert.deepEqual(calls.slice(-2), ['when.3', 'then.1']);
      assert.equal(calls.filter((id) => id === 'when.1').length, 1);
    });

    it('are violated by what is taken back before the last look', async () => {
      const { outcome } = await runScripted(
        looking(heading),
        but('when.3', (times) => (times === 1 ? saw({ count: 1, elements: [{}], texts: ['Saved'] }) : missing)),
      );
      assert.equal(outcome.judgement.judgement, 'violated');
      assert.equal(outcome.report.steps.find(({ id }) => id === 'when.3')?.takenBack, true);
    });

    it('speak of the page before then acts', async () => {
      const { calls } = await runScripted(looking(`{ browser.reload: { as: reader } }, ${heading}`), healthy);
      assert.equal(calls.filter((id) => id === 'when.3').length, 1);
    });

    it('that are the action themselves are requests that are sent once', async () => {
      const { calls } = await runScripted(
        `
          claim: served
          when: [ { api.request: { as: guest, method: GET, path: /, expect: { status: 201 } } } ]
          then: [ { db.query: { sql: "select 1 as n", expect: { rows: [ { n: 1 } ] } } } ]
        `,
        healthy,
      );
      assert.equal(calls.filter((id) => id === 'when.1').length, 1);
    });
  });

  describe('a request of when that writes', () => {
    const request = 'POST /notes';
    const kinds = ({ report }: CriterionOutcome): string[] =>
      report.steps.slice(-3).map(({ judgement }) => judgement.kind);

    it('and is not answered as long as looks may wait leaves what holds meanwhile unverified', async () => {
      const deadlines: number[] = [];
      const finishWrites = (deadlineMs: number): Promise<readonly string[]> => {
        deadlines.push(deadlineMs);
        return Promise.resolve([request]);
      };
      const { outcome } = await runScripted(criterion, healthy, { broken: { finishWrites } });
      assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'time']);
      assert.match(outcome.report.why ?? '', /POST \/notes/u);
      assert.deepEqual(kinds(outcome), ['unverified', 'unverified', 'unverified']);
      assert.deepEqual(deadlines, [5_000]);
      const violated = await runScripted(
        criterion,
        but('then.1', () => missing),
        { broken: { finishWrites } },
      );
      assert.equal(violated.outcome.judgement.judgement, 'violated');
    });

    it('is over before the last look', async () => {
      const order: string[] = [];
      const script: Script = (step, clock) => {
        order.push(step.id);
        return healthy(step, clock);
      };
      const finishWrites = (): Promise<readonly string[]> => {
        order.push('finish');
        return Promise.resolve([]);
      };
      await runScripted(criterion, script, { broken: { finishWrites } });
      assert.deepEqual(order.slice(-7), ['then.3', 'then.1', 'then.2', 'finish', 'then.1', 'then.2', 'then.3']);
    });

    it('is over before then acts, and before a delta that is not taken again', async () => {
      const order: string[] = [];
      const script: Script = (step, clock) => {
        order.push(step.id);
        return healthy(step, clock);
      };
      const finishWrites = (): Promise<readonly string[]> => {
        order.push('finish');
        return Promise.resolve(order.filter((name) => name === 'finish').length === 2 ? [request] : []);
      };
      const reloading = criterion.replace('browser.see: { as: reader, text: Saved }', 'browser.reload: { as: reader }');
      const { outcome } = await runScripted(reloading, script, { broken: { finishWrites } });
      const expected = ['finish', 'then.3', 'finish', 'then.1', 'then.2', 'finish', 'then.2'];
      assert.deepEqual(order.slice(-expected.length), expected);
      assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'time']);
    });
  });
});
