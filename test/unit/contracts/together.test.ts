import assert from 'node:assert/strict';
import { contractText, planOf } from './sources.ts';
import { compiledStep, equal, having, slug, system, withoutPlaces } from './written-step.ts';

const post = (path: string, more = ''): string => `{ api.request: { method: POST, path: "${path}"${more} } }`;

describe('Steps that begin together', () => {
  it('are one act, with a plan for each and what all must come to', () => {
    const step = compiledStep(
      'when',
      `together: { steps: [ ${post('/{{slug}}', ', expect: { status: 2xx }')}, { browser.fresh: { as: author } }, { browser.click: { role: button } }, { system.restart: app } ] }`,
    );
    assert.ok(step.probe.verb === 'together');
    assert.deepEqual(
      step.probe.steps.map(({ id, section, words, kind }) => [id, section, words, kind]),
      [
        ['when.2.1', 'when', 'reader sends POST /{{slug}}, answered 2xx', 'act'],
        ['when.2.2', 'when', 'author takes an empty browser', 'act'],
        ['when.2.3', 'when', 'reader clicks button', 'act'],
        ['when.2.4', 'when', 'restart of app', 'act'],
      ],
    );
    assert.deepEqual(
      step.expectation,
      having({ answers: { is: 'array', items: step.probe.steps.map(({ expectation }) => expectation) } }),
    );
    assert.deepEqual([step.kind, step.stated, step.absence, step.withinMs], ['act', true, false, 30_000]);
  });

  it('come to what the author says of all answers: classes of status, and names of headers in any case', () => {
    const step = compiledStep(
      'when',
      `together: { steps: [ ${post('/a')}, ${post('/b')} ], answers: { $unordered: [ { status: 2xx, headers: { Location: x } }, { status: 409, json: { status: 2xx } } ] } }`,
    );
    const created = {
      is: 'all',
      matchers: [
        { is: 'gte', bound: { kind: 'literal', value: 200 } },
        { is: 'lte', bound: { kind: 'literal', value: 299 } },
      ],
    };
    assert.deepEqual(
      step.expectation,
      having({
        answers: {
          is: 'all',
          matchers: [
            { is: 'array', items: [{ is: 'anything' }, { is: 'anything' }] },
            {
              is: 'unordered',
              items: [
                having({ status: created, headers: having({ location: equal('x') }) }),
                having({ status: equal(409), json: having({ status: equal('2xx') }) }),
              ],
            },
          ],
        },
      }),
    );
    assert.match(step.words, /^together: reader sends POST \/a; reader sends POST \/b \(answers in any order \[/u);
  });

  it('imply in given that all work, unless the author says what they are answered', () => {
    const implied = (answers: string): unknown => {
      const { probe } = compiledStep('given', `together: { steps: [ ${post('/a')}, ${post('/b')} ]${answers} }`);
      return probe.verb === 'together' ? probe.steps.map(({ expectation }) => expectation.is) : undefined;
    };
    assert.deepEqual(implied(''), ['object', 'object']);
    assert.deepEqual(implied(', answers: [ {}, { status: 409 } ]'), ['anything', 'anything']);
  });

  it('may be named, with parameters, inside and around', () => {
    const plan = planOf(
      contractText(
        `claim: persisted
repeat: 2
when: [ { both: { path: /x } } ]
then: [ { db.delta: { a: { inserted: 1 } } } ]`,
        `steps:
  both: [ { together: { steps: [ { posted: { to: "{{path}}" } }, { posted: { to: /y } } ], answers: [ { status: 201 }, {} ] } } ]
  posted: [ { api.request: { as: reader, method: POST, path: "{{to}}" } } ]
`,
      ),
    );
    const [step] = plan.contracts[0]?.criteria[0]?.when ?? [];
    assert.ok(step?.probe.verb === 'together');
    assert.deepEqual(
      step.probe.steps.map(({ words, origin }) => [words, origin.via.map(({ name }) => name)]),
      [
        ['reader sends POST /x', ['both', 'posted']],
        ['reader sends POST /y', ['both', 'posted']],
      ],
    );
    assert.deepEqual(
      step.origin.via.map(({ name }) => name),
      ['both'],
    );
  });
});

describe('A value that is read in several places', () => {
  it('must be the same in all of them', () => {
    const step = compiledStep(
      'then',
      'values.agree: { browser: { label: Stock, read: number }, api: { as: guest, path: "/x/{{slug}}", query: { a: 1 }, at: /n }, db: { sql: "select $1 as n", params: [ "{{slug}}" ], at: /0/n } }',
    );
    assert.deepEqual(withoutPlaces(step.probe), {
      verb: 'values.agree',
      readings: [
        {
          name: 'browser',
          probe: {
            verb: 'browser.see',
            actor: 'reader',
            locator: { by: { kind: 'label', text: { how: 'whole', text: { kind: 'literal', value: 'Stock' } } } },
            read: { properties: ['number'], attributes: [], styles: [] },
          },
          pointer: '/elements/0/number',
        },
        {
          name: 'api',
          probe: {
            verb: 'api.request',
            actor: 'guest',
            method: 'GET',
            path: { kind: 'text', parts: ['/x/', slug] },
            query: { a: { kind: 'literal', value: 1 } },
          },
          pointer: '/json/n',
        },
        {
          name: 'db',
          probe: { verb: 'db.query', service: 'db', sql: 'select $1 as n', params: [slug] },
          pointer: '/rows/0/n',
        },
      ],
    });
    assert.deepEqual(step.expectation, { is: 'agreeing', names: ['browser', 'api', 'db'] });
    assert.deepEqual([step.kind, step.stated], ['look', true]);
    assert.equal(
      step.words,
      'the same: number of field “Stock” as reader sees it, /n of GET /x/{{slug}} as guest and /0/n of “select $1 as n”',
    );
  });
});

describe('Strength after restarts and acts', () => {
  const strengths = (given: string, when: string, then: string): (string | undefined)[] => {
    const plan = planOf(
      contractText(`as: reader
claim: shown
repeat: 2
given: [ { browser.open: { path: / } }${given} ]
when: [ ${when} ]
then: [ { browser.see: { role: main } }, { db.delta: { a: { inserted: 1 } } }${then} ]`),
      system,
    );
    return plan.contracts[0]?.criteria[0]?.then.slice(2).map(({ strength }) => strength) ?? [];
  };
  const act = '{ browser.click: { role: button } }';
  const rows = ', { db.query: { sql: a, expect: { rows: [ { n: 1 } ] } } }';
  const read = (as: string): string =>
    `, { api.request: { as: ${as}, method: GET, path: /, expect: { status: 200 } } }`;

  it('is durable after a restart of the application or a database, in one step or in two', () => {
    assert.deepEqual(strengths('', act, `, { system.restart: db }${rows}`), [undefined, 'durable']);
    assert.deepEqual(strengths('', `${act}, { system.stop: app }`, `, { system.start: app }${rows}`), [
      undefined,
      'durable',
    ]);
  });

  it('is not durable by what the application answers after a restart of its database: it may have kept it', () => {
    for (const who of ['reader', 'guest']) {
      assert.deepEqual(strengths('', act, `, { system.restart: db }${read(who)}`), [
        undefined,
        who === 'reader' ? 'served' : 'persisted',
      ]);
      assert.deepEqual(strengths('', act, `, { system.restart: app }${read(who)}`), [undefined, 'durable']);
    }
    const fresh = ', { browser.fresh: {} }, { browser.open: { path: / } }, { browser.see: { role: main } }';
    assert.equal(strengths('', act, `, { system.restart: db }${fresh}`).at(-1), 'served');
    assert.equal(strengths('', act, `, { system.restart: app }${fresh}`).at(-1), 'durable');
  });

  it('is not durable after another service’s restart, or a start of what was not stopped', () => {
    assert.deepEqual(strengths('', act, `, { system.restart: cache }${rows}`), [undefined, 'persisted']);
    assert.deepEqual(strengths('', act, `, { system.start: app }${rows}`), [undefined, 'persisted']);
    assert.deepEqual(strengths('', `${act}, { system.pause: app }`, `, { system.start: app }${rows}`), [
      undefined,
      'persisted',
    ]);
  });

  it('is durable after a restart that is the action, not when something is done after that', () => {
    assert.deepEqual(strengths('', '{ system.restart: app }', rows), ['durable']);
    assert.deepEqual(strengths('', `${act}, { system.restart: app }`, rows), ['durable']);
    assert.deepEqual(strengths('', `{ system.restart: app }, ${act}`, rows), ['persisted']);
    assert.deepEqual(strengths(', { system.restart: app }', act, rows), ['persisted']);
    const together = `{ together: { steps: [ { system.restart: app }, ${post('/a')} ] } }`;
    assert.deepEqual(strengths('', together, rows), ['persisted']);
  });

  it('of a browser look is durable in a browser that was emptied after the action’s restart', () => {
    const see = ', { browser.see: { role: main } }';
    assert.deepEqual(
      strengths('', '{ system.restart: app }', `${see}, { browser.fresh: {} }, { browser.open: { path: / } }${see}`),
      ['shown', undefined, undefined, 'durable'],
    );
  });

  it('of an API read knows who acted together with others', () => {
    const together = `{ together: { steps: [ ${post('/a', ', as: author')}, ${post('/b')} ] } }`;
    assert.deepEqual(strengths('', together, read('author') + read('reader') + read('guest')), [
      'served',
      'served',
      'persisted',
    ]);
  });

  it('of an agreement is that of its strongest reading', () => {
    const api = 'api: { as: guest, path: /, at: /n }';
    const browser = 'browser: { role: main, read: text }';
    const agree = `, { values.agree: { ${browser}, ${api} } }`;
    assert.deepEqual(strengths('', act, agree), ['persisted']);
    assert.deepEqual(strengths('', act, agree.replace('guest', 'reader')), ['served']);
  });

  it('is shown by dialogs and files, and nothing by lines of a log', () => {
    const looks = ', { browser.asked: {} }, { browser.downloaded: {} }, { system.log: { line: x } }';
    assert.deepEqual(strengths('', act, looks), ['shown', 'shown', undefined]);
  });

  it('of one of several elements is that of an element', () => {
    const any = ', { browser.see: { any: [ { role: main }, { role: alert } ] } }';
    assert.deepEqual(strengths('', act, `${any}, { browser.fresh: {} }, { browser.open: { path: / } }${any}`), [
      'shown',
      undefined,
      undefined,
      'served',
    ]);
  });
});
