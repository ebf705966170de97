import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matcherNames } from '../../../contracts/language/compile/matcher.ts';
import { verbSchemas } from '../../../contracts/language/schema/verbs.ts';
import { contractText, diagnose, sources } from './sources.ts';

const text = readFileSync(new URL('../../../docs/contract-language.md', import.meta.url), 'utf8');

/** The page's examples of one kind. */
function examples(kind: string): string[] {
  return [...text.matchAll(/^```yaml (\w+)\n(.*?)^```$/gmsu)]
    .filter(([, name]) => name === kind)
    .map(([, , body = '']) => body);
}

describe('The reference of the language', () => {
  const [system = ''] = examples('system');
  const [contract = ''] = examples('contract');

  it('shows a system and a contract that compile without a warning', () => {
    assert.deepEqual(diagnose(sources(contract, system)), []);
  });

  it('shows steps that compile', () => {
    const given =
      'claim: persisted\nlet: { title: { fake: lorem.sentence } }\ngiven:\n  - api.request: { as: author, method: POST, path: /, json: { title: "{{title}}" }, save: { slug: /slug } }\n  - browser.open: { as: reader, path: "/{{slug}}" }\nwhen: [ { browser.reload: { as: reader } } ]\nthen:\n';
    const lists = examples('then');
    assert.equal(lists.length, 2);
    for (const steps of lists)
      assert.deepEqual(
        diagnose(
          sources(
            contractText(given + steps.trimEnd().replace(/^/gmu, '  ') + '\n  - db.delta: { notes: { inserted: 1 } }'),
            system,
          ),
        ),
        [],
      );
  });

  it('names every verb and every matcher', () => {
    for (const verb of Object.keys(verbSchemas)) {
      const [surface, name = ''] = verb.split('.');
      assert.match(text, new RegExp(`\\b${surface ?? ''}\\.${name}\\b|, \`${name}\``, 'u'), verb);
    }
    for (const matcher of matcherNames) assert.ok(text.includes(`\`${matcher}:`), matcher);
  });
});
