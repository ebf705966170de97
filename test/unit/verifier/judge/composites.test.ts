import assert from 'node:assert/strict';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import { judgeHopeless, judgeStep, type JudgedStep } from '../../../../verifier/judge/index.ts';
import type { Observation } from '../../../../verifier/probes/observation.ts';
import { EVIDENCE, equal } from './arbitraries.ts';

const anything: Matcher<Value> = { is: 'anything' };
const having = (entries: Record<string, Matcher<Value>>): Matcher<Value> => ({ is: 'object', entries, exactly: false });
const saw = (value: Value): Observation => ({ kind: 'observed', value, evidence: EVIDENCE });

function messagesOf(step: JudgedStep, value: Value): readonly string[] {
  const judgement = judgeStep(step, saw(value));
  return judgement.kind === 'violated' ? judgement.mismatches.map(({ message }) => message) : [judgement.kind];
}

describe('values that are to agree', () => {
  const step: JudgedStep = {
    probe: { verb: 'values.agree' },
    expectation: { is: 'agreeing', names: ['browser', 'db'] },
  };

  it('are satisfied when every place has the same value', () => {
    assert.equal(judgeStep(step, saw({ browser: 3, db: 3n })).kind, 'satisfied');
    assert.equal(judgeStep(step, saw({ browser: { a: [1] }, db: { a: [1] } })).kind, 'satisfied');
  });

  it('are compared typed, and both are told', () => {
    assert.deepEqual(messagesOf(step, { browser: '3', db: 3 }), ['browser says "3" (text), db says 3 (number)']);
  });

  it('are violated where one could not be read, and the reason is told', () => {
    assert.deepEqual(messagesOf(step, { db: 3, problems: { browser: 'it found 2 elements, not one' } }), [
      'browser: it found 2 elements, not one',
    ]);
    assert.deepEqual(messagesOf(step, {}), ['nothing was read there', 'nothing was read there']);
  });

  it('can’t be judged when only one place is named', () => {
    const alone: JudgedStep = { ...step, expectation: { is: 'agreeing', names: ['db', 'db'] } };
    assert.equal(judgeStep(alone, saw({ db: 3 })).kind, 'unverified');
  });
});

describe('steps that are taken together', () => {
  const request = (status: number): { probe: { verb: string }; expectation: Matcher<Value> } => ({
    probe: { verb: 'api.request' },
    expectation: having({ status: equal(status) }),
  });
  const together = (...steps: ReturnType<typeof request>[]): JudgedStep => ({
    probe: { verb: 'together', steps },
    expectation: having({ answers: { is: 'array', items: steps.map((one) => one.expectation) } }),
  });

  it('are satisfied when each answer meets its own expectation', () => {
    assert.equal(
      judgeStep(together(request(201), request(200)), saw({ answers: [{ status: 201 }, { status: 200 }] })).kind,
      'satisfied',
    );
    assert.equal(
      judgeStep(together(request(201), request(200)), saw({ answers: [{ status: 200 }, { status: 201 }] })).kind,
      'violated',
    );
  });

  it('are violated by a request that failed, also when nothing is demanded of its answer', () => {
    const step: JudgedStep = {
      probe: { verb: 'together', steps: [{ probe: { verb: 'api.request' }, expectation: anything }] },
      expectation: having({ answers: { is: 'array', items: [anything] } }),
    };
    assert.deepEqual(messagesOf(step, { answers: [{ failed: 'reset', detail: 'ECONNRESET' }] }), [
      'the request failed: reset, ECONNRESET',
    ]);
  });

  it('are unverified when an answer was cut', () => {
    const cut = { answers: [{ status: 201, text: 'a', truncated: '50 MB' }] };
    assert.equal(judgeStep(together(request(201)), saw(cut)).kind, 'unverified');
  });

  it('are violated by what came before the body that was cut, and not by its rest', () => {
    const withText = (text: string): ReturnType<typeof request> => ({
      probe: { verb: 'api.request' },
      expectation: having({ status: equal(201), text: equal(text) }),
    });
    const answers = (status: number): Value => ({ answers: [{ status, text: 'a', truncated: '50 MB' }] });
    assert.equal(judgeStep(together(withText('ab')), saw(answers(201))).kind, 'unverified');
    assert.equal(judgeStep(together(withText('ab')), saw(answers(200))).kind, 'violated');
    const unfinished = { answers: [{ status: 201, text: 'a', unfinished: 'still open' }] };
    assert.equal(judgeStep(together(withText('ab')), saw(unfinished)).kind, 'violated');
    // Whether one of them is of such a kind is told of all together, and an answer that is not whole might be it.
    const ofAll = { ...together(withText('a')), expectation: having({ answers: { is: 'array', items: [] } }) };
    assert.equal(judgeStep(ofAll, saw(answers(201))).kind, 'unverified');
    const mixed = {
      answers: [
        { status: 201, text: 'a', truncated: '50 MB' },
        { status: 201, text: 'a' },
      ],
    };
    assert.equal(judgeStep(together(withText('a'), withText('ab')), saw(mixed)).kind, 'violated');
  });
});

describe('one of several alternatives', () => {
  const alternative = (index: number): Matcher<Value> => ({
    is: 'array',
    items: [0, 1].map((place) =>
      place === index
        ? having({ count: { is: 'gte', bound: 1 }, elements: { is: 'each', item: having({ pressed: equal(true) }) } })
        : anything,
    ),
  });
  const step: JudgedStep = {
    probe: { verb: 'browser.seeAny' },
    expectation: having({ any: { is: 'oneOf', options: [alternative(0), alternative(1)] } }),
  };
  const none = { count: 0, elements: [], texts: [] };
  const on = { count: 1, elements: [{ pressed: true }], texts: ['a'] };
  const off = { count: 1, elements: [{ pressed: false }], texts: ['a'] };
  /** More are on the page than were read, and those that were read are on. */
  const many = { count: 2, elements: [{ pressed: true }], texts: ['a'] };

  it('is satisfied by any of them', () => {
    assert.equal(judgeStep(step, saw({ any: [none, on] })).kind, 'satisfied');
    assert.equal(judgeStep(step, saw({ any: [on, off] })).kind, 'satisfied');
  });

  it('is violated when none holds', () => {
    assert.equal(judgeStep(step, saw({ any: [none, off] })).kind, 'violated');
  });

  it('is unverified when only one holds of which not all was read', () => {
    assert.equal(judgeStep(step, saw({ any: [many, off] })).kind, 'unverified');
    assert.equal(judgeStep(step, saw({ any: [many, on] })).kind, 'satisfied');
  });
});

describe('failIf', () => {
  const step: JudgedStep = {
    probe: { verb: 'api.request' },
    expectation: having({ json: having({ state: equal('done') }) }),
    failIf: having({ json: having({ state: equal('failed') }) }),
  };

  it('makes what will not come any more a violation', () => {
    assert.equal(judgeHopeless(step, saw({ json: { state: 'failed' } }))?.kind, 'violated');
  });

  it('says nothing of anything else', () => {
    assert.equal(judgeHopeless(step, saw({ json: { state: 'running' } })), undefined);
    const { failIf, ...patient } = step;
    assert.ok(failIf !== undefined);
    assert.equal(judgeHopeless(patient, saw({ json: { state: 'failed' } })), undefined);
    const broken: Observation = { kind: 'errored', cause: 'environment', why: 'gone', evidence: [] };
    assert.equal(judgeHopeless(step, broken), undefined);
  });
});
