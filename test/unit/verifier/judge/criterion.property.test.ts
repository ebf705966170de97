import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Claim } from '../../../../contracts/language/index.ts';
import { judgeCriterion, type CriterionFacts, type PlannedStep } from '../../../../verifier/judge/index.ts';
import { planned, SATISFIED, UNVERIFIED, VIOLATED } from './criterion-facts.ts';

describe('any criterion', () => {
  const claim = fc.constantFrom<Claim>('shown', 'served', 'persisted', 'durable');
  const step = fc.record({
    section: fc.constantFrom<PlannedStep['section']>('create', 'signIn', 'given', 'when', 'then', 'always'),
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
      // Most applications live, and most faults have their effect.
      byItself: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.boolean()),
      idle: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.nat({ max: 5 })),
    })
    .map(({ steps, byItself, idle, ...rest }): CriterionFacts => {
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
        ...(byItself === undefined ? {} : { ended: { byItself, why: 'it ended', at: somewhere } }),
        ...(idle === undefined
          ? {}
          : { idleFaults: new Map(all.slice(idle, idle + 1).map((one) => [one.planned.id, 'no effect'])) }),
      };
    });
  const RUNS = { numRuns: 3_000 };
  const somewhere = { file: 'a.contract.yaml', line: 1, column: 1 };

  it('is satisfied only with every step satisfied, its end reached, and its claim carried', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        const found = judgeCriterion(any);
        if (found.judgement !== 'satisfied') return;
        assert.ok(any.finished && any.planned.length > 0);
        assert.deepEqual([any.ended, any.idleFaults?.size ?? 0], [undefined, 0]);
        assert.ok(any.planned.every(({ id }) => any.judgements.get(id)?.kind === 'satisfied'));
        assert.equal(found.evidence.length, any.planned.length);
        const order: Claim[] = ['shown', 'served', 'persisted', 'durable'];
        assert.ok(order.indexOf(found.reached) >= order.indexOf(any.claim));
      }),
      RUNS,
    );
  });

  it('is violated only by a violated step behind its scene or by an application that ended by itself, in a healthy environment, with its scene set', () => {
    fc.assert(
      fc.property(anyFacts, (any) => {
        if (judgeCriterion(any).judgement !== 'violated') return;
        const kindsOf = (scene: boolean): (string | undefined)[] =>
          any.planned
            .filter(({ section }) => !['when', 'then', 'always'].includes(section) === scene)
            .map(({ id }) => any.judgements.get(id)?.kind);
        assert.equal(any.controls, 'up');
        assert.ok(kindsOf(true).every((kind) => kind === 'satisfied'));
        assert.ok(kindsOf(false).includes('violated') || any.ended?.byItself === true);
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
