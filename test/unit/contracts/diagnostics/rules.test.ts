import assert from 'node:assert/strict';
import { contractText, diagnose, sources } from '../sources.ts';
import { anyThen, anyWhen, itPlaces, then, when } from './cases.ts';

const contrastHint =
  'contrast: { as: { guest: reader } }, let: other values, or another given: with it the criterion must be violated';
const refused =
  'when: [ { api.request: { as: guest, method: POST, path: /api/x, expect: { status: 4xx } } } ]\nthen: [ { db.delta: {} } ]';
const refusal = {
  code: 'contrast-missing',
  message: 'all that is expected is that something does not happen: that also holds where nothing works',
  hint: contrastHint,
};
const given = (step: string): string => `claim: persisted\ngiven:\n  - ${step}\n${anyWhen}\n${anyThen}`;
const twice = (first: string, second: string): string =>
  contractText(`claim: persisted\n${anyWhen}\nthen:\n  - ${first}`) +
  `  - id: AC-2\n    title: Another\n    claim: persisted\n    ${anyWhen}\n    then:\n      - ${second}\n`;

describe('Lint of what criteria prove', () => {
  itPlaces([
    {
      title: 'a refusal without a contrast',
      contract: contractText(`claim: persisted\n${refused}`).replace('AC-1', '⟦AC-1⟧'),
      ...refusal,
    },
    {
      title: 'no rows as the only evidence',
      contract: contractText(
        `claim: persisted\n${anyWhen}\nthen:\n  - db.query: { sql: select count(*) as n from a, expect: { rows: [ { n: 0 } ] } }`,
      ).replace('AC-1', '⟦AC-1⟧'),
      ...refusal,
    },
    ...[
      'browser.asked: { text: Sure?, count: 0 }',
      'browser.asked: { type: confirm, count: { $lte: 1 } }',
      'browser.asked: { count: 0 }',
      'browser.downloaded: { name: list.csv, count: 0 }',
      'browser.downloaded: { count: { $lte: 2 } }',
      'browser.requests: { path: /canary, count: 0 }',
    ].map((look) => ({
      title: `a look that nothing happening would satisfy as well: ${look}`,
      contract: contractText(
        `claim: shown\nas: reader\ngiven: [ { browser.open: { path: / } } ]\nwhen: [ { browser.reload: {} } ]\nthen:\n  - ${look}\n  - browser.notSee: { role: alert }`,
      ).replace('AC-1', '⟦AC-1⟧'),
      ...refusal,
    })),
    ...[
      'db.delta: { items: { inserted: 0 } }',
      'db.delta: { items: { inserted: { $lte: 3 } }, $others: any }',
      ...[
        '{ $length: { $lte: 1 } }',
        '[ { n: { $lte: 0 } } ]',
        '{ $oneOf: [ [] ] }',
        '"{{none}}"',
        '[ { n: "{{zero}}" } ]',
      ].map((rows) => `db.query: { sql: select n from a, expect: { rows: ${rows} } }`),
      'db.query: { sql: select exists(select 1) as e, expect: { rows: [ { e: false } ] } }',
      'db.query: { sql: select a from b, expect: { rows: { $not: { $contains: { a: 1 } } } } }',
      'db.query: { sql: select a from b, expect: { rows: { $each: { a: 1 } } } }',
      ...['{ $gte: 400 }', '{ $not: 2xx }', '{ $oneOf: [ 404, 500 ] }'].map(
        (status) => `api.request: { as: author, method: GET, path: /, expect: { status: ${status} } }`,
      ),
    ].map((look) => ({
      title: `a look that holds where nothing works: ${look}`,
      contract: contractText(
        `claim: persisted\nlet: { none: [], zero: 0 }\nwhen: [ { api.request: { as: reader, method: POST, path: "/{{none}}{{zero}}" } } ]\nthen:\n  - ${look}`,
      ).replace('AC-1', '⟦AC-1⟧'),
      ...refusal,
    })),
    {
      title: 'a click that races with itself',
      criterion: `claim: persisted\ngiven: [ { browser.open: { as: reader, path: / } } ]\nwhen: [ { ⟦⟧browser.click: { as: reader, role: button, times: 2 } } ]\n${anyThen}`,
      code: 'repeat-missing',
      message: 'acts that race with each other come out differently each time: once proves little',
      hint: 'repeat: 5',
    },
    {
      title: 'a wait that the deadline cuts',
      criterion: `deadline: 10s\nclaim: persisted\n${anyWhen}\nthen: [ { ⟦⟧db.delta: { notes: { inserted: 1 }, within: 11s } } ]`,
      code: 'budget',
      message: 'this step may take 11s, and the criterion 10s',
      hint: 'deadline: 20s, or a shorter within',
    },
    {
      title: 'waits that together take longer than the criterion may',
      criterion: `deadline: ⟦8s⟧\nclaim: persisted\nwhen:\n  - api.request: { as: reader, method: POST, path: / }\n${'  - system.wait: { for: 4s, because: timer }\n'.repeat(2)}${anyThen}`,
      code: 'budget',
      message: 'its steps take 8s at least, and the criterion 8s at most',
    },
    {
      title: 'the opposite of what another criterion demands in the same state',
      contract: twice(
        'db.query: { sql: select a from b, expect: { rows: [ { a: 1 } ] } }',
        '⟦⟧db.query: { sql: select a from b, expect: { rows: [ { a: 2 } ] } }',
      ),
      code: 'opposite-demands',
      message: '“AC-2” demands the opposite of “AC-1” in the same state',
      hint: 'one of them is wrong, or their scenes differ: then say so in “given”',
    },
    {
      title: 'a delta that allows only what another forbids',
      contract: twice('db.delta: { notes: { inserted: 1 } }', '⟦⟧db.delta: { others: { inserted: 1 } }'),
      code: 'opposite-demands',
      message: '“AC-2” demands the opposite of “AC-1” in the same state',
      hint: 'one of them is wrong, or their scenes differ: then say so in “given”',
    },
    // Warnings
    {
      title: 'an expectation that any answer meets',
      severity: 'warning',
      criterion: then('⟦⟧api.request: { as: author, method: GET, path: /, expect: { status: 200, json: {} } }'),
      code: 'empty-expectation',
      message: 'anything meets what is expected of “json”',
      hint: 'expect a value that only the right answer has',
    },
    {
      title: 'rows of which nothing is demanded',
      severity: 'warning',
      criterion: then('⟦⟧db.query: { sql: select 1 as one, expect: { rows: { $length: { $gte: 0 } } } }'),
      code: 'empty-expectation',
      message: 'anything meets what is expected of “rows”',
      hint: 'expect a value that only the right answer has',
    },
    {
      title: 'fixed data',
      severity: 'warning',
      criterion: given('⟦⟧api.request: { as: author, method: POST, path: /, json: { article: { title: Tea } } }'),
      code: 'fixed-data',
      message: '“Tea” is the same in every run',
      hint: 'make it anew: let: { title: { fake: lorem.sentence } }',
    },
    {
      title: 'rows in order without an order',
      severity: 'warning',
      criterion: then('⟦⟧db.query: { sql: select a from b, expect: { rows: [ { a: 1 }, { a: 2 } ] } }'),
      code: 'unordered-rows',
      message: 'several rows are expected in order, and the statement has no “order by”',
      hint: 'order by …, or rows: { $unordered: [ … ] }',
    },
    {
      title: 'rows that change after the application was opened',
      severity: 'warning',
      criterion: `claim: persisted\ngiven: [ { browser.open: { as: reader, path: / } }, { ⟦⟧db.exec: { sql: delete from a } } ]\n${anyWhen}\n${anyThen}`,
      code: 'late-exec',
      message: 'rows change behind the application’s back after it was opened',
      hint: 'put it before the first browser.open',
    },
    {
      title: 'a long pause',
      severity: 'warning',
      criterion: when('⟦⟧system.wait: { for: 6s, because: a timer }'),
      code: 'long-pause',
      message: 'waiting for 6s, whatever happens',
      hint: 'a look waits by itself until it holds',
    },
    {
      title: 'a title that promises more than the claim',
      severity: 'warning',
      contract: contractText(
        `claim: ⟦served⟧\n${anyWhen}\nthen: [ { api.request: { as: author, method: GET, path: /, expect: { status: 200 } } } ]`,
      ).replace('A favourite is there', 'A favourite is saved'),
      code: 'weak-claim',
      message: 'the title says “saved”, and the claim is only “served”',
      hint: 'claim: persisted or durable, with a look that reaches it',
    },
  ]);
});

