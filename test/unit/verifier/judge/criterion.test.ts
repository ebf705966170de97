import assert from 'node:assert/strict';
import type { Claim } from '../../../../contracts/language/index.ts';
import type { Judgement } from '../../../../reports/index.ts';
import { judgeCriterion, type PlannedStep } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';
import { facts, PLAN, planned, SATISFIED, UNVERIFIED, VIOLATED } from './criterion-facts.ts';

describe('a criterion whose every step is satisfied', () => {
  it('is satisfied, with the evidence of each of them', () => {
    const evidence = PLAN.flatMap(() => EVIDENCE);
    assert.deepEqual(judgeCriterion(facts()), { judgement: 'satisfied', reached: 'persisted', evidence });
  });

  it('is not when its run did not come to its end', () => {
    const stopped = { cause: 'time', why: 'its 60 s were over' } as const;
    assert.deepEqual(judgeCriterion(facts({}, { finished: false, stopped })), {
      judgement: 'unverified',
      ...stopped,
      reached: 'persisted',
    });
    assert.equal(judgeCriterion(facts({}, { finished: false })).judgement, 'unverified');
  });

  it('is not when they show less than it claims', () => {
    const found = judgeCriterion(facts({}, { claim: 'durable' }));
    assert.deepEqual(
      [found.judgement, 'cause' in found && found.cause, found.reached],
      ['unverified', 'claim', 'persisted'],
    );
  });

  it('reaches only what stated looks of when and then carry', () => {
    const carriers: [PlannedStep, Claim | undefined][] = [
      [planned('then.3', { strength: 'durable' }), 'durable'],
      [planned('when.3', { strength: 'durable', kind: 'look', stated: true }), 'durable'],
      [planned('then.3', { strength: 'durable', stated: false }), 'persisted'],
      [planned('then.3', { strength: 'durable', kind: 'act' }), 'persisted'],
      [planned('given.3', { strength: 'durable', kind: 'look', stated: true }), 'persisted'],
      [planned('reader.signIn.3', { strength: 'durable', kind: 'look', stated: true }), 'persisted'],
    ];
    for (const [step, reached] of carriers) {
      assert.equal(judgeCriterion(facts({}, { planned: [...PLAN, step] })).reached, reached, step.id);
    }
  });

  it('reaches nothing by a look that is not satisfied', () => {
    const planWithStrong = [...PLAN, planned('then.3', { strength: 'durable' })];
    assert.equal(judgeCriterion(facts({ 'then.3': VIOLATED }, { planned: planWithStrong })).reached, 'persisted');
  });
});

describe('a criterion with a violated step', () => {
  it('is violated, and says which step and at which line', () => {
    assert.deepEqual(judgeCriterion(facts({ 'then.1': VIOLATED })), {
      judgement: 'violated',
      why: '“do then.1”: /status expected 200, found 500',
      at: { file: 'a.contract.yaml', line: 11, column: 5 },
      reached: 'persisted',
    });
  });

  it('names the line in the criterion for a step that is written elsewhere', () => {
    const use = { file: 'a.contract.yaml', line: 77, column: 3 };
    const origin = { written: { file: 'steps.yaml', line: 1, column: 1 }, via: [{ name: 'the heart is on', at: use }] };
    const found = judgeCriterion(facts({ 'then.3': VIOLATED }, { planned: [...PLAN, planned('then.3', { origin })] }));
    assert.deepEqual('at' in found && found.at, use);
  });

  it('is violated whatever else of when and then is unverified, not run or unfinished', () => {
    const open = facts({ 'when.1': UNVERIFIED, 'then.1': VIOLATED, 'then.2': undefined }, { finished: false });
    assert.equal(judgeCriterion(open).judgement, 'violated');
    assert.equal(judgeCriterion(facts({ 'when.1': VIOLATED })).judgement, 'violated');
  });

  it('is unverified when the environment was not healthy', () => {
    const found = judgeCriterion(facts({ 'then.1': VIOLATED }, { controls: 'down' }));
    assert.deepEqual([found.judgement, 'cause' in found && found.cause], ['unverified', 'environment']);
  });

  it('is unverified for the environment, too, when that kept the scene from being set', () => {
    const found = judgeCriterion(facts({ 'given.1': VIOLATED }, { controls: 'down' }));
    assert.deepEqual([found.judgement, 'cause' in found && found.cause], ['unverified', 'environment']);
  });

  it('is unverified for want of its precondition when the scene could not be set', () => {
    for (const id of ['reader.create.1', 'reader.signIn.1', 'given.1']) {
      const found = judgeCriterion(facts({ [id]: VIOLATED, 'then.1': VIOLATED }));
      assert.deepEqual([found.judgement, 'cause' in found && found.cause], ['unverified', 'precondition'], id);
    }
  });

  it('is unverified when nobody knows whether the scene was set', () => {
    for (const open of [UNVERIFIED, undefined]) {
      assert.equal(judgeCriterion(facts({ 'given.1': open, 'then.1': VIOLATED })).judgement, 'unverified');
    }
  });
});

