import { compile, type Plan } from '../../contracts/language/index.ts';
import { tinySystem } from '../tiny-system.ts';

/** A kind of look that is measured. */
export const verbs = ['db.query', 'api.request', 'browser.see', 'browser.at'] as const;
export type MeasuredVerb = (typeof verbs)[number];

/** The statement that is asked, by the contract and by hand. */
export const statement = 'select $1::int as n, $2::text as word';

/** Plans a criterion for every kind of look: so many of them in `given`, where each is taken once. */
export function planOf(steps: number): Plan {
  const text = `contract: steps\nversion: 1\ntitle: Looks\nsystem: system.yaml\nlet: { word: { pattern: "[a-z]{8}" } }\ncriteria:\n${verbs.map((verb) => criterion(verb, steps)).join('')}`;
  const compiled = compile({
    system: tinySystem({ database: true }).system,
    contracts: [{ file: 'contracts/steps.contract.yaml', text }],
    vocabularies: [],
    heldOut: [],
  });
  if (compiled.ok) return compiled.plan;
  throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
}

const look: Readonly<Record<MeasuredVerb, (n: string) => string>> = {
  'db.query': (n) =>
    `db.query: { sql: "${statement}", params: [ ${n}, "{{word}}" ], expect: { rows: [ { n: ${n}, word: "{{word}}" } ] } }`,
  'api.request': (n) =>
    `api.request: { as: visitor, method: GET, path: /numbers/${n}, expect: { status: 200, json: { n: ${n} } } }`,
  'browser.see': () => 'browser.see: { as: visitor, role: heading, name: Quiet page, expect: { count: 1 } }',
  'browser.at': () => 'browser.at: { as: visitor, path: / }',
};

function criterion(verb: MeasuredVerb, steps: number): string {
  const looks = Array.from({ length: steps }, (_, index) => `      - ${look[verb](String(index + 1))}\n`).join('');
  return `  - id: ${verb.toUpperCase().replace('.', '-')}
    title: Many of ${verb}
    claim: served
    deadline: 600s
    given:
      - browser.open: { as: visitor, path: / }
${looks}    when:
      - api.request: { as: visitor, method: POST, path: /numbers/1, expect: { status: 200 } }
    then:
      - api.request: { as: visitor, method: GET, path: /numbers/2, expect: { status: 200, json: { n: 2 } } }
`;
}
