/** A contract with so many criteria, each an act and two looks by API. */
export function contractOf(size: number): { readonly file: string; readonly text: string } {
  const criteria = Array.from({ length: size }, (_, index) => criterion(index + 1));
  return {
    file: 'contracts/numbers.contract.yaml',
    text: `contract: numbers\nversion: 1\ntitle: Numbers are served\nsystem: system.yaml\ncriteria:\n${criteria.join('')}`,
  };
}

function criterion(number: number): string {
  const n = String(number);
  const get = (path: string, json: string): string =>
    `      - api.request: { as: visitor, method: GET, path: /numbers/${path}, expect: { status: 200, json: ${json} } }\n`;
  return `  - id: N-${n.padStart(4, '0')}
    title: Number ${n} is served
    claim: served
    when:
      - api.request: { as: visitor, method: POST, path: /numbers/${n}, json: { n: ${n} }, expect: { status: 200 } }
    then:
${get(n, `{ n: ${n} }`)}${get(`1${n}`, `{ n: { $gte: 10 } }`)}`;
}
