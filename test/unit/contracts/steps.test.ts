import assert from 'node:assert/strict';
import { contractText, planOf } from './sources.ts';
import { expectationWords, thenSteps } from './then-steps.ts';

describe('Absence', () => {
  it('is wanted by what could hold before anything came', () => {
    const absent = [
      'browser.notSee: { role: alert }',
      'db.query: { sql: a, expect: { rows: [] } }',
      'db.query: { sql: a, expect: { rows: [ { n: 0 } ] } }',
      'api.request: { method: GET, path: /, expect: { json: { a: { $absent: true } } } }',
      'browser.see: { role: list, expect: { texts: { $not: { $contains: x } } } }',
      'browser.requests: { count: 0 }',
      'db.query: { sql: a, expect: { rows: { $length: 0 } } }',
      'db.delta: {}',
    ];
    for (const step of absent) assert.equal(thenSteps(step)[0]?.absence, true, step);
  });

  it('is not wanted by what must come', () => {
    const present = [
      'browser.see: { role: alert }',
      'db.query: { sql: a, expect: { rows: [ { n: 1 } ] } }',
      'api.request: { method: GET, path: /, expect: { status: 404 } }',
      'browser.at: { path: / }',
      'db.delta: { a: { inserted: 1 } }',
    ];
    for (const step of present) assert.equal(thenSteps(step)[0]?.absence, false, step);
  });
});

describe('Strength', () => {
  const strengths = (...steps: string[]): (string | undefined)[] => thenSteps(...steps).map(({ strength }) => strength);
  const see = 'browser.see: { role: button }';
  const read = (as: string) => `api.request: { as: ${as}, method: GET, path: /, expect: { status: 200 } }`;
  const rows = 'db.query: { sql: a, expect: { rows: [] } }';
  const open = 'browser.open: { path: / }';

  it('of a look in the browser grows with an empty browser', () => {
    assert.deepEqual(strengths(see, 'browser.fresh: {}', open, see), ['shown', undefined, undefined, 'served']);
  });

  it('of an API read depends on who acted', () => {
    assert.deepEqual(strengths(read('author'), read('reader'), read('guest')), ['served', 'persisted', 'persisted']);
  });

  it('is durable only after a restart, in the browser only when it is emptied after that', () => {
    assert.deepEqual(
      strengths(
        'browser.fresh: {}',
        open,
        'system.restart: app',
        see,
        rows,
        read('author'),
        'browser.fresh: {}',
        open,
        see,
      ),
      [undefined, undefined, undefined, 'served', 'durable', 'durable', undefined, undefined, 'durable'],
    );
  });

  it('of a delta is never durable: it compares the time before the restart', () => {
    assert.deepEqual(strengths('system.restart: app', 'db.delta: { notes: { inserted: 1 } }'), [
      undefined,
      'persisted',
    ]);
  });

  it('of another actor’s look does not grow with my empty browser', () => {
    assert.deepEqual(
      strengths(
        'browser.open: { as: author, path: / }',
        'browser.fresh: {}',
        'browser.see: { as: author, role: button }',
      ),
      [undefined, undefined, 'shown'],
    );
  });

  it('is not carried by requests that the page sent', () => {
    assert.deepEqual(strengths('browser.requests: { count: 0 }'), [undefined]);
  });
});

describe('Named steps', () => {
  const head = `steps:
  seen: [ { browser.see: { as: "{{who}}", role: "{{role}}", name: "The {{name}} of {{of}}", expect: { count: "{{n}}" } } } ]
  all seen: [ { seen: { who: "{{who}}", role: button, name: "{{name}}", of: all, n: { $gte: 2 } } } ]
`;
  const plan = planOf(
    contractText(
      `claim: shown
given: [ { browser.open: { as: reader, path: / } } ]
when: [ { browser.reload: { as: reader } } ]
then: [ { all seen: { who: reader, name: "{{run.id}}" } } ]`,
      head,
    ),
  );
  const [step] = plan.contracts[0]?.criteria[0]?.then ?? [];

  it('get parameters as values, as parts of texts, as names and as matchers, through other named steps', () => {
    assert.ok(step?.probe.verb === 'browser.see');
    assert.equal(step.words, 'reader sees button “The {{run.id}} of all” (count at least 2)');
    assert.equal(step.probe.actor, 'reader');
  });

  it('keep the places of references that came as parameters', () => {
    assert.ok(step?.probe.verb === 'browser.see' && step.probe.locator.by.kind === 'role');
    const { name } = step.probe.locator.by;
    assert.ok(name?.how === 'whole' && name.text.kind === 'text');
    assert.deepEqual(
      name.text.parts.find((part) => typeof part !== 'string'),
      {
        kind: 'reference',
        path: ['run', 'id'],
        at: { file: 'contracts/favorites.contract.yaml', line: 12, column: 47 },
      },
    );
  });
});

describe('Texts', () => {
  it('hold braces that are escaped', () => {
    const [step] = thenSteps('browser.at: { title: "a \\\\{{b}} c" }');
    assert.ok(step);
    assert.equal(expectationWords(step), 'title "a {{b}} c"');
  });

  it('are made of numbers where a page shows text', () => {
    const [step] = thenSteps('browser.see: { text: 2 }');
    assert.ok(step?.probe.verb === 'browser.see');
    assert.deepEqual(step.probe.locator.by, {
      kind: 'text',
      text: { how: 'whole', text: { kind: 'literal', value: '2' } },
    });
  });
});

describe('Waiting', () => {
  it('is as long as the step says, else 5s, else as long as the application may take to start', () => {
    const waits = thenSteps(
      'browser.see: { role: alert, within: 1.5s }',
      'browser.see: { role: alert }',
      'db.delta: { within: 2m }',
      'system.restart: app',
    );
    assert.deepEqual(
      waits.map(({ withinMs }) => withinMs),
      [1_500, 5_000, 120_000, 30_000],
    );
  });
});
