import assert from 'node:assert/strict';
import { compiledStep, equal, having, literal, slug, whole, withoutPlaces } from './written-step.ts';

const atLeastOne = { is: 'gte', bound: literal(1) };
const isThere = { is: 'not', matcher: { is: 'absent' } };

describe('Looks at what happened', () => {
  const expectation = (written: string): unknown => withoutPlaces(compiledStep('then', written).expectation);
  const such = having({ text: equal('Sure?') });

  it('count dialogs, at least one when nothing is said', () => {
    assert.deepEqual(expectation('browser.asked: {}'), having({ count: atLeastOne }));
    assert.deepEqual(expectation('browser.asked: { count: 0 }'), having({ count: equal(0) }));
  });

  it('count just those dialogs that are described', () => {
    const contains = (times: number): object => ({ is: 'contains', items: Array(times).fill(such) });
    assert.deepEqual(expectation('browser.asked: { text: "Sure?" }'), having({ dialogs: contains(1) }));
    assert.deepEqual(
      expectation('browser.asked: { text: "Sure?", count: 2 }'),
      having({ dialogs: { is: 'all', matchers: [contains(2), { is: 'not', matcher: contains(3) }] } }),
    );
    assert.deepEqual(
      expectation('browser.asked: { text: "Sure?", count: { $lte: 1 } }'),
      having({ count: isThere, dialogs: { is: 'not', matcher: contains(2) } }),
    );
  });

  it('want absence when nobody may be asked so, on a page that can be read', () => {
    const step = compiledStep('then', 'browser.asked: { text: "Sure?", count: 0 }');
    assert.equal(step.absence, true);
    assert.deepEqual(
      step.expectation,
      having({ count: isThere, dialogs: { is: 'not', matcher: { is: 'contains', items: [such] } } }),
    );
  });

  it('know dialogs by type, and files by name and text', () => {
    assert.deepEqual(
      expectation('browser.asked: { type: prompt }'),
      having({ dialogs: { is: 'contains', items: [having({ type: equal('prompt') })] } }),
    );
    const step = compiledStep('then', 'browser.downloaded: { name: a.csv, text: { $contains: "{{slug}}" } }');
    const text = { is: 'contains', items: [{ is: 'equal', value: slug }] };
    assert.deepEqual(step.probe, { verb: 'browser.downloaded', actor: 'reader' });
    assert.deepEqual(
      withoutPlaces(step.expectation),
      having({ downloads: { is: 'contains', items: [having({ name: equal('a.csv'), text })] } }),
    );
    assert.equal(step.words, 'reader was handed files (name "a.csv", text containing {{slug}}): at least one');
  });

  it('count lines of a log: of the application when no service is named', () => {
    const step = compiledStep('then', 'system.log: { line: { $contains: sent }, count: 2 }');
    assert.deepEqual(step.probe, {
      verb: 'system.log',
      service: 'app',
      line: { is: 'contains', items: [equal('sent')] },
    });
    assert.deepEqual(step.expectation, having({ count: equal(2) }));
    assert.equal(step.words, 'log of app: lines containing "sent": 2');
    assert.equal(step.strength, undefined);
    const other = compiledStep('then', 'system.log: { service: cache, count: 0 }');
    assert.deepEqual([other.probe, other.absence], [{ verb: 'system.log', service: 'cache' }, true]);
  });
});

describe('One of several elements', () => {
  it('is enough: each alternative is looked at, the others may be anything', () => {
    const step = compiledStep(
      'then',
      'browser.see: { any: [ { role: alert, expect: { text: Gone, class: bad } }, { text: Empty } ] }',
    );
    const alert = having({
      count: atLeastOne,
      elements: {
        is: 'each',
        item: having({ text: equal('Gone'), class: { is: 'contains', items: [equal('bad')] } }),
      },
    });
    const empty = having({ count: atLeastOne });
    const anything = { is: 'anything' };
    assert.deepEqual(step.probe, {
      verb: 'browser.seeAny',
      actor: 'reader',
      any: [
        {
          locator: { by: { kind: 'role', role: 'alert' } },
          read: { properties: ['text', 'class'], attributes: [], styles: [] },
        },
        {
          locator: { by: { kind: 'text', text: whole('Empty') } },
          read: { properties: [], attributes: [], styles: [] },
        },
      ],
    });
    assert.deepEqual(
      step.expectation,
      having({
        any: {
          is: 'oneOf',
          options: [
            { is: 'array', items: [alert, anything] },
            { is: 'array', items: [anything, empty] },
          ],
        },
      }),
    );
    assert.equal(step.words, 'reader sees alert (text "Gone", class containing "bad") or text “Empty”');
    assert.equal(step.strength, 'shown');
  });
});

