import assert from 'node:assert/strict';
import { describeMatcher, bindStep, scopeOf, type PlanStep } from '../../../contracts/language/index.ts';
import { contractText, planOf } from './sources.ts';

/** The steps of `then`, after the ones that the criterion needs. */
export function thenSteps(...written: string[]): readonly PlanStep[] {
  const list = written.map((step) => `  - ${step}`).join('\n');
  const plan = planOf(
    contractText(`as: reader
claim: persisted
deadline: 5m
given: [ { browser.open: { path: / } } ]
when: [ { api.request: { as: author, method: POST, path: / } } ]
then:
  - db.delta: { notes: { inserted: 1 } }
${list}`),
  );
  return plan.contracts[0]?.criteria[0]?.then.slice(1) ?? [];
}

/** A step's expectation in words. */
export function expectationWords(step: PlanStep): string {
  const bound = bindStep(step, scopeOf({}));
  assert.ok(bound.ok);
  return describeMatcher(bound.step.expectation);
}
