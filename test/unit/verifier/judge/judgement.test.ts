import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import type { Judgement } from '../../../../reports/index.ts';
import type { Observation } from '../../../../verifier/probes/observation.ts';
import { judgeStep, mismatches } from '../../../../verifier/judge/index.ts';
import { equal, EVIDENCE, matcher, value } from './arbitraries.ts';

const ANYTHING: Matcher<Value> = { is: 'anything' };
const look = (expectation: Matcher<Value>, verb = 'browser.see'): Parameters<typeof judgeStep>[0] => ({
  probe: { verb },
  expectation,
});
const seen = (actual: Value): Observation => ({ kind: 'observed', value: actual, evidence: EVIDENCE });
const only = (entries: Readonly<Record<string, Matcher<Value>>>): Matcher<Value> => ({
  is: 'object',
  entries,
  exactly: false,
});

describe('the judgement of a step', () => {
  it('is satisfied with the evidence of what was seen, or violated with it and every mismatch', () => {
    fc.assert(
      fc.property(matcher, value, (expectation, actual) => {
        const judgement = judgeStep(look(expectation), seen(actual));
        const found = mismatches(expectation, actual);
        const expected =
          found.length === 0
            ? { kind: 'satisfied', evidence: EVIDENCE }
            : { kind: 'violated', evidence: EVIDENCE, mismatches: found };
        assert.deepEqual(judgement, expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is unverified with the cause of whoever could not look', () => {
    for (const kind of ['errored', 'timed-out', 'skipped'] as const) {
      const observation: Observation = { kind, cause: 'secret', why: 'it is locked', evidence: EVIDENCE };
      assert.deepEqual(judgeStep(look(ANYTHING), observation), {
        kind: 'unverified',
        cause: 'secret',
        why: 'it is locked',
        evidence: EVIDENCE,
      });
    }
  });

  it('is never satisfied without evidence, nor violated', () => {
    for (const expectation of [ANYTHING, equal(2)]) {
      const observation = { kind: 'observed', value: 1, evidence: [] } as unknown as Observation;
      assert.equal(judgeStep(look(expectation), observation).kind, 'unverified');
    }
  });

  it('is unverified when the expectation can not be judged, and says why', () => {
    const judgement = judgeStep(look({ is: 'not', matcher: { is: 'schema', schema: { typ: 1 } } }), seen(1));
    assert.equal(judgement.kind, 'unverified');
    assert.match(JSON.stringify(judgement), /Schema is invalid.*typ/u);
  });

  it('is unverified for observations and matchers of a kind that nobody knows', () => {
    const odd = { kind: 'dreamt', value: 1, evidence: EVIDENCE } as unknown as Observation;
    assert.equal(judgeStep(look(ANYTHING), odd).kind, 'unverified');
    const matcherOfTomorrow = { is: 'rhymes' } as unknown as Matcher<Value>;
    assert.equal(judgeStep(look(matcherOfTomorrow), seen(1)).kind, 'unverified');
  });
});

describe('a request or a statement that failed', () => {
  const refused = seen({ failed: 'refused', detail: 'nobody listens' });

  it('violates also what only says what must not be there', () => {
    for (const verb of ['api.request', 'db.query', 'db.exec']) {
      for (const expectation of [ANYTHING, only({ json: { is: 'absent' } }), only({})]) {
        const judgement = judgeStep(look(expectation, verb), refused);
        assert.equal(judgement.kind, 'violated');
        assert.match(JSON.stringify(judgement), /failed: refused, nobody listens/u);
      }
    }
  });

  it('is said of a page that can’t be read, before what is not on it', () => {
    const dead = seen({ failed: 'not-answering', detail: 'the page did not answer within 5 s' });
    for (const verb of ['browser.see', 'browser.seeAny', 'browser.notSee', 'browser.at']) {
      const judgement = judgeStep(look(only({ count: equal(1) }), verb), dead);
      assert.equal(
        judgement.kind === 'violated' && judgement.mismatches[0].message,
        'the look failed: not-answering, the page did not answer within 5 s',
      );
    }
  });

  it('satisfies where the contract speaks of the failure', () => {
    const expected = only({ failed: equal('refused') });
    assert.equal(judgeStep(look(expected, 'api.request'), refused).kind, 'satisfied');
    assert.equal(
      judgeStep(look({ is: 'all', matchers: [expected, ANYTHING] }, 'api.request'), refused).kind,
      'satisfied',
    );
  });

  it('is told before what follows from it', () => {
    const judgement = judgeStep(look(only({ status: equal(200) }), 'api.request'), refused);
    const paths = judgement.kind === 'violated' ? judgement.mismatches.map(({ path }) => path) : [];
    assert.deepEqual(paths, ['/failed', '/status']);
  });

  it('is not a table of that name', () => {
    const delta = seen({ failed: { inserted: [{ id: 1 }] } });
    assert.equal(judgeStep(look(only({ failed: ANYTHING }), 'db.delta'), delta).kind, 'satisfied');
    assert.equal(judgeStep(look(ANYTHING, 'db.delta'), delta).kind, 'satisfied');
  });
});

describe('an answer that is not the JSON that it says it is', () => {
  const answer = seen({ status: 200, text: '{"a":1,"a":2}', notJson: 'the key "a" is there twice' });
  const kindOf = (expectation: Matcher<Value>): string => judgeStep(look(expectation, 'api.request'), answer).kind;

  it('is no matter to whoever speaks of its status and text', () => {
    assert.equal(kindOf(only({ status: equal(200), text: { is: 'contains', items: [equal('a')] } })), 'satisfied');
  });

  it('meets nothing that is said of its JSON, not even what must not be in it', () => {
    for (const json of [only({ a: equal(2) }), { is: 'not', matcher: only({ b: equal(1) }) } as const, ANYTHING])
      assert.equal(kindOf(only({ status: equal(200), json })), 'violated');
  });
});

describe('an answer that was cut', () => {
  const cut = seen({ status: 200, text: 'the beginning', truncated: 'only its first bytes were read' });
  const kindOf = (text: Matcher<Value>): string => judgeStep(look(only({ text }), 'api.request'), cut).kind;

  it('can show what is there', () => {
    assert.equal(kindOf({ is: 'contains', items: [equal('begin')] }), 'satisfied');
    assert.equal(kindOf({ is: 'matches', pattern: '^the' }), 'satisfied');
    assert.equal(judgeStep(look(only({ status: equal(200) }), 'api.request'), cut).kind, 'satisfied');
  });

  it('can not show what is not there', () => {
    assert.equal(kindOf({ is: 'not', matcher: { is: 'contains', items: [equal('secret')] } }), 'unverified');
    assert.equal(kindOf({ is: 'length', length: { is: 'lte', bound: 100 } }), 'unverified');
    for (const pattern of ['beginning$', 'beginning\\b', 'beginnin\\B', 'beginning(?! of the end)'])
      assert.equal(kindOf({ is: 'matches', pattern }), 'unverified', pattern);
    assert.equal(kindOf({ is: 'oneOf', options: [equal('the beginning')] }), 'unverified');
    const noJson = only({ json: { is: 'absent' } });
    assert.equal(judgeStep(look(noJson, 'api.request'), cut).kind, 'unverified');
  });

  it('does not violate by what its rest might bring', () => {
    assert.equal(kindOf({ is: 'contains', items: [equal('end')] }), 'unverified');
    assert.equal(kindOf(equal('the beginning and more')), 'unverified');
    const withJson = only({ json: only({ id: equal(1) }) });
    assert.equal(judgeStep(look(withJson, 'api.request'), cut).kind, 'unverified');
  });

  it('of bytes has no size', () => {
    const bytes = seen({ status: 200, bytes: 5_000_000, truncated: 'only its first bytes were read' });
    for (const size of [5_000_000, 50_000_000])
      assert.equal(
        judgeStep(look(only({ bytes: equal(size) }), 'api.request'), bytes).kind,
        'unverified',
        String(size),
      );
  });

  it('still violates by what came before its body, and says only that', () => {
    const both = only({ status: equal(201), text: { is: 'contains', items: [equal('end')] } });
    const judgement = judgeStep(look(both, 'api.request'), cut);
    const paths = judgement.kind === 'violated' ? judgement.mismatches.map(({ path }) => path) : judgement;
    assert.deepEqual(paths, ['/status']);
  });

  it('violates where the application itself had not ended it', () => {
    const open = seen({ status: 200, text: 'the beginning', unfinished: 'the stream was still open' });
    const of = (text: Matcher<Value>): string => judgeStep(look(only({ text }), 'api.request'), open).kind;
    assert.equal(of({ is: 'contains', items: [equal('end')] }), 'violated');
    assert.equal(of({ is: 'contains', items: [equal('begin')] }), 'satisfied');
    assert.equal(of({ is: 'not', matcher: { is: 'contains', items: [equal('secret')] } }), 'unverified');
  });
});

describe('a log of which not all was kept', () => {
  const log = (count: number) => seen({ count, lines: [], truncated: 'not kept: 20 earlier lines' });
  const kindOf = (count: Matcher<Value>, found: number): string =>
    judgeStep(look(only({ count }), 'system.log'), log(found)).kind;

  it('shows that there are enough lines, or too many, and never that there are few', () => {
    assert.equal(kindOf({ is: 'gte', bound: 1 }, 1), 'satisfied');
    assert.equal(kindOf({ is: 'gte', bound: 2 }, 1), 'unverified');
    for (const most of [equal(1), { is: 'lte', bound: 1 } as const]) {
      assert.equal(kindOf(most, 2), 'violated');
      assert.equal(kindOf(most, 1), 'unverified');
      assert.equal(kindOf(most, 0), 'unverified');
    }
    assert.equal(kindOf(equal(0), 0), 'unverified');
    assert.equal(kindOf({ is: 'not', matcher: equal(3) }, 1), 'unverified');
    assert.equal(
      judgeStep(look(only({ count: equal(0) }), 'system.log'), seen({ count: 0, lines: [] })).kind,
      'satisfied',
    );
  });
});

describe('calls and errors of which not all were kept', () => {
  const kindOf = (verb: string, found: number): string =>
    judgeStep(look(only({ count: equal(0) }), verb), seen({ count: found, truncated: '7 beyond 20000' })).kind;

  it('are not absent because none of those that were kept counts; one that does is one', () => {
    for (const verb of ['browser.requests', 'always.noServerErrors', 'always.noScriptErrors']) {
      assert.equal(kindOf(verb, 0), 'unverified');
      assert.equal(kindOf(verb, 1), 'violated');
    }
  });
});

describe('elements of a page of which only the first were read', () => {
  const found = { count: 4, elements: [{ pressed: true }, { pressed: true }], texts: ['a', 'b'] };
  const judge = (entries: Readonly<Record<string, Matcher<Value>>>, reading: Value = found): Judgement =>
    judgeStep(look(only(entries)), seen(reading));
  const each = (pressed: boolean): Matcher<Value> => ({ is: 'each', item: only({ pressed: equal(pressed) }) });
  const contains = (text: string): Matcher<Value> => ({ is: 'contains', items: [equal(text)] });
  const not = (inner: Matcher<Value>): Matcher<Value> => ({ is: 'not', matcher: inner });
  const list = (...texts: string[]): Matcher<Value> => ({ is: 'array', items: texts.map(equal) });

  it('are counted all the same', () => {
    assert.equal(judge({ count: equal(4) }).kind, 'satisfied');
    assert.equal(judge({ count: equal(2) }).kind, 'violated');
  });

  it('show nothing of the others', () => {
    const judgement = judge({ elements: each(true) });
    assert.match(judgement.kind === 'unverified' ? judgement.why : '', /^found 4 elements, read 2/u);
    for (const texts of [
      contains('c'),
      not(contains('c')),
      not(list('a', 'b', 'x', 'y')),
      list('a', 'b', 'c', 'd'),
      list('a', 'b'),
    ])
      assert.equal(judge({ texts }).kind, 'unverified');
    for (const texts of [
      { is: 'unordered', items: [] },
      { is: 'length', length: equal(2) },
      equal(['a', 'b']),
    ] as const)
      assert.equal(judge({ texts }).kind, 'unverified');
    assert.equal(judgeStep(look({ is: 'not', matcher: only({}) }), seen(found)).kind, 'violated');
    assert.equal(judgeStep(look(not(only({ texts: contains('c') }))), seen(found)).kind, 'unverified');
  });

  it('violate what they already contradict, and satisfy what they already show', () => {
    for (const part of [
      { elements: each(false) },
      { texts: not(contains('a')) },
      { texts: list('a', 'x', 'c', 'd') },
      { texts: { is: 'all', matchers: [contains('c'), not(contains('b'))] } },
    ] as const)
      assert.equal(judge(part).kind, 'violated', JSON.stringify(part));
    assert.equal(judge({ texts: contains('b') }).kind, 'satisfied');
    assert.equal(judge({ texts: { is: 'oneOf', options: [contains('c'), contains('a')] } }).kind, 'satisfied');
    assert.equal(judge({ elements: each(true), texts: not(contains('a')) }).kind, 'violated');
  });

  it('are all there are when no more were found', () => {
    for (const texts of [not(contains('c')), list('a', 'b')])
      assert.equal(judge({ elements: each(true), texts }, { ...found, count: 2 }).kind, 'satisfied');
  });
});
