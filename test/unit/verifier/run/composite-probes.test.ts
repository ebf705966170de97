import assert from 'node:assert/strict';
import type { AgreeProbe, AgreeReading, Step, Value } from '../../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../../reports/index.ts';
import { judgeStep } from '../../../../verifier/judge/index.ts';
import { performAgree } from '../../../../verifier/run/composite-probes.ts';
import { EVIDENCE } from '../judge/arbitraries.ts';

const [kept] = EVIDENCE;
const anything = { is: 'anything' } as const;

const readings: readonly AgreeReading<Value>[] = [
  {
    name: 'browser',
    probe: {
      verb: 'browser.see',
      actor: 'reader',
      locator: { by: { kind: 'testId', id: 'total' } },
      read: { properties: ['number'], attributes: [], styles: [] },
    },
    pointer: '/elements/0/number',
  },
  {
    name: 'api',
    probe: { verb: 'api.request', actor: 'reader', method: 'GET', path: '/total' },
    pointer: '/json/total',
  },
];

const step = {
  id: 'then.1',
  section: 'then',
  words: 'both say the same',
  origin: { written: { file: 'a.contract.yaml', line: 1, column: 1 }, via: [] },
  probe: { verb: 'values.agree', readings },
  expectation: { is: 'agreeing', names: ['browser', 'api'] },
  stated: true,
  kind: 'look',
  absence: false,
  save: [],
  withinMs: 1_000,
} as const satisfies Step<Value> & { readonly probe: AgreeProbe<Value> };

/** What becomes of a page and an answer that observe this. */
async function kindOf(page: Value, answer: Value): Promise<string> {
  const sink = { keep: () => Promise.resolve(kept satisfies EvidenceRef) };
  const perform = ({ probe }: Step<Value>) =>
    Promise.resolve({
      kind: 'observed' as const,
      value: probe.verb === 'browser.see' ? page : answer,
      evidence: EVIDENCE,
    });
  const observation = await performAgree({ ...step, failIf: anything }, perform, sink);
  return judgeStep(step, observation).kind;
}

describe('values that are to agree, as they are read', () => {
  const page = (number: Value): Value => ({ count: 1, elements: [{ number }], texts: [''] });
  const answer = (total: Value): Value => ({ status: 200, json: { total } });

  it('agree when both say the same', async () => {
    assert.equal(await kindOf(page(3), answer(3)), 'satisfied');
    assert.equal(await kindOf(page(3), answer(4)), 'violated');
  });

  it('do not when the page has no such value, not even with a null of the others', async () => {
    assert.equal(await kindOf(page(null), answer(null)), 'violated');
    assert.equal(await kindOf(page(3), answer(null)), 'violated');
  });

  it('do not when the answer is not the JSON that it says it is', async () => {
    assert.equal(await kindOf(page(3), { status: 200, text: '{', notJson: 'it ends too early' }), 'violated');
  });
});
