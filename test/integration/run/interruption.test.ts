import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import { PassThrough } from 'node:stream';
import type { RunEvent } from '../../../reports/index.ts';
import { leftFolders, processesIn, runsOnRecord } from '../../e2e/support/leftovers.ts';
import { Repository } from '../../e2e/support/repository.ts';

const told = (event: RunEvent): string => `${event.kind} ${'phase' in event ? event.phase : ''}`.trim();

describe('a run that is stopped', () => {
  let repository: Repository;
  const scratch = (): string => join(dirname(repository.path), 'scratch');
  before(async () => {
    repository = await Repository.of('small-app');
    await repository.edit(
      'contracts/system.yaml',
      'services:',
      'build: { run: node --version }\nservices:\n  db: { postgres: { image: "postgres:16-alpine" } }',
    );
    await repository.commit('With a database and a build');
    await mkdir(scratch());
  });
  after(() => repository[Symbol.asyncDispose]());

  async function stopAt(moment: string): Promise<{ readonly kind: string; readonly events: readonly string[] }> {
    // Imported here: its dependencies can't be required, which is how mocha loads test files.
    const { verify } = await import('../../../verifier/verify.ts');
    const { verifierWorld } = await import('../../../cli/world.ts');
    const stop = new AbortController();
    const events: string[] = [];
    const terminal = {
      stdout: new PassThrough(),
      stderr: new PassThrough(),
      env: { ...env, ASSAY_CACHE: join(scratch(), 'cache') },
      cwd: '/',
      color: false,
      stderrColor: false,
      live: false,
      width: 80,
      stderrWidth: 80,
      signal: stop.signal,
    };
    const { kind } = await verify(
      {
        repository: repository.path,
        subject: { kind: 'ref', ref: 'HEAD' },
        contracts: 'contracts',
        selection: [],
        services: 'embedded',
        allowPartial: false,
      },
      {
        ...verifierWorld(terminal),
        temporary: scratch(),
        emit: (event) => {
          events.push(told(event));
          if (told(event) === moment) stop.abort();
        },
      },
    );
    return { kind, events };
  }

  for (const moment of [
    'phase-started subject',
    'phase-finished subject',
    'phase-started services',
    'phase-finished services',
    'phase-finished layers',
    'phase-started criteria',
    'phase-finished criteria',
  ])
    it(`at “${moment}” has no verdict, tells nothing more, and leaves nothing`, async () => {
      const { kind, events } = await stopAt(moment);
      assert.deepEqual([kind, events.at(-1)], ['interrupted', moment]);
      assert.deepEqual(await leftFolders(scratch()), []);
      assert.deepEqual(await processesIn(scratch()), []);
      assert.deepEqual(await runsOnRecord(join(scratch(), 'cache')), []);
      assert.deepEqual(await readdir(join(repository.path, '.assay', 'runs')).catch(() => []), []);
    });
});