describe('a criterion whose application ended', () => {
  const at = { file: 'a.contract.yaml', line: 3, column: 5 };
  const ended = { byItself: true, why: 'the application ended by itself, with exit code 1', at };

  it('is violated where it did so by itself, whatever was seen of it before', () => {
    assert.deepEqual(judgeCriterion(facts({}, { ended })), {
      judgement: 'violated',
      why: ended.why,
      at,
      reached: 'persisted',
    });
    assert.equal(judgeCriterion(facts({ 'then.2': undefined }, { ended })).judgement, 'violated');
  });

  it('is unverified where somebody may have ended it, or the environment was not healthy', () => {
    for (const more of [{ ended: { ...ended, byItself: false } }, { ended, controls: 'down' as const }]) {
      const found = judgeCriterion(facts({}, more));
      assert.deepEqual([found.judgement, 'cause' in found && found.cause], ['unverified', 'environment']);
    }
  });

  it('tells first what was seen to be wrong', () => {
    const found = judgeCriterion(facts({ 'then.1': VIOLATED }, { ended }));
    assert.match('why' in found ? found.why : '', /do then\.1/u);
  });

  it('proves nothing where its scene was not set', () => {
    assert.equal(judgeCriterion(facts({ 'given.1': VIOLATED }, { ended })).judgement, 'unverified');
  });
});

describe('a criterion with a fault that had no effect', () => {
  const idle = { idleFaults: new Map([['given.1', 'it answered no call']]) };

  it('is unverified, since nothing was seen under it', () => {
    assert.deepEqual(judgeCriterion(facts({}, idle)), {
      judgement: 'unverified',
      cause: 'precondition',
      why: '“do given.1”: it answered no call',
      at: { file: 'a.contract.yaml', line: 11, column: 5 },
      reached: 'persisted',
    });
  });

  it('is violated all the same by what was seen to be wrong', () => {
    assert.equal(judgeCriterion(facts({ 'then.1': VIOLATED }, idle)).judgement, 'violated');
  });
});

describe('a criterion with a gap', () => {
  it('is unverified for each step that has no judgement', () => {
    for (const { id } of PLAN) {
      const found = judgeCriterion(facts({ [id]: undefined }));
      assert.deepEqual([found.judgement, 'cause' in found && found.cause], ['unverified', 'not-run'], id);
    }
  });

  it('tells the cause, not its consequence', () => {
    const found = judgeCriterion(facts({ 'when.1': undefined, 'then.1': UNVERIFIED, 'then.2': undefined }));
    assert.deepEqual(found, {
      judgement: 'unverified',
      cause: 'environment',
      why: '“do then.1”: the browser died',
      at: { file: 'a.contract.yaml', line: 11, column: 5 },
    });
  });

  it('tells why it was stopped where steps were not reached', () => {
    const stopped = { cause: 'environment', why: 'the database does not start' } as const;
    const found = judgeCriterion({ ...facts({}, { finished: false, stopped }), judgements: new Map() });
    assert.deepEqual(found, { judgement: 'unverified', ...stopped });
  });

  it('is unverified without steps, and when other steps were judged than planned', () => {
    assert.equal(judgeCriterion(facts({}, { planned: [] })).judgement, 'unverified');
    const stray = facts();
    assert.equal(
      judgeCriterion({ ...stray, judgements: new Map([...stray.judgements, ['then.9', SATISFIED]]) }).judgement,
      'unverified',
    );
    assert.equal(judgeCriterion(facts({}, { planned: [...PLAN, planned('then.2')] })).judgement, 'unverified');
  });

  it('is unverified for a judgement of a kind that nobody knows', () => {
    const odd = { kind: 'splendid', evidence: EVIDENCE } as unknown as Judgement;
    for (const { id } of PLAN) assert.equal(judgeCriterion(facts({ [id]: odd })).judgement, 'unverified');
  });
});