describe('A look', () => {
  it('must hold for some time where that is said', () => {
    const { staysMs, withinMs, words } = compiledStep(
      'then',
      'browser.notSee: { role: alert, stays: 10s, within: 2s }',
    );
    assert.deepEqual([staysMs, withinMs], [10_000, 2_000]);
    assert.equal(words, 'reader does not see alert, for 10s');
  });

  it('loads the page again where that is said, on all that speaks of a page', () => {
    for (const written of [
      'browser.see: { role: alert, eventually: { reload: true, within: 15s } }',
      'browser.notSee: { role: alert, eventually: { reload: true, within: 15s } }',
      'browser.at: { path: /x, eventually: { reload: true, within: 15s } }',
      'browser.see: { any: [ { role: alert }, { role: status } ], eventually: { reload: true, within: 15s } }',
    ]) {
      const { reloads, withinMs, words } = compiledStep('then', written);
      assert.deepEqual([reloads, withinMs], [true, 15_000], written);
      assert.match(words, /, reloading between looks$/u);
    }
  });

  it('neither stays nor reloads when nothing is said', () => {
    const step = compiledStep('then', 'browser.see: { role: alert }');
    for (const key of ['staysMs', 'reloads', 'failIf']) assert.ok(!Object.hasOwn(step, key), key);
  });

  it('ends by what it is told, in the form of what it expects', () => {
    const failIf = (written: string): unknown => withoutPlaces(compiledStep('then', written).failIf);
    const rows = { is: 'array', items: [having({ state: equal('failed') })] };
    const cases: readonly (readonly [string, object])[] = [
      ['browser.notSee: { role: alert, failIf: { texts: [ No ] } }', { texts: { is: 'array', items: [equal('No')] } }],
      ['browser.at: { path: /a, failIf: { path: /login } }', { path: equal('/login') }],
      ['browser.requests: { failIf: { count: 3 } }', { count: equal(3) }],
      [
        'browser.asked: { failIf: { type: alert } }',
        { dialogs: { is: 'contains', items: [having({ type: equal('alert') })] } },
      ],
      ['browser.downloaded: { failIf: { count: 2 } }', { count: equal(2) }],
      ['system.log: { line: x, failIf: { count: 2 } }', { count: equal(2) }],
      ['db.query: { sql: a, expect: { rows: [ { n: 1 } ] }, failIf: { rows: [ { state: failed } ] } }', { rows }],
      [
        'api.request: { method: GET, path: /, expect: { status: 200 }, failIf: { json: { state: "{{slug}}" } } }',
        { json: having({ state: { is: 'equal', value: slug } }) },
      ],
    ];
    for (const [written, entries] of cases) assert.deepEqual(failIf(written), having(entries), written);
    assert.match(compiledStep('then', cases[1]?.[0] ?? '').words, /; fails at once when \{ path: "\/login" \}$/u);
  });

  it('reads of an element what ends it, beside what it expects', () => {
    const step = compiledStep(
      'then',
      'browser.see: { role: status, expect: { text: done, attribute: { a: x } }, failIf: { class: bad, text: failed, style: { color: red } } }',
    );
    assert.ok(step.probe.verb === 'browser.see');
    assert.match(
      step.words,
      /; fails at once when seen \(text "failed", class containing "bad", style \{ color: "red" \}\)$/u,
    );
    assert.deepEqual(step.probe.read, {
      properties: ['text', 'attribute', 'class', 'style'],
      attributes: ['a'],
      styles: ['color'],
    });
    assert.deepEqual(
      step.failIf,
      having({
        count: atLeastOne,
        elements: {
          is: 'each',
          item: having({
            text: equal('failed'),
            class: { is: 'contains', items: [equal('bad')] },
            style: having({ color: equal('red') }),
          }),
        },
      }),
    );
  });

  it('asks that what must not be so is there at all: what an element does not have is read as null', () => {
    const notNull = { is: 'not', matcher: { is: 'equal', value: { kind: 'literal', value: null } } };
    const itemOf = (expect: string): unknown => {
      const { expectation } = compiledStep('then', `browser.see: { role: status, expect: ${expect} }`);
      assert.ok(expectation.is === 'object' && expectation.entries['elements']?.is === 'each');
      const { item } = expectation.entries['elements'];
      return item.is === 'object' ? item.entries : item;
    };
    const not = (value: unknown) => ({ is: 'not', matcher: equal(value) });
    for (const [name, written, value] of [
      ['number', '3', 3],
      ['pressed', 'true', true],
      ['value', 'a', 'a'],
    ] as const)
      assert.deepEqual(itemOf(`{ ${name}: { $not: ${written} } }`), {
        [name]: { is: 'all', matchers: [notNull, not(value)] },
      });
    assert.deepEqual(itemOf('{ style: { colour: { $not: red } } }'), {
      style: having({ colour: { is: 'all', matchers: [not(''), not('red')] } }),
    });
    // An element without a class, or without an attribute, does not have that one.
    assert.deepEqual(itemOf('{ attribute: { a: { $not: x } } }'), { attribute: having({ a: not('x') }) });
    assert.deepEqual(itemOf('{ number: { $gte: 3 } }'), {
      number: { is: 'gte', bound: { kind: 'literal', value: 3 } },
    });
  });
});
