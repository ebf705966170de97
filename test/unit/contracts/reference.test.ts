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

  const sections = ['given', 'when', 'then'] as const;

  /** A contract with these steps at the end of one section. */
  function withSteps(section: (typeof sections)[number], steps: string): string {
    const own = (name: string): string => (name === section ? steps.trimEnd().replace(/^/gmu, '  ') + '\n' : '');
    return contractText(`claim: persisted
repeat: 2
let: { title: { fake: lorem.sentence } }
given:
  - api.request: { as: author, method: POST, path: /, json: { title: "{{title}}" }, save: { slug: /slug } }
  - browser.open: { as: reader, path: "/{{slug}}" }
${own('given')}when:
  - browser.reload: { as: reader }
${own('when')}then:
${own('then')}  - db.delta: { notes: { inserted: 1 } }`);
  }

  it('shows a vocabulary and a held-out file that go with them', () => {
    const [vocabulary = ''] = examples('vocabulary');
    const [heldOut = ''] = examples('heldout');
    const naming = contract
      .replace('criteria:', 'vocabulary: steps.yaml\nheldOut: favorites.heldout.yaml\ncriteria:')
      .replace('the reader opens it ]', 'the reader looks around, the reader opens it ]');
    const files = {
      ...sources(naming, system),
      vocabularies: [{ file: 'contracts/steps.yaml', text: vocabulary }],
      heldOut: [{ file: 'contracts/favorites.heldout.yaml', text: heldOut }],
    };
    assert.deepEqual(diagnose(files), []);
  });

  it('shows steps that compile', () => {
    assert.deepEqual(
      sections.map((section) => examples(section).length),
      [1, 1, 5],
    );
    for (const section of sections)
      for (const steps of examples(section))
        assert.deepEqual(diagnose(sources(withSteps(section, steps), system)), [], steps);
  });

  it('names every verb and every matcher', () => {
    for (const verb of Object.keys(verbSchemas)) {
      const [surface, name] = verb.split('.');
      const written = name === undefined ? verb : `${surface ?? ''}\\.${name}`;
      assert.match(text, new RegExp(`\`${written}\`|, \`${name ?? verb}\``, 'u'), verb);
    }
    for (const matcher of matcherNames) assert.ok(text.includes(`\`${matcher}:`), matcher);
  });
});
