import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Matcher, Value } from '../../../../contracts/language/index.ts';
import { judgeStep, mismatches } from '../../../../verifier/judge/index.ts';
import { equal, EVIDENCE, matcher, value } from './arbitraries.ts';

const object = (entries: Readonly<Record<string, Matcher<Value>>>, exactly = true): Matcher<Value> => ({
  is: 'object',
  entries,
  exactly,
});
const count = (n: number): Matcher<Value> => ({ is: 'length', length: equal(n) });
const rows = (...items: Value[]): Matcher<Value> => ({
  is: 'unordered',
  items: items.map((item) => object({ text: equal(item) }, false)),
});

function told(verb: string, expectation: Matcher<Value>, actual: Value): readonly string[] {
  const judgement = judgeStep(
    { probe: { verb }, expectation },
    { kind: 'observed', value: actual, evidence: EVIDENCE },
  );
  return judgement.kind === 'violated'
    ? judgement.mismatches.map(({ path, message }) => (path === '' ? message : `${path} ${message}`))
    : [judgement.kind];
}

describe('mismatches in words of the verb', () => {
  it('tell a delta in rows', () => {
    const delta = (expectation: Matcher<Value>, actual: Value): readonly string[] =>
      told('db.delta', expectation, actual);
    assert.deepEqual(delta(object({ todos: object({ deleted: count(1) }) }), {}), [
      'todos: 1 row deleted expected, none was',
    ]);
    const deletedTwo = { todos: { deleted: [{ text: 'a' }, { text: 'b' }] } };
    assert.deepEqual(delta(object({ todos: object({ deleted: count(1), inserted: count(3) }) }), deletedTwo), [
      'todos: 3 rows inserted expected, none was',
      'todos: 1 row deleted expected, 2 were',
    ]);
    assert.deepEqual(delta(object({}), { todos: { updated: [{ id: 1 }] } }), [
      'todos: 1 row updated, none expected: [{"id": 1}]',
    ]);
    assert.deepEqual(delta(object({ todos: object({ deleted: rows('a', 'b') }) }), {}), [
      'todos: 2 rows deleted expected, none was',
    ]);
    assert.deepEqual(delta(object({ todos: object({ deleted: rows('a', 'x') }) }), deletedTwo), [
      '/todos/deleted/1/text todos, deleted: expected "x", found "b"',
    ]);
    assert.deepEqual(
      delta(object({ todos: object({ deleted: { is: 'length', length: { is: 'gte', bound: 3 } } }) }), deletedTwo),
      ['todos: at least 3 rows deleted expected, 2 were'],
    );
  });

  it('say that a table is not there, also where no change of it is expected', () => {
    const $missing = { todo: 'there is no table “todo”; did you mean “todos”?' };
    for (const expected of [object({ todo: object({ deleted: count(1) }) }), object({ todo: { is: 'absent' } }, false)])
      assert.deepEqual(told('db.delta', expected, { $missing }), [$missing.todo]);
    assert.deepEqual(told('db.delta', object({}), {}), ['satisfied']);
  });

  it('tell what an act met', () => {
    const done = object({ outcome: equal('done') }, false);
    const act = (verb: string, outcome: string, detail: string): readonly string[] =>
      told(verb, done, { outcome, detail });
    assert.deepEqual(act('browser.click', 'ambiguous', '2 elements: 1) <b> 2) <b>'), [
      'the click met 2 elements: 1) <b> 2) <b>',
    ]);
    assert.deepEqual(act('browser.fill', 'not-found', 'nothing like this is on the page'), [
      'the fill found no target: nothing like this is on the page',
    ]);
    assert.deepEqual(act('browser.open', 'not-possible', 'the server answered 500'), [
      'opening the page failed: the server answered 500',
    ]);
  });

  it('name the element', () => {
    const expected = object({ elements: { is: 'each', item: object({ pressed: equal(true) }, false) } }, false);
    const seen = { count: 2, elements: [{ pressed: true }, { pressed: false }], texts: ['a', 'Favorite'] };
    assert.deepEqual(told('browser.see', expected, seen), [
      '/elements/1/pressed element 2 of 2, "Favorite": pressed: expected true, found false',
    ]);
  });

  it('are as many as make a violation, whatever was expected and seen', () => {
    fc.assert(
      fc.property(matcher, value, fc.constantFrom('db.delta', 'browser.click'), (expectation, actual, verb) => {
        const isViolated = told(verb, expectation, actual)[0] !== 'satisfied';
        assert.equal(isViolated, mismatches(expectation, actual).length > 0);
      }),
      { numRuns: 1_000 },
    );
    const change = fc.dictionary(
      fc.constantFrom('inserted', 'updated', 'deleted'),
      fc.array(fc.integer(), { maxLength: 2 }),
    );
    const wanted = fc.oneof(
      fc.nat(2).map(count),
      fc.constant<Matcher<Value>>({ is: 'absent' }),
      fc
        .array(fc.integer(), { maxLength: 2 })
        .map((items): Matcher<Value> => ({ is: 'unordered', items: items.map(equal) })),
    );
    const table = fc
      .dictionary(fc.constantFrom('inserted', 'updated', 'deleted'), wanted)
      .map((entries) => object(entries));
    const names = fc.constantFrom('a', 'a/b', 'ab');
    fc.assert(
      fc.property(
        fc.dictionary(names, table),
        fc.boolean(),
        fc.dictionary(names, change),
        (tables, exactly, actual) => {
          const expectation = object(tables, exactly);
          const isViolated = told('db.delta', expectation, actual)[0] !== 'satisfied';
          assert.equal(isViolated, mismatches(expectation, actual).length > 0);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
