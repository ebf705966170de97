import assert from 'node:assert/strict';
import { contractText, planOf } from './sources.ts';
import { expectationWords, thenSteps } from './then-steps.ts';

const words = (step: string): string => thenSteps(step).map(expectationWords).join();

describe('Expectations', () => {
  it('are objects as subsets, lists in length and order, and literals', () => {
    assert.equal(
      words('api.request: { method: GET, path: /, expect: { status: 201, json: { articles: [ { slug: x } ] } } }'),
      'status 201 and json { articles: [ { slug: "x" } ] }',
    );
  });

  it('compile every matcher', () => {
    const matchers: [string, string][] = [
      ['{ $exactly: { a: { b: 1 } } }', 'exactly { a: exactly { b: 1 } }'],
      ['{ $contains: x }', 'containing "x"'],
      ['{ $contains: [ { a: 1 }, 2 ] }', 'containing { a: 1 } and 2'],
      ['{ $unordered: [ 1, 2 ] }', 'in any order [ 1, 2 ]'],
      ['{ $each: { a: 1 } }', 'each { a: 1 }'],
      ['{ $oneOf: [ 1, null, "a" ] }', '1, null or "a"'],
      ['{ $not: 1 }', 'not 1'],
      ['{ $matches: "^a" }', 'matching "^a"'],
      ['{ $type: integer }', 'of type integer'],
      ['{ $type: null }', 'of type null'],
      ['{ $gte: 1, $lte: 2.5 }', 'at least 1 and at most 2.5'],
      ['{ $length: { $gte: 2 } }', 'of length at least 2'],
      ['{ $absent: true }', 'absent'],
      ['{ $absent: false }', 'anything'],
      ['{ $schema: { type: object } }', 'valid against a schema'],
      ['{ $literal: { $gte: 1 } }', '{ $gte: 1 }'],
      ['[]', '[]'],
      ['9007199254740993', '9007199254740993'],
    ];
    for (const [written, expected] of matchers) {
      assert.equal(
        words(`api.request: { method: GET, path: /, expect: { json: ${written} } }`),
        `json ${expected}`,
        written,
      );
    }
  });

  it('take a class of statuses, also inside a matcher', () => {
    assert.equal(words('api.request: { method: GET, path: /, expect: { status: 4xx } }'), 'status 4xx');
    assert.equal(
      words('api.request: { method: GET, path: /, expect: { status: { $oneOf: [ 201, 4xx ] } } }'),
      'status 201 or 4xx',
    );
  });

  it('name headers in lower case', () => {
    assert.equal(
      words('api.request: { method: GET, path: /, expect: { headers: { Content-Type: { $contains: json } } } }'),
      'headers { content-type: containing "json" }',
    );
  });

  it('of “see” hold for every element that is found, of which there is at least one', () => {
    assert.equal(
      words(
        'browser.see: { role: button, expect: { text: A, class: "x y", attribute: { href: /a }, style: { color: red }, number: 3 } }',
      ),
      'count at least 1 and elements each { text: "A", number: 3, class: containing "x" and "y", attribute: { href: "/a" }, style: { color: "red" } }',
    );
    assert.equal(
      words('browser.see: { role: button, expect: { count: 2, texts: [ a, b ] } }'),
      'count 2 and texts [ "a", "b" ]',
    );
    assert.equal(
      words('browser.see: { role: button, expect: { class: { $not: active } } }'),
      'count at least 1 and elements each { class: not containing "active" }',
    );
  });

  it('of “see” say what is to be read', () => {
    const [step] = thenSteps(
      'browser.see: { role: link, expect: { pressed: true, count: 2, attribute: { href: /a, rel: b }, style: { color: red } } }',
    );
    assert.ok(step?.probe.verb === 'browser.see');
    assert.deepEqual(step.probe.read, {
      properties: ['pressed', 'attribute', 'style'],
      attributes: ['href', 'rel'],
      styles: ['color'],
    });
  });

  it('of requests are their count', () => {
    assert.equal(words('browser.requests: { method: POST, path: /x, status: 2xx }'), 'count at least 1');
    assert.equal(words('browser.requests: { method: POST, count: 0 }'), 'count 0');
  });

  it('of a delta are exactly the changes that are named, unless others do not matter', () => {
    const cases: [string, string][] = [
      [
        '{ a: { inserted: 1, updated: { $gte: 2 } } }',
        'a exactly { inserted: of length 1, updated: of length at least 2 }, and nothing else',
      ],
      ['{ a: { deleted: [ { id: 1 } ] } }', 'a exactly { deleted: in any order [ { id: 1 } ] }, and nothing else'],
      ['{ a: { inserted: 1, deleted: 0 } }', 'a exactly { inserted: of length 1, deleted: absent }, and nothing else'],
      ['{ a: { inserted: 0 } }', 'a absent, and nothing else'],
      ['{ a: {}, $others: any }', 'a absent'],
      ['{}', 'nothing'],
      ['{ service: { inserted: 1 }, within: 2s }', 'service exactly { inserted: of length 1 }, and nothing else'],
    ];
    for (const [written, expected] of cases) assert.equal(words(`db.delta: ${written}`), expected, written);
  });

  it('are implied where none is written', () => {
    const plan = planOf(
      contractText(`as: reader
claim: persisted
given: [ { api.request: { method: POST, path: / } }, { db.query: { sql: select 1 } }, { db.exec: { sql: delete from a } } ]
when: [ { api.request: { method: POST, path: / } } ]
then: [ { system.restart: app }, { db.query: { sql: select 1, expect: { rows: [ { a: 1 } ] } } } ]`),
    );
    const { given = [], when = [], then = [] } = plan.contracts[0]?.criteria[0] ?? {};
    assert.deepEqual(
      [...given, ...when, ...then].map((step) => [expectationWords(step), step.stated]),
      [
        ['status 2xx', false],
        ['failed absent', false],
        ['failed absent', false],
        ['anything', false],
        ['outcome "done"', false],
        ['rows [ { a: 1 } ]', true],
      ],
    );
  });
});
