import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  bindStep,
  evaluate,
  scopeOf,
  type PlanStep,
  type Step,
  type Value,
} from '../../../contracts/language/index.ts';
import { contractText, planOf } from './sources.ts';

const steps = new Map<string, PlanStep>();

/** Compiled once for each text. */
function stepOf(written: string): PlanStep {
  const step = steps.get(written) ?? compileThen(written);
  steps.set(written, step);
  return step;
}

/** The last `then` step of a criterion that saves `slug` and `body` in given. */
function compileThen(written: string): PlanStep {
  const plan = planOf(
    contractText(`claim: persisted
given:
  - browser.open: { as: reader, path: / }
  - api.request: { as: reader, method: GET, path: /, save: { slug: /slug, body: /body } }
when: [ { api.request: { as: reader, method: POST, path: "/{{slug}}/{{body}}" } } ]
then:
  - db.delta: { notes: { inserted: 1 } }
  - ${written}`),
  );
  const step = plan.contracts[0]?.criteria[0]?.then[1];
  assert.ok(step);
  return step;
}

function bound(written: string, values: Record<string, Value>): Step<Value> {
  const result = bindStep(stepOf(written), scopeOf(values));
  assert.ok(result.ok);
  return result.step;
}

const value = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Value>;

describe('Binding a step', () => {
  it('keeps type and structure of a value that is nothing but a reference', () => {
    fc.assert(
      fc.property(value, (data) => {
        const { expectation } = bound(
          'api.request: { as: reader, method: GET, path: /, expect: { json: "{{body}}" } }',
          { body: data },
        );
        assert.deepEqual(expectation, {
          is: 'object',
          exactly: false,
          entries: { json: { is: 'equal', value: data } },
        });
      }),
    );
  });

  it('never reads data as a matcher', () => {
    const data = { $absent: true, $contains: ['x'], $matches: '.*', is: 'anything' };
    const { expectation } = bound('db.query: { sql: select 1, expect: { rows: [ { a: "{{body}}" } ] } }', {
      body: data,
    });
    assert.deepEqual(expectation, {
      is: 'object',
      exactly: false,
      entries: {
        rows: { is: 'array', items: [{ is: 'object', exactly: false, entries: { a: { is: 'equal', value: data } } }] },
      },
    });
  });

  it('percent-encodes references in a path, and nothing else of it', () => {
    const { probe } = bound(
      'api.request: { as: reader, method: GET, path: "/a b/{{slug}}?q={{body}}&x=1", expect: { status: 200 } }',
      { slug: '../ä/?#&', body: 'a&b=c' },
    );
    assert.ok(probe.verb === 'api.request');
    assert.equal(probe.path, '/a b/..%2F%C3%A4%2F%3F%23%26?q=a%26b%3Dc&x=1');
  });

  it('keeps a path’s structure whatever a reference holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (slug) => {
        const { probe } = bound('browser.open: { as: reader, path: "/a/{{slug}}/b" }', { slug });
        assert.ok(probe.verb === 'browser.open' && typeof probe.path === 'string');
        assert.match(probe.path, /^\/a\/[^/?#]*\/b$/u);
      }),
    );
  });

  it('leaves query values as they are', () => {
    const { probe } = bound(
      'api.request: { as: reader, method: GET, path: /, query: { q: "{{slug}}" }, expect: { status: 200 } }',
      { slug: 'a&b /' },
    );
    assert.ok(probe.verb === 'api.request');
    assert.deepEqual(probe.query, { q: 'a&b /' });
  });

  it('escapes references in patterns, so that they match just themselves', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (slug) => {
        const { expectation } = bound('db.query: { sql: select 1, expect: { rows: { $matches: "^a+{{slug}}$" } } }', {
          slug,
        });
        assert.ok(expectation.is === 'object' && expectation.entries['rows']?.is === 'matches');
        const pattern = new RegExp(expectation.entries['rows'].pattern as string, 'u');
        assert.ok(pattern.test(`aa${slug}`));
        assert.ok(!pattern.test(`aa${slug}x`));
      }),
    );
  });

  it('compares the browser’s address with references encoded as the browser does', () => {
    const { expectation } = bound('browser.at: { as: reader, path: "/articles/{{slug}}" }', { slug: 'ä b' });
    assert.deepEqual(expectation, {
      is: 'object',
      exactly: false,
      entries: { path: { is: 'equal', value: '/articles/%C3%A4%20b' } },
    });
  });

  it('normalises white space of texts that a page shows', () => {
    const { expectation } = bound(
      'browser.see: { as: reader, role: heading, expect: { text: "{{slug}}", value: "{{slug}}" } }',
      { slug: ' two  spaces\n\uE000' },
    );
    assert.ok(expectation.is === 'object' && expectation.entries['elements']?.is === 'each');
    assert.deepEqual(expectation.entries['elements'].item, {
      is: 'object',
      exactly: false,
      entries: { text: { is: 'equal', value: 'two spaces' }, value: { is: 'equal', value: ' two  spaces\n\uE000' } },
    });
  });

  it('binds locators, parameters, bodies and filters', () => {
    const see = bound(
      'browser.see: { as: reader, role: button, name: { $matches: "{{slug}}+" }, inside: { css: .card, has: { text: "{{body}}" } } }',
      { slug: 'a.', body: 'T' },
    );
    assert.ok(see.probe.verb === 'browser.see');
    assert.deepEqual(see.probe.locator, {
      by: { kind: 'role', role: 'button', name: { how: 'matches', pattern: 'a\\.+' } },
      inside: {
        by: { kind: 'css', selector: '.card' },
        has: { by: { kind: 'text', text: { how: 'whole', text: 'T' } } },
      },
    });
    const query = bound('db.query: { sql: "select $1", params: [ "{{slug}}", 2 ], expect: { rows: [] } }', {
      slug: null,
    });
    assert.ok(query.probe.verb === 'db.query');
    assert.deepEqual(query.probe.params, [null, 2]);
    const requests = bound('browser.requests: { as: reader, path: "/x/{{slug}}", status: 2xx }', { slug: 'a/b' });
    assert.ok(requests.probe.verb === 'browser.requests');
    assert.deepEqual(requests.probe.path, { is: 'equal', value: '/x/a%2Fb' });
  });

  it('names every reference that has no value, once', () => {
    const step = stepOf(
      'api.request: { as: reader, method: GET, path: "/{{slug}}/{{slug}}", expect: { json: "{{body}}" } }',
    );
    assert.deepEqual(bindStep(step, scopeOf({})), { ok: false, missing: ['slug', 'body'] });
    assert.ok(bindStep(step, scopeOf({ slug: null, body: null })).ok);
  });
});

