/** A contract with so many criteria, each an act by API and a look into the database. */
export function contractOf(size: number): { readonly file: string; readonly text: string } {
  const criteria = Array.from({ length: size }, (_, index) => criterion(index + 1));
  return {
    file: 'contracts/numbers.contract.yaml',
    text: `contract: numbers\nversion: 1\ntitle: Numbers are kept\nsystem: system.yaml\ncriteria:\n${criteria.join('')}`,
  };
}

function criterion(number: number): string {
  const n = String(number);
  return `  - id: N-${n.padStart(4, '0')}
    title: Number ${n} is kept
    claim: persisted
    when: [ { api.request: { as: visitor, method: POST, path: /numbers/${n}, expect: { status: 200 } } } ]
    then: [ { db.query: { sql: "select n from numbers where n = $1", params: [ ${n} ], expect: { rows: [ { n: ${n} } ] } } } ]
`;
}
