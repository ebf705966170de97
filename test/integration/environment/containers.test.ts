import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getContainerRuntimeClient } from 'testcontainers';
import { sweepLeftovers } from '../../../verifier/environment/index.ts';
import {
  appRuns,
  clock,
  databaseOf,
  IMAGE,
  must,
  mustFail,
  newGround,
  subject,
  tinySystem,
  type Ground,
} from './support.ts';

/** Needs a container engine and the image of `ASSAY_POSTGRES_IMAGE`. */
describe('services in containers', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = newGround();
  });
  afterEach(() => ground[Symbol.asyncDispose]());

  const containersOf = async (run: string): Promise<number> => {
    const { dockerode } = (await getContainerRuntimeClient()).container;
    return (await dockerode.listContainers({ all: true, filters: { label: [`assay.run=${run}`] } })).length;
  };

  it('serve like embedded ones: copies, journal, restart; and are gone afterwards', async () => {
    const context = ground.context();
    const services = must(await ground.services(tinySystem(), 'containers', context));
    const { mode, image, digest = '', version = '' } = services.reports[0] ?? {};
    assert.deepEqual([mode, image], ['containers', IMAGE]);
    assert.match(digest, /^sha256:[0-9a-f]{64}$/);
    assert.match(version, /^\d+\.\d+/);
    const environment = must(await services.prepareTemplates(subject()));
    const stack = must(await environment.createStack({ links: [] }));
    const database = databaseOf(stack);
    const from = await database.mark();
    await appRuns(stack, 'delete from notes where id = 1');
    must(await stack.app.restart());
    assert.equal((await appRuns(stack, 'select * from notes')).rows?.length, 1);
    const delta = await database.delta(from, await database.mark(), []);
    assert.deepEqual(delta, { notes: { deleted: [{ id: 1, text: 'one', seen_at: '2024-01-01T00:00:00.000Z' }] } });
    assert.deepEqual(
      await database.query(
        "select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding",
        [],
      ),
      {
        rows: [{ fsync: 'off', encoding: 'UTF8' }],
      },
    );
    assert.equal(await containersOf(context.runId), 1);
    await services[Symbol.asyncDispose]();
    assert.equal(await containersOf(context.runId), 0);
    assert.deepEqual(readdirSync(join(ground.live, 'runs')), []);
  });
  it('auto takes containers when the image is there, and says why', async () => {
    const services = must(await ground.services(tinySystem(), 'auto'));
    assert.equal(services.reports[0]?.mode, 'containers');
    assert.match(services.reports[0].why, /^auto: a container engine answers and has the image/);
  });
  it('auto takes the embedded server when the image is not to be had, says why, and does not try again at once', async () => {
    const system = tinySystem({ image: 'registry.invalid/nowhere/none:1' });
    const first = must(await ground.services(system, 'auto'));
    assert.equal(first.reports[0]?.mode, 'embedded');
    assert.match(
      first.reports[0].why,
      /^auto: the image registry\.invalid\/nowhere\/none:1 is not on this machine and can't be pulled/,
    );
    assert.deepEqual(ground.notes, ['pulling registry.invalid/nowhere/none:1']);
    const second = must(await ground.services(system, 'auto'));
    assert.match(second.reports[0]?.why ?? '', /could not be pulled a short while ago/);
    assert.equal(ground.notes.length, 1);
  });
  it('a container that ends while it starts is told with its last words, and removed', async () => {
    const system = tinySystem({ image: IMAGE });
    const { startInstance } = await import('../../../verifier/environment/postgres/mode.ts');
    const { openLedger } = await import('../../../verifier/environment/live/ledger.ts');
    const context = ground.context();
    const ledger = openLedger(ground.live, context.runId);
    // More connections than the server's memory can be asked for: it refuses to start.
    const broken = await startInstance(context, {
      service: system.name,
      mode: 'containers',
      image: IMAGE,
      connections: 400_000,
      ledger,
    });
    assert.ok(!broken.ok);
    assert.match(broken.failure.why, /did not become ready|could not be started/);
    assert.match(broken.failure.output, /max_connections/);
    assert.equal(await containersOf(context.runId), 0);
    ledger.close();
  });
  it('containers that were asked for and can’t be had are our fault, in words', async () => {
    const failure = mustFail(
      await ground.services(tinySystem({ image: 'registry.invalid/nowhere/none:1' }), 'containers'),
    );
    assert.deepEqual([failure.phase, failure.fault], ['service', 'environment']);
    assert.match(failure.why, /registry\.invalid\/nowhere\/none:1 is not on this machine/);
    assert.ok(!/\n\s+at /.test(failure.why + failure.output), 'no stack trace');
  });
  it('a run that is stopped while its container starts leaves none', async () => {
    const stop = new AbortController();
    const context = ground.context({ signal: stop.signal });
    const starting = ground.services(tinySystem(), 'containers', context);
    while (!existsSync(join(ground.live, 'runs', context.runId, '00001.json'))) await clock.sleep(5);
    stop.abort();
    const services = await starting;
    if (services.ok) await services.value[Symbol.asyncDispose]();
    assert.equal(await containersOf(context.runId), 0);
    assert.deepEqual(readdirSync(join(ground.live, 'runs')), []);
  });
  it('the container of a killed run is removed by the next sweep', async () => {
    const script = join(import.meta.dirname, 'owner-to-kill.ts');
    const runId = `killed-${String(process.pid)}`;
    const child = spawn(process.execPath, ['--import', 'tsx', script, 'containers', ground.live, ground.live, runId], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(createInterface(child.stdout), 'line');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal(await containersOf(runId), 1);
    assert.deepEqual(await sweepLeftovers(ground.live), { runs: [runId], left: [] });
    assert.equal(await containersOf(runId), 0);
  });
});