describe('Evaluation', () => {
  const at = { file: '', line: 1, column: 1 };
  const reference = (...path: string[]) => ({ kind: 'reference' as const, path, at });

  it('puts references into text: texts bare, everything else as JSON', () => {
    const scope = scopeOf({ a: 'x', b: 9007199254740993n, c: [1, 'y'], d: null });
    const parts = [reference('a'), '-', reference('b'), '-', reference('c'), '-', reference('d')];
    assert.deepEqual(evaluate({ kind: 'text', parts }, scope), { ok: true, value: 'x-9007199254740993-[1,"y"]-null' });
  });

  it('looks into values by name, and never at what an object inherits', () => {
    const scope = scopeOf({ reader: { email: 'a@b' } });
    assert.deepEqual(evaluate(reference('reader', 'email'), scope), { ok: true, value: 'a@b' });
    assert.deepEqual(evaluate(reference('reader', 'constructor'), scope), {
      ok: false,
      missing: ['reader.constructor'],
    });
    assert.deepEqual(evaluate(reference('toString'), scope), { ok: false, missing: ['toString'] });
  });

  it('finds inner names before outer ones', () => {
    const scope = scopeOf({ a: 1 }, scopeOf({ a: 2, b: 3 }));
    assert.deepEqual(evaluate({ kind: 'list', items: [reference('a'), reference('b')] }, scope), {
      ok: true,
      value: [1, 3],
    });
  });
});
