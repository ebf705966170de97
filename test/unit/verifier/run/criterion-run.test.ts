import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Value } from '../../../../contracts/language/index.ts';
import { resolveSaves } from '../../../../verifier/run/keep-saves.ts';
import type { Observation } from '../../../../verifier/probes/observation.ts';
import { but, criterion, healthy, missing } from './healthy-run.ts';
import { runScripted, saw } from './scripted-run.ts';

const stepIds = ['reader.create.1', 'given.1', 'when.1', 'then.1', 'then.2', 'then.3'];

describe('the run of a criterion', () => {
  it('is satisfied when every step is, at the strength of its claim, with the evidence of each', async () => {
    const { outcome } = await runScripted(criterion, healthy);
    assert.equal(outcome.judgement.judgement, 'satisfied');
    assert.equal(outcome.report.reached, 'persisted');
    assert.deepEqual(
      outcome.report.steps.map(({ id }) => id),
      stepIds,
    );
    for (const { judgement } of outcome.report.steps) assert.equal(judgement.evidence.length, 1);
  });

  it('acts exactly once, and looks until it holds', async () => {
    const { outcome, calls } = await runScripted(
      criterion,
      but('then.1', (times) => (times < 4 ? missing : saw({ count: 1, elements: [{}], texts: ['Saved'] }))),
    );
    assert.equal(outcome.judgement.judgement, 'satisfied');
    assert.equal(calls.filter((id) => id === 'when.1').length, 1);
    // Four looks until it held, and the last look.
    assert.equal(calls.filter((id) => id === 'then.1').length, 5);
    const refused = await runScripted(
      criterion,
      but('when.1', () => saw({ outcome: 'not-found' })),
    );
    assert.equal(refused.outcome.judgement.judgement, 'violated');
    assert.equal(refused.calls.filter((id) => id === 'when.1').length, 1);
  });

  it('what a page takes back after it was seen is violated, and the report says so', async () => {
    const { outcome } = await runScripted(
      criterion,
      but('then.1', (times) => (times === 1 ? saw({ count: 1, elements: [{}], texts: ['Saved'] }) : missing)),
    );
    assert.equal(outcome.judgement.judgement, 'violated');
    assert.equal(outcome.report.steps.find(({ id }) => id === 'then.1')?.takenBack, true);
  });

  it('judges every step of then, also after one failed', async () => {
    const { outcome } = await runScripted(
      criterion,
      but('then.1', () => missing),
    );
    assert.deepEqual(
      outcome.report.steps.slice(-3).map(({ judgement }) => judgement.kind),
      ['violated', 'satisfied', 'satisfied'],
    );
  });

  it('a scene that can’t be set is unverified, and nothing after it is run', async () => {
    for (const id of ['reader.create.1', 'given.1']) {
      const { outcome, calls } = await runScripted(
        criterion,
        but(id, () => saw({ outcome: 'not-found', status: 500 })),
      );
      assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'precondition']);
      assert.ok(!calls.includes('when.1') && !calls.includes('then.1'));
      assert.deepEqual(
        outcome.report.steps.map((step) => step.id),
        stepIds,
      );
    }
  });

  it('a violation while a control probe says that something is down is unverified', async () => {
    const { outcome } = await runScripted(
      criterion,
      but('then.1', () => missing),
      { down: 'db: refused' },
    );
    assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
  });

  it('a probe that throws leaves the criterion unverified', async () => {
    const { outcome } = await runScripted(
      criterion,
      but('then.2', () => {
        throw new Error('broken');
      }),
    );
    assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
  });

  it('what breaks between two steps leaves it unverified, with the steps that were taken before', async () => {
    const markWhen = (): Promise<void> => Promise.reject(new Error('the journal does not answer'));
    const { outcome, calls } = await runScripted(criterion, healthy, { broken: { markWhen } });
    assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
    assert.match(outcome.report.why ?? '', /the journal does not answer/u);
    assert.deepEqual(
      outcome.report.steps.map(({ id, judgement: { kind } }) => [id, kind]),
      stepIds.map((id, index) => [id, index < 2 ? 'satisfied' : 'unverified']),
    );
    assert.ok(!calls.includes('when.1'));
  });

  it('is not satisfied when the last look could not be taken, or its records could not be kept', async () => {
    let settled = 0;
    const settle = (): Promise<void> =>
      (settled += 1) === 3 ? Promise.reject(new Error('the browser died')) : Promise.resolve();
    const finish = (): Promise<never> => Promise.reject(new Error('the disk is full'));
    for (const broken of [{ settle }, { finish }]) {
      const { outcome } = await runScripted(criterion, healthy, { broken });
      assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
      assert.deepEqual(
        outcome.report.steps.map(({ id }) => id),
        stepIds,
      );
    }
    assert.equal(settled, 3);
  });

  it('a criterion whose time is over is unverified for time, also at the last look, never violated by it', async () => {
    const slow = but('then.2', () => saw({ rows: [{ n: 1 }] }));
    const { outcome } = await runScripted(criterion, (step, clock) => {
      if (step.id === 'then.2') clock.ms += 61_000;
      return slow(step, clock);
    });
    assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'time']);
  });

  it('is violated when the application ended by itself, and unverified when something ended it or a control is down', async () => {
    const end = { name: 'app', code: 1, signal: null, lastWords: 'out of ideas' };
    const crashed = await runScripted(criterion, healthy, { broken: { appEnd: () => end } });
    assert.equal(crashed.outcome.judgement.judgement, 'violated');
    assert.match(crashed.outcome.report.why ?? '', /“app” ended with exit code 1 .*out of ideas/u);
    const aborted = { ...end, code: null, signal: 'SIGABRT' };
    const { outcome: ofItself } = await runScripted(criterion, healthy, { broken: { appEnd: () => aborted } });
    assert.equal(ofItself.judgement.judgement, 'violated');
    const ended = { ...end, code: null, signal: 'SIGKILL' };
    const wrapped = { ...end, code: 137 };
    for (const options of [
      { broken: { appEnd: () => ended } },
      { broken: { appEnd: () => wrapped } },
      { broken: { appEnd: () => end }, down: 'db: refused' },
    ]) {
      const { outcome } = await runScripted(criterion, healthy, options);
      assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
    }
  });

  it('what fails when the application is gone is told with its end, and says nothing of it where somebody else ended it', async () => {
    const refused = but('then.2', () => saw({ rows: [] }));
    const end = { name: 'app', code: 1, signal: null, lastWords: 'out of ideas' };
    const { outcome: crashed } = await runScripted(criterion, refused, { broken: { appEnd: () => end } });
    assert.equal(crashed.judgement.judgement, 'violated');
    assert.match(crashed.report.why ?? '', /rows.*; “app” ended with exit code 1 .*; it wrote: out of ideas$/u);
    const violated = crashed.report.steps.filter(({ judgement }) => judgement.kind === 'violated');
    assert.match(JSON.stringify(violated.map(({ judgement }) => judgement)), /it wrote: out of ideas"\}\]\}\]$/u);
    const killed = { ...end, code: null, signal: 'SIGKILL' };
    const { outcome } = await runScripted(criterion, refused, { broken: { appEnd: () => killed } });
    assert.deepEqual([outcome.judgement.judgement, outcome.report.cause], ['unverified', 'environment']);
    assert.match(outcome.report.why ?? '', /“app” was ended by SIGKILL/u);
  });

  it('a step that needs a value which was not saved is unverified', async () => {
    const saving = `
      claim: served
      when: [ { api.request: { as: guest, method: POST, path: /notes, expect: { status: 201 }, save: { id: /id } } } ]
      then: [ { api.request: { as: guest, method: GET, path: "/notes/{{id}}", expect: { status: 200 } } } ]
    `;
    const answer = (status: number, json: Value): Observation => saw({ status, headers: {}, text: '', json });
    const { outcome } = await runScripted(saving, ({ id }) =>
      id === 'when.1' ? answer(201, { other: 1 }) : answer(200, {}),
    );
    assert.equal(outcome.judgement.judgement, 'violated');
    assert.deepEqual(
      outcome.report.steps.map(({ judgement }) => judgement.kind),
      ['violated', 'unverified'],
    );
    const good = await runScripted(saving, ({ id }) => (id === 'when.1' ? answer(201, { id: 7 }) : answer(200, {})));
    assert.equal(good.outcome.judgement.judgement, 'satisfied');
    assert.equal(good.outcome.report.values['id'], 7);
  });

  it('is never satisfied when any step observed anything else than what it demands', async () => {
    const observations: Observation[] = [
      missing,
      saw({ outcome: 'ambiguous' }),
      saw({ rows: [] }),
      saw({}),
      saw({ failed: 'refused', detail: '' }),
      { kind: 'errored', cause: 'environment', why: 'gone', evidence: [] },
      { kind: 'timed-out', cause: 'time', why: 'late', evidence: [] },
      { kind: 'skipped', cause: 'not-run', why: 'stopped', evidence: [] },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...stepIds),
        fc.constantFrom(...observations),
        fc.integer({ min: 1, max: 3 }),
        async (id, observation, from) => {
          const script = but(id, (times, step) => (step.kind === 'look' && times < from ? missing : observation));
          const { outcome } = await runScripted(criterion, script);
          assert.notEqual(outcome.judgement.judgement, 'satisfied');
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('what is saved', () => {
  it('comes from the JSON body or from the rows; a pointer that leads nowhere is a mismatch', () => {
    const at = { file: 'a', line: 1, column: 1 };
    const saves = [{ name: 'slug', pointer: '/article/slug', at }];
    assert.deepEqual([...resolveSaves(saves, { json: { article: { slug: 's' } } }).values], [['slug', 's']]);
    assert.deepEqual([...resolveSaves([{ name: 'n', pointer: '/0/n', at }], { rows: [{ n: 1 }] }).values], [['n', 1]]);
    assert.equal(resolveSaves(saves, { json: {} }).missing.length, 1);
    assert.equal(resolveSaves(saves, { text: 'no body' }).missing.length, 1);
  });
});
