import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bindStep, scopeOf, type PlanStep, type Step, type Value } from '../../../contracts/language/index.ts';
import { contractText, planOf } from './sources.ts';

const steps = new Map<string, PlanStep>();

/** Compiled once for each text. */
function stepOf(written: string): PlanStep {
  const step = steps.get(written) ?? compileThen(written);
  steps.set(written, step);
  return step;
}

const acts = /^(?:browser\.(?:fail|upload)|together)/u;

/** The last step of a criterion that saves `slug` and `body` in given: of `then`, acts of `when`. */
function compileThen(written: string): PlanStep {
  const isAct = acts.test(written);
  const plan = planOf(
    contractText(`claim: persisted
repeat: 2
given:
  - browser.open: { as: reader, path: / }
  - api.request: { as: reader, method: GET, path: /, save: { slug: /slug, body: /body } }
when:
  - api.request: { as: reader, method: POST, path: "/{{slug}}/{{body}}" }${isAct ? `\n  - ${written}` : ''}
then:
  - db.delta: { notes: { inserted: 1 } }${isAct ? '' : `\n  - ${written}`}`),
  );
  const criterion = plan.contracts[0]?.criteria[0];
  return (isAct ? criterion?.when : criterion?.then)?.at(-1) ?? assert.fail();
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

  it('encodes what a page’s calls are told apart by, in faults too', () => {
    const { probe } = bound('browser.fail: { as: reader, path: "/x/{{slug}}", status: 503, text: "{{slug}}" }', {
      slug: 'a/b',
    });
    assert.deepEqual(probe, {
      verb: 'browser.fail',
      actor: 'reader',
      path: { is: 'equal', value: '/x/a%2Fb' },
      answer: { kind: 'status', status: 503, text: 'a/b' },
    });
  });

  it('compares what ends a wait as it compares what is expected', () => {
    const at = bound('browser.at: { as: reader, title: x, failIf: { path: "/{{slug}}" } }', { slug: 'ä b' });
    assert.deepEqual(at.failIf, {
      is: 'object',
      exactly: false,
      entries: { path: { is: 'equal', value: '/%C3%A4%20b' } },
    });
    const see = bound('browser.see: { as: reader, role: main, failIf: { texts: [ "{{slug}}" ] } }', { slug: ' a  b ' });
    assert.ok(see.failIf?.is === 'object');
    assert.deepEqual(see.failIf.entries['texts'], { is: 'array', items: [{ is: 'equal', value: 'a b' }] });
  });

  it('normalises white space in each of several alternatives', () => {
    const { expectation } = bound(
      'browser.see: { as: reader, any: [ { role: alert }, { role: status, expect: { text: "{{slug}}" } } ] }',
      { slug: ' a  b ' },
    );
    assert.match(JSON.stringify(expectation), /"text":\{"is":"equal","value":"a b"\}/u);
  });

  it('leaves whatever is bound as data, in every probe', () => {
    const data = value.map((inner) => ({ $absent: true, is: 'anything', kind: 'reference', path: ['x'], inner }));
    fc.assert(
      fc.property(data, (body) => {
        const probe = (written: string): unknown => bound(written, { body, slug: '$not' }).probe;
        const wholly = { kind: 'status', status: 503, json: body };
        assert.deepEqual(probe('browser.fail: { as: reader, status: 503, json: "{{body}}" }'), {
          verb: 'browser.fail',
          actor: 'reader',
          answer: wholly,
        });
        const upload = probe(
          'browser.upload: { as: reader, label: P, file: { name: "{{slug}}", text: "{{body}}" } }',
        ) as { files: unknown };
        assert.deepEqual(upload.files, [{ name: '$not', content: { kind: 'text', text: body } }]);
        const agree = probe(
          'values.agree: { api: { as: reader, path: /, query: { q: "{{body}}" }, at: /n }, db: { sql: a, params: [ "{{body}}" ], at: /0 } }',
        ) as { readings: { probe: { query?: unknown; params?: unknown } }[] };
        assert.deepEqual(agree.readings[0]?.probe.query, { q: body });
        assert.deepEqual(agree.readings[1]?.probe.params, [body]);
        assert.deepEqual(probe('system.log: { line: "{{body}}" }'), {
          verb: 'system.log',
          service: 'app',
          line: { is: 'equal', value: body },
        });
        const together = probe(
          'together: { steps: [ { api.request: { as: reader, method: POST, path: /, json: "{{body}}" } }, { db.exec: { sql: a, params: [ "{{body}}" ], because: x } } ], answers: [ { json: "{{body}}" }, {} ] }',
        ) as { steps: { probe: { body?: unknown; params?: unknown } }[] };
        assert.deepEqual(together.steps[0]?.probe.body, { kind: 'json', content: body });
        assert.deepEqual(together.steps[1]?.probe.params, [body]);
      }),
      { numRuns: 50 },
    );
  });

  it('names what is missing inside of steps that begin together', () => {
    const step = stepOf(
      'together: { steps: [ { api.request: { as: reader, method: POST, path: "/{{slug}}" } }, { api.request: { as: reader, method: POST, path: / } } ], answers: [ { json: "{{body}}" }, {} ] }',
    );
    assert.deepEqual(bindStep(step, scopeOf({})), { ok: false, missing: ['slug', 'body'] });
  });

  it('names every reference that has no value, once', () => {
    const step = stepOf(
      'api.request: { as: reader, method: GET, path: "/{{slug}}/{{slug}}", expect: { json: "{{body}}" } }',
    );
    assert.deepEqual(bindStep(step, scopeOf({})), { ok: false, missing: ['slug', 'body'] });
    assert.ok(bindStep(step, scopeOf({ slug: null, body: null })).ok);
  });
});
