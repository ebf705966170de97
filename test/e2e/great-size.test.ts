import assert from 'node:assert/strict';
import { appendFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assay } from './support/assay.ts';
import { Trial } from './support/trial.ts';

describe('input of great size', () => {
  let trial: Trial;
  before(async () => {
    trial = await Trial.open();
  });
  after(() => trial[Symbol.asyncDispose]());
  afterEach(() => trial.takeBack());

  it('1,000 criteria: checked, and run in order, none lost', async () => {
    const request = (index: number) => `api.request: { as: guest, method: GET, path: "/${String(index)}"`;
    const ids = Array.from({ length: 1000 }, (_, index) => `M-${String(index).padStart(4, '0')}`);
    const criteria = ids.map(
      (id, index) =>
        `  - { id: ${id}, title: Number ${String(index)}, claim: served, when: [ { ${request(index)} } } ], then: [ { ${request(index)}, expect: { status: ${index === 900 ? '201' : '200'} } } } ] }\n`,
    );
    const text = `contract: many\nversion: 1\ntitle: Many\ncriteria:\n${criteria.join('')}`;
    await writeFile(join(trial.repository.path, 'contracts/many.contract.yaml'), text);
    await appendFile(join(trial.repository.path, 'contracts/system.yaml'), 'keepApp: true\n');
    const check = await assay(['contract', 'check'], trial.repository.path);
    assert.deepEqual([check.exitCode, check.stdout], [0, '2 contracts with 1001 criteria: no errors, 0 warnings']);
    const report = await trial.judge();
    const many = report.contracts.find(({ name }) => name === 'many')?.criteria ?? [];
    assert.deepEqual(
      many.map(({ id }) => id),
      ids,
    );
    assert.deepEqual(
      many.filter(({ judgement }) => judgement !== 'satisfied').map(({ id, judgement }) => [id, judgement]),
      [['M-0900', 'violated']],
    );
    assert.deepEqual([report.counts.criteria, report.counts.satisfied, report.exitCode], [1001, 1000, 1]);
  });

  it('a page of 10 MB, a body of 50 MB, a log line of 5 MB', async () => {
    const large = `contract: large
version: 1
title: Large
criteria:
- { id: L-01, title: A page, claim: shown, when: [ { browser.open: { as: guest, path: /page } } ], then: [ { browser.see: { as: guest, role: heading, name: The end } } ] }
- { id: L-02, title: A body, claim: served, when: [ { api.request: { as: guest, method: GET, path: /body, within: 30s } } ], then: [ { api.request: { as: guest, method: GET, path: /, expect: { status: 200 } } } ] }
- { id: L-03, title: A line, claim: served, when: [ { api.request: { as: guest, method: GET, path: /log } } ], then: [ { api.request: { as: guest, method: GET, path: /, expect: { status: 200 } } }, { system.log: { service: app, line: after it, count: 1 } } ] }
`;
    await writeFile(join(trial.repository.path, 'contracts/large.contract.yaml'), large);
    const report = await trial.judge('large', '--workers', '1');
    assert.deepEqual(
      report.contracts.flatMap(({ criteria }) => criteria.map(({ id, judgement }) => [id, judgement])),
      [
        ['H-01', 'unverified'],
        ['L-01', 'satisfied'],
        ['L-02', 'satisfied'],
        ['L-03', 'satisfied'],
      ],
    );
    const folder = join(trial.repository.path, '.assay', 'runs', report.run.id);
    const sizes = await Promise.all(
      ['report.json', 'report.html'].map(async (file) => (await stat(join(folder, file))).size),
    );
    assert.ok(
      sizes.every((bytes) => bytes < 2_000_000),
      `the report stays small: ${sizes.join(', ')}`,
    );
  });
});
