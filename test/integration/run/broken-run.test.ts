import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { execa } from 'execa';
import type { RunEvent } from '../../../reports/index.ts';
import { baseEnvironment, verify, type VerifyResult } from '../../../verifier/index.ts';
import { processesIn } from '../../e2e/support/leftovers.ts';
import { clock } from '../environment/support.ts';

const system = `system: notes
root: ..
install: { run: node --version, key: [package.json] }
services:
  db:  { postgres: { image: "postgres:16-alpine" } }
  app: { start: { run: node server.mjs }, env: { PORT: "{{app.port}}", DATABASE_URL: "{{db.url}}" }, ready: { path: / } }
`;
const contract = `contract: notes
title: Notes
version: 1
criteria:
  - id: N-01
    title: Answers
    claim: served
    when: [ { api.request: { as: guest, method: GET, path: / } } ]
    then: [ { api.request: { as: guest, method: GET, path: /, expect: { status: 200 } } } ]
`;

describe('a run that breaks', () => {
  let home: string;
  let events: RunEvent[];
  const repository = () => join(home, 'notes');
  beforeEach(async () => {
    home = realpathSync(mkdtempSync(join(tmpdir(), 'assay-broken-')));
    events = [];
    mkdirSync(join(repository(), 'contracts'), { recursive: true });
    mkdirSync(join(home, 'tmp'));
    writeFileSync(join(repository(), 'contracts/system.yaml'), system);
    writeFileSync(join(repository(), 'contracts/notes.contract.yaml'), contract);
    const git = (...args: string[]) =>
      execa('git', ['-c', 'user.name=Somebody', '-c', 'user.email=s@example.org', ...args], { cwd: repository() });
    await git('init', '--quiet');
    await git('add', '--all');
    await git('commit', '--quiet', '--message', 'Notes');
  });
  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const run = (
    onEvent: (event: RunEvent) => void = () => undefined,
    parts: { signal?: AbortSignal; temporary?: string; cache?: string } = {},
  ): Promise<VerifyResult> =>
    verify(
      {
        repository: repository(),
        subject: { kind: 'ref', ref: 'HEAD' },
        contracts: 'contracts',
        selection: [],
        services: 'embedded',
        allowPartial: false,
      },
      {
        clock,
        signal: new AbortController().signal,
        emit: (event) => {
          events.push(event);
          onEvent(event);
        },
        baseEnv: baseEnvironment(env),
        secretOf: () => undefined,
        cache: join(home, 'cache'),
        temporary: join(home, 'tmp'),
        browser: '/nowhere/chromium',
        images: {},
        processors: 1,
        randomInteger: () => 7,
        versions: {},
        renderHtml: () => '',
        ...parts,
      },
    );

  async function assertNothingLeft(): Promise<void> {
    assert.deepEqual(readdirSync(join(home, 'tmp')), []);
    assert.deepEqual(readdirSync(join(home, 'cache/live/runs')), []);
    assert.deepEqual(readdirSync(join(repository(), '.assay/runs')), []);
    assert.deepEqual(await processesIn(home), []);
  }

  it('because nothing can be written any more says so, when the services that were starting are gone', async () => {
    const result = await run((event) => {
      if (event.kind !== 'phase-started' || event.phase !== 'layers') return;
      const runs = join(repository(), '.assay/runs');
      for (const id of readdirSync(runs)) writeFileSync(join(runs, id, 'evidence'), 'in the way');
    });
    assert.ok(result.kind === 'refused', JSON.stringify(result));
    assert.match(result.why, /could not keep the output .*\.assay/u);
    await assertNothingLeft();
  });

  it('because it was stopped tells of no failure after that', async () => {
    const stop = new AbortController();
    const result = await run(
      (event) => {
        if (event.kind === 'phase-started' && event.phase === 'layers') stop.abort();
      },
      { signal: stop.signal },
    );
    assert.equal(result.kind, 'interrupted');
    assert.deepEqual(events.at(-1), { kind: 'phase-started', phase: 'layers' });
    await assertNothingLeft();
  });

  for (const [place, parts] of [
    ['the folder for temporary files', () => ({ temporary: join(home, 'missing') })],
    ['the cache', () => ({ cache: join(repository(), 'contracts/system.yaml') })],
    ['.assay', () => ({})],
  ] as const) {
    it(`before it begins, because ${place} is no folder, names it`, async () => {
      if (place === '.assay') writeFileSync(join(repository(), '.assay'), 'a file');
      const result = await run(undefined, parts());
      assert.ok(result.kind === 'refused', JSON.stringify(result));
      assert.match(result.why, place === '.assay' ? /\.assay/u : /missing|system\.yaml/u);
      assert.notEqual(result.remedy, '');
      assert.deepEqual(readdirSync(join(home, 'tmp')), []);
    });
  }
});
