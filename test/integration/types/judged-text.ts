import assert from 'node:assert/strict';
import { bindStep, compile, scopeOf, type PlanStep, type Step, type Value } from '../../../contracts/language/index.ts';

const system = `
system: types
services:
  db: { postgres: { image: postgres:16 } }
  app: { start: { run: node server.js }, ready: { path: / } }
`;

/** The looks of `then` (YAML, one a line) as they are when bound: from the text of a contract to what a probe gets. */
export function looksOf(looks: readonly string[]): readonly Step<Value>[] {
  const text = [
    'contract: types',
    'title: Types',
    'criteria:',
    ...looks.flatMap((look, index) => [
      `  - id: T-${String(index + 1)}`,
      '    title: A value',
      '    claim: served',
      '    as: guest',
      `    when: [ { api.request: { method: GET, path: /${String(index)}, expect: { status: 200 } } } ]`,
      '    then:',
      `      - ${look}`,
    ]),
  ].join('\n');
  const compiled = compile({
    system: { file: 'system.yaml', text: system },
    contracts: [{ file: 'types.contract.yaml', text }],
    vocabularies: [],
    heldOut: [],
  });
  if (!compiled.ok)
    assert.fail(compiled.diagnostics.map(({ message, at }) => `${String(at.line)}: ${message}`).join('\n'));
  return compiled.plan.contracts.flatMap(({ criteria }) => criteria.flatMap(({ then }) => then.map(bound)));
}

function bound(step: PlanStep): Step<Value> {
  const result = bindStep(step, scopeOf({}));
  if (!result.ok) assert.fail(`no value for ${result.missing.join(', ')}`);
  return result.step;
}
