import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Claim } from '../../../../contracts/language/index.ts';
import type { Judgement } from '../../../../reports/index.ts';
import { judgeCriterion, type CriterionFacts, type PlannedStep } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';

const SATISFIED: Judgement = { kind: 'satisfied', evidence: EVIDENCE };
const VIOLATED: Judgement = {
  kind: 'violated',
  evidence: EVIDENCE,
  mismatches: [{ path: '/status', message: 'expected 200, found 500' }],
};
const UNVERIFIED: Judgement = { kind: 'unverified', cause: 'environment', why: 'the browser died', evidence: [] };

function planned(id: string, more: Partial<PlannedStep> = {}): PlannedStep {
  const section = /(create|signIn|given|when|then)/u.exec(id)?.[0] as PlannedStep['section'];
  const line = 10 + Number(/\d+$/u.exec(id)?.[0] ?? 0);
  const isLook = section === 'then';
  return {
    id,
    section,
    words: `do ${id}`,
    origin: { written: { file: 'a.contract.yaml', line, column: 5 }, via: [] },
    kind: isLook ? 'look' : 'act',
    stated: isLook,
    ...(isLook ? { strength: 'persisted' } : {}),
    ...more,
  };
}

const PLAN = ['reader.create.1', 'reader.signIn.1', 'given.1', 'when.1', 'then.1', 'then.2'].map((id) => planned(id));

function facts(
  judgements: Readonly<Record<string, Judgement | undefined>> = {},
  more: Partial<CriterionFacts> = {},
): CriterionFacts {
  const steps = more.planned ?? PLAN;
  const entries = steps.map(({ id }) => [id, Object.hasOwn(judgements, id) ? judgements[id] : SATISFIED] as const);
  return {
    claim: 'persisted',
    planned: steps,
    judgements: new Map(entries.filter((entry): entry is [string, Judgement] => entry[1] !== undefined)),
    finished: true,
    controls: 'up',
    ...more,
  };
}

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

describe('any criterion', () => {
  const claim = fc.constantFrom<Claim>('shown', 'served', 'persisted', 'durable');
  const step = fc.record({
    section: fc.constantFrom<PlannedStep['section']>('create', 'signIn', 'given', 'when', 'then'),
    kind: fc.constantFrom<PlannedStep['kind']>('look', 'act'),
    stated: fc.boolean(),
    strength: fc.option(claim, { nil: undefined }),
  });
  const judgement = fc.constantFrom(SATISFIED, SATISFIED, SATISFIED, VIOLATED, UNVERIFIED, undefined);
  const anyFacts = fc
    .record({
      claim,
      steps: fc.array(fc.tuple(step, judgement), { maxLength: 6 }),
      finished: fc.boolean(),
      controls: fc.constantFrom<'up' | 'down'>('up', 'down'),
    })
    .map(({ steps, ...rest }): CriterionFacts => {
      const all = steps.map(([{ strength, ...one }, judged], index) => ({
        planned: planned(`${one.section}.${String(index)}`, {
          ...one,
          ...(strength === undefined ? {} : { strength }),
        }),
        judged,
      }));
      return {
        ...rest,
        planned: all.map(({ planned: one }) => one),
        judgements: new Map(all.flatMap(({ planned: { id }, judged }) => (judged === undefined ? [] : [[id, judged]]))),
      };
    });
  const RUNS = { numRuns: 3_000 };

  it('is satisfied only with every step satisfied, its end reached, and its claim carried', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const found = judgeCriterion(any);
        if (found.judgement !== 'satisfied') return;
        assert.ok(any.finished && any.planned.length > 0);
        assert.ok(any.planned.every(({ id }) => any.judgements.get(id)?.kind === 'satisfied'));
        assert.equal(found.evidence.length, any.planned.length);
        const order: Claim[] = ['shown', 'served', 'persisted', 'durable'];
        assert.ok(order.indexOf(found.reached) >= order.indexOf(any.claim));
      }),
      RUNS,
    );
  });

  it('is violated only by a violated when or then in a healthy environment, with its scene set', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        if (judgeCriterion(any).judgement !== 'violated') return;
        const kindsOf = (scene: boolean): (string | undefined)[] =>
          any.planned
            .filter(({ section }) => (section !== 'when' && section !== 'then') === scene)
            .map(({ id }) => any.judgements.get(id)?.kind);
        assert.equal(any.controls, 'up');
        assert.ok(kindsOf(true).every((kind) => kind === 'satisfied'));
        assert.ok(kindsOf(false).includes('violated'));
      }),
      RUNS,
    );
  });

  it('with a judgement lost or made worse never becomes satisfied', () => {
    fc.assert(
      fc.property(anyFacts, fc.nat(), fc.constantFrom(undefined, VIOLATED, UNVERIFIED), (any, at, worse) => {
        const id = any.planned[at % Math.max(any.planned.length, 1)]?.id;
        if (id === undefined) return;
        const judgements = new Map(any.judgements);
        if (worse === undefined) judgements.delete(id);
        else judgements.set(id, worse);
        assert.notEqual(judgeCriterion({ ...any, judgements }).judgement, 'satisfied');
      }),
      RUNS,
    );
  });

  it('is judged alike in whatever order its steps were judged', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const judgements = new Map([...any.judgements].reverse());
        assert.deepEqual(judgeCriterion({ ...any, judgements }), judgeCriterion(any));
      }),
      RUNS,
    );
  });
});