describe('Lint says nothing of', () => {
  const silent = (title: string, contract: string): void => {
    it(title, () => {
      assert.deepEqual(diagnose(sources(contract)), []);
    });
  };
  silent(
    'a refusal with a contrast',
    contractText(`claim: persisted\n${refused}\ncontrast: { as: { guest: reader } }`),
  );
  silent(
    'a refusal that the page tells, too',
    contractText(
      `claim: shown\ngiven: [ { browser.open: { as: guest, path: / } } ]\n${refused.replace(/then:.*/u, 'then: [ { browser.see: { as: guest, role: alert } } ]')}`,
    ),
  );
  silent(
    'a race that is repeated',
    contractText(
      `claim: persisted\nrepeat: 3\ngiven: [ { browser.open: { as: reader, path: / } } ]\nwhen: [ { browser.click: { as: reader, role: button, times: 2 } } ]\n${anyThen}`,
    ),
  );
  silent(
    'different demands in different states',
    twice('db.delta: { notes: { inserted: 1 } }', 'db.delta: { notes: { inserted: 2 } }').replace(
      `    ${anyWhen}\n    then:\n      - db.delta: { notes: { inserted: 2 } }`,
      '    when: [ { api.request: { as: reader, method: POST, path: /other } } ]\n    then:\n      - db.delta: { notes: { inserted: 2 } }',
    ),
  );
  for (const [first, second] of [
    ['browser.notSee: { role: alert }', 'browser.see: { role: alert, expect: { count: { $lte: 2 } } }'],
    [
      'browser.see: { role: alert, expect: { count: { $lte: 2 }, text: A } }',
      'browser.see: { role: alert, expect: { count: { $lte: 3 }, text: B } }',
    ],
    [
      'api.request: { method: GET, path: /, expect: { json: { $each: { a: 0 } } } }',
      'api.request: { method: GET, path: /, expect: { json: { $each: { a: 1 } } } }',
    ],
  ] as const)
    it(`demands that nothing at all meets: ${second}`, () => {
      const contract = twice(first, second)
        .replaceAll(
          'claim: persisted',
          'claim: persisted\n    as: reader\n    given: [ { browser.open: { path: / } } ]',
        )
        .replaceAll(/^( +)then:$/gmu, '$1then:\n$1  - db.delta: { notes: { inserted: 1 } }');
      assert.deepEqual(diagnose(sources(contract)), []);
    });
  silent(
    'a type deep inside an answer',
    contractText(
      then('api.request: { as: author, method: GET, path: /, expect: { json: { id: { $type: integer } } } }'),
    ),
  );
});
