import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMap, stringifyJson, type ApiProbe, type Step, type Value } from '../../../contracts/language/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { createApiAgent } from '../../../verifier/probes/api/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { realClock } from '../probes/clocks.ts';
import { memorySink } from '../probes/memory-sink.ts';
import { looksOf } from './judged-text.ts';

interface JsonRow {
  readonly name: string;
  /** The body as the application sends it. */
  readonly body: string;
  /** As YAML: what it means, something else, something of another type. */
  readonly equal: string;
  readonly others: readonly string[];
  /** As reports show it. */
  readonly shown: string;
}

/** `shown` is the body itself when left out. */
type Row = readonly [name: string, body: string, equal: string, others: readonly string[], shown?: string];

const row = (...[name, body, equal, others, shown = body]: Row): JsonRow => ({ name, body, equal, others, shown });

const rows: readonly JsonRow[] = [
  row('an integer', '7', '7', ['8', '"7"', 'true']),
  row('an integer beyond doubles', '9007199254740993', '9007199254740993', ['9007199254740992', '"9007199254740993"']),
  row('an integer of 30 digits', '123456789012345678901234567890', '123456789012345678901234567890', [
    '123456789012345678901234567891',
  ]),
  row('an exponent', '1e2', '100', ['1e3', '"1e2"'], '100'),
  row('an exponent beyond doubles', '1e400', '1e400', ['1e401', '"1e400"'], `1${'0'.repeat(400)}`),
  row('a small exponent', '5E-324', '5e-324', ['0', '5e-323'], '5e-324'),
  row('−0', '-0', '0', ['1', '"-0"'], '0'),
  row('−0 with decimals', '-0.0', '0', ['"0"'], '0'),
  row('a decimal', '0.1', '0.1', ['0.2', '"0.1"']),
  row('a decimal beyond doubles', '0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827', [
    '0.1',
    '0.1000000000000000055511151231257828',
  ]),
  row('a decimal with trailing zeros', '1.50', '1.5', ['1.51', '"1.50"'], '1.5'),
  row('an integer that is written as a decimal', '3.0', '3', ['4', '"3.0"'], '3'),
  row('true', 'true', 'true', ['false', '"true"', '1']),
  row('null', 'null', 'null', ['"null"', '0', '{ $absent: true }']),
  row('a text', '"Grüße 🎈"', '"Grüße 🎈"', ['"Grüße"', '1']),
  row('a text with escapes', String.raw`"a\u00e9\n\"\\\/"`, String.raw`"aé\n\"\\/"`, ['a'], String.raw`"aé\n\"\\/"`),
  row(
    'a lone surrogate',
    String.raw`"\ud800x"`,
    String.raw`"\ud800x"`,
    [String.raw`"\ufffdx"`, 'x'],
    String.raw`"\ud800x"`,
  ),
  row('a surrogate pair', String.raw`"\ud83c\udf88"`, '"🎈"', [String.raw`"\ud83c"`], '"🎈"'),
  row('a NUL in a text', String.raw`"a\u0000b"`, String.raw`"a\0b"`, ['ab'], String.raw`"a\u0000b"`),
  row('an empty list', '[]', '[]', ['[ 1 ]', '{}', 'null']),
  row('a list', '[1,"1",null]', '[ 1, "1", null ]', ['[ "1", 1, null ]', '[ 1, "1" ]', '[ 1, "1", null, 2 ]']),
  row('an empty object', '{}', '{ $exactly: {} }', ['{ a: 1 }', '[]']),
  row('an object', '{"a":1,"b":{"c":[2]}}', '{ b: { c: [ 2 ] }, a: 1 }', [
    '{ a: 1, b: { c: 2 } }',
    '{ $exactly: { a: 1 } }',
  ]),
  row('the key __proto__', '{"__proto__":{"x":1}}', '{ __proto__: { x: 1 } }', ['{ __proto__: { x: 2 } }', '{ x: 1 }']),
  row('the key constructor', '{"constructor":1}', '{ constructor: 1 }', [
    '{ constructor: 2 }',
    '{ prototype: { $absent: false } }',
  ]),
  row('an empty key', '{"":1}', '{ "": 1 }', ['{ "": 2 }']),
];

describe('a value of JSON', () => {
  let server: Server;
  let url: string;
  let looks: readonly Step<Value>[];

  before(async () => {
    server = createServer((request, response) => {
      const index = Number(/^\/(\d+)$/u.exec(request.url ?? '')?.[1]);
      const body = request.url === '/twice' ? '{"role":"reader","role":"admin"}' : `{"v":${rows[index]?.body ?? ''}}`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    looks = looksOf([
      ...rows.flatMap(({ equal, others }, index) => [equal, ...others].map((value) => lookAt(index, value))),
      'api.request: { method: GET, path: /twice, expect: { json: { role: { $oneOf: [ reader, admin ] } } } }',
    ]);
  });
  after(() => server.close());

  const judge = async (step: Step<Value> | undefined) => {
    assert.ok(step);
    const sink = memorySink();
    const agent = createApiAgent({ baseUrl: url, sink, clock: realClock, signal: new AbortController().signal });
    const observation = await agent.perform(step.probe as ApiProbe<Value>, 30_000);
    return {
      judgement: judgeStep(step, observation),
      shown: shownOf(observation),
    };
  };

  let next = 0;
  for (const { name, others, shown } of rows) {
    const first = next;
    next += 1 + others.length;
    it(`${name} equals just itself, and is shown without loss`, async () => {
      const { judgement, shown: seen } = await judge(looks[first]);
      assert.equal(judgement.kind, 'satisfied', JSON.stringify(judgement));
      assert.equal(seen, `{"v":${shown}}`);
      for (const [index, other] of others.entries())
        assert.equal((await judge(looks[first + 1 + index])).judgement.kind, 'violated', other);
    });
  }

  it('whose key comes twice with different values has no one value: it is violated, and the message says why', async () => {
    const { judgement } = await judge(looks.at(-1));
    assert.ok(judgement.kind === 'violated');
    assert.match(judgement.mismatches[0].message, /ambiguous JSON: duplicate key/u);
  });
});

/** The body as reports show it. */
function shownOf(observation: Observation): string {
  const value = observation.kind === 'observed' ? observation.value : undefined;
  return isMap(value) ? stringifyJson(value['json'] ?? null) : '';
}

function lookAt(index: number, value: string): string {
  return `api.request: { method: GET, path: /${String(index)}, expect: { status: 200, json: { v: ${value} } } }`;
}
