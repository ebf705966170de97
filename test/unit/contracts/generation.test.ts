import assert from 'node:assert/strict';
import {
  createValues,
  isMap,
  scopeOf,
  UsedValues,
  type NamedValue,
  type ValueContext,
  type Expression,
  type Reference,
} from '../../../contracts/language/index.ts';

const now = new Date('2026-03-01T12:00:00Z');

function context(changes: Partial<ValueContext> = {}): ValueContext {
  return {
    seed: 7,
    key: 'favorites/AC-1',
    scope: scopeOf({ run: { id: 'r1' } }),
    used: new UsedValues(),
    now,
    secrets: { API_KEY: 'k-1' },
    ...changes,
  };
}

const fake = (name: string, method: string, options?: object): NamedValue => ({
  name,
  from: {
    kind: 'fake',
    method,
    ...(options === undefined ? {} : { options: { kind: 'literal', value: options as never } }),
  },
});
const pattern = (name: string, text: string): NamedValue => ({ name, from: { kind: 'pattern', pattern: text } });

function made(named: readonly NamedValue[], changes?: Partial<ValueContext>): Record<string, unknown> {
  const created = createValues(named, context(changes));
  assert.ok(created.ok, created.ok ? '' : created.why);
  return created.values;
}

describe('Generated values', () => {
  const named = [fake('email', 'internet.email'), pattern('password', '[A-Za-z0-9]{12}'), fake('soon', 'date.soon')];

  it('are the same for the same seed and key', () => {
    assert.deepEqual(made(named), made(named));
  });

  it('differ by seed, by key and by name', () => {
    const first = made([fake('a', 'string.uuid')])['a'];
    assert.notEqual(made([fake('a', 'string.uuid')], { seed: 8 })['a'], first);
    assert.notEqual(made([fake('a', 'string.uuid')], { key: 'favorites/AC-2' })['a'], first);
    assert.notEqual(made([fake('b', 'string.uuid')])['b'], first);
  });

  it('do not depend on what is generated before', () => {
    assert.deepEqual(made([fake('z', 'lorem.sentence'), ...named])['email'], made(named)['email']);
  });

  it('match their pattern', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      assert.match(String(made([pattern('a', '[a-f]{3}-(x|y)\\d+')], { seed })['a']), /^[a-f]{3}-(x|y)\d+$/u);
    }
  });

  it('take the generator’s options', () => {
    assert.equal(String(made([fake('a', 'internet.password', { length: 31 })])['a']).length, 31);
  });

  it('are never the same twice in one run', () => {
    const used = new UsedValues();
    const digits = Array.from(
      { length: 10 },
      (_, index) => made([pattern('d', '[0-9]')], { used, key: `k${String(index)}` })['d'],
    );
    assert.equal(new Set(digits).size, 10);
    const eleventh = createValues([pattern('d', '[0-9]')], context({ used, key: 'k10' }));
    assert.deepEqual(eleventh, {
      ok: false,
      name: 'd',
      why: 'the pattern [0-9] has no value left that this run did not have: 100 attempts brought known ones',
    });
  });

  it('are values of JSON: dates are ISO text', () => {
    assert.match(String(made(named)['soon']), /^2026-03-0[12]T[\d:.]+Z$/u);
    assert.ok(isMap(made([fake('a', 'airline.airport')])['a'] as never));
  });

  it('may refer to earlier ones and to the scope', () => {
    const title: NamedValue = {
      name: 'title',
      from: {
        kind: 'expression',
        expression: {
          kind: 'text',
          parts: [
            { kind: 'reference', path: ['email'], at: { file: '', line: 1, column: 1 } },
            ' ',
            { kind: 'reference', path: ['run', 'id'], at: { file: '', line: 1, column: 1 } },
          ],
        },
      },
    };
    const values = made([fake('email', 'internet.email'), title]);
    assert.equal(values['title'], `${String(values['email'])} r1`);
  });

  it('say why they can not be made', () => {
    const why = (value: NamedValue): string => {
      const created = createValues([value], context());
      assert.ok(!created.ok);
      return created.why;
    };
    assert.match(why(fake('a', 'internet.nothing')), /there is no generator internet\.nothing/u);
    assert.match(why(fake('a', 'number.int', { min: 2, max: 1 })), /the generator number\.int refuses: /u);
    assert.match(why(pattern('a', '(?=x)y')), /no text can be made from the pattern \(\?=x\)y/u);
    assert.match(
      why({
        name: 'a',
        from: {
          kind: 'expression',
          expression: { kind: 'reference', path: ['b', 'c'], at: { file: '', line: 1, column: 1 } },
        },
      }),
      /there is no value for \{\{b\.c\}\}/u,
    );
  });
});

describe('Values that are made of each other', () => {
  const at = { file: '', line: 1, column: 1 };
  const valueAt = (index: number): Reference => ({ kind: 'reference', path: [`v${String(index)}`], at });
  const first: NamedValue = { name: 'v0', from: { kind: 'expression', expression: { kind: 'literal', value: 'xx' } } };
  const doubled = (twice: (part: Reference) => Expression): NamedValue[] =>
    Array.from({ length: 30 }, (_, index) => ({
      name: `v${String(index + 1)}`,
      from: { kind: 'expression', expression: twice(valueAt(index)) },
    }));

  it('have an end: doubled thirty times, as text or as list, one is too long to be made', () => {
    for (const twice of [
      (part: Reference): Expression => ({ kind: 'text', parts: [part, part] }),
      (part: Reference): Expression => ({ kind: 'list', items: [part, part] }),
    ]) {
      const created = createValues([first, ...doubled(twice)], context());
      assert.ok(!created.ok);
      assert.match(created.name, /^v(?:1[5-9]|20)$/u);
      assert.equal(created.why, 'it is longer than 1000000 characters');
    }
  });
});

describe('Secrets', () => {
  const secret = (name: string): NamedValue => ({ name: 'key', from: { kind: 'secret', secret: name } });

  it('are taken from the environment as they stand', () => {
    assert.deepEqual(made([secret('API_KEY')]), { key: 'k-1' });
  });

  it('that are not set are told from all other failures', () => {
    const why = 'the environment variable toString is not set';
    const created = createValues([secret('toString')], context());
    assert.deepEqual(created, { ok: false, name: 'key', why, secret: 'toString' });
    const other = createValues([fake('a', 'internet.nothing')], context());
    assert.ok(!other.ok && other.secret === undefined);
  });
});
