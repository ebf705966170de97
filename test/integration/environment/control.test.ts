import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Environment, ServiceControl, Stack } from '../../../verifier/environment/index.ts';
import { appRuns, childrenOf, clock, databaseOf, must, newEnvironment, newGround, tinySystem } from './support.ts';

/** `T`: stopped by a signal. */
const stateOf = (pid: number): string => /\) (\w) /.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))?.[1] ?? '';

const controlOf = (stack: Stack, name: string): ServiceControl => {
  const control = stack.controls.get(name);
  assert.ok(control);
  return control;
};

describe('the control of services', () => {
  const ground = newGround();
  let environment: Environment;
  before(async () => {
    environment = await newEnvironment(ground, tinySystem({ tiny: 'leaves children' }));
  });
  after(() => ground[Symbol.asyncDispose]());

  it('pauses the application with all that it started, its connections stay; what was asked meanwhile is answered when it goes on', async () => {
    await using stack = must(await environment.createStack({ links: [] }));
    await stack.app.pause();
    assert.deepEqual(childrenOf(stack).map(stateOf), ['T', 'T', 'T']);
    const answers: number[] = [];
    const asked = fetch(`${stack.app.url}/healthz`).then(({ status }) => answers.push(status));
    await clock.sleep(150);
    assert.deepEqual(answers, []);
    must(await stack.app.start());
    await asked;
    assert.deepEqual(answers, [200]);
    assert.ok(!childrenOf(stack).map(stateOf).includes('T'));
    assert.equal(stack.app.log().filter(({ text }) => text === 'tiny: listening').length, 1, 'it is the same process');
  });
  it('kills a paused application, and starts another one', async () => {
    await using stack = must(await environment.createStack({ links: [] }));
    await stack.app.pause();
    must(await stack.app.restart());
    assert.equal((await fetch(`${stack.app.url}/healthz`)).status, 200);
    await stack.app.pause();
    await stack.app.stop();
    await assert.rejects(fetch(`${stack.app.url}/healthz`));
    must(await stack.app.start());
    must(await stack.app.start());
    assert.equal(stack.app.log().filter(({ text }) => text === 'tiny: listening').length, 3);
  });
  it('a stack that is disposed of while its application is started again leaves no process', async () => {
    const stack = must(await environment.createStack({ links: [] }));
    const restarting = stack.app.restart();
    await stack[Symbol.asyncDispose]();
    await restarting;
    await assert.rejects(fetch(`${stack.app.url}/healthz`));
    assert.ok(childrenOf(stack).every((pid) => !isThere(pid)));
  });
  it('has no database whose link was not needed, and then the application’s way is direct', async () => {
    await using stack = must(await environment.createStack({ links: [] }));
    assert.deepEqual([...stack.controls.keys()], ['app']);
    assert.equal(stack.links.size, 0);
    const seen = (await (await fetch(`${stack.app.url}/env`)).json()) as { DATABASE_URL: string };
    assert.equal(seen.DATABASE_URL, databaseOf(stack).address.url);
  });
  it('stops a database for the application alone, refuses connections, and starts it again', async () => {
    await using stack = must(await environment.createStack({ links: ['db'] }));
    const seen = (await (await fetch(`${stack.app.url}/env`)).json()) as { DATABASE_URL: string };
    assert.notEqual(new URL(seen.DATABASE_URL).port, String(databaseOf(stack).address.port));
    assert.deepEqual((await appRuns(stack, 'select 1 as n')).rows, [{ n: 1 }]);
    await controlOf(stack, 'db').stop();
    assert.match((await appRuns(stack, 'select 1')).error ?? '', /ECONNREFUSED|ECONNRESET|terminated/);
    assert.match((await appRuns(stack, 'select 1')).error ?? '', /ECONNREFUSED/);
    assert.deepEqual(await databaseOf(stack).query('select 1 as n', []), { rows: [{ n: 1 }] });
    must(await controlOf(stack, 'db').start());
    assert.deepEqual((await appRuns(stack, 'select 1 as n')).rows, [{ n: 1 }]);
  });
  it('pauses a database: the application’s question is answered when it goes on', async () => {
    await using stack = must(await environment.createStack({ links: ['db'] }));
    await appRuns(stack, 'select 1');
    await controlOf(stack, 'db').pause();
    let answer: unknown;
    const asked = appRuns(stack, 'select pg_backend_pid() is not null as "is"').then((rows) => (answer = rows));
    await clock.sleep(150);
    assert.equal(answer, undefined);
    must(await controlOf(stack, 'db').start());
    assert.deepEqual(await asked, { rows: [{ is: true }] });
  });
  it('restarts a database: the application’s sessions are lost, new ones are not', async () => {
    await using stack = must(await environment.createStack({ links: ['db'] }));
    const pid = async (): Promise<unknown> => (await appRuns(stack, 'select pg_backend_pid() as pid')).rows?.[0];
    const before = await pid();
    must(await controlOf(stack, 'db').restart());
    await appRuns(stack, 'select 1');
    assert.notDeepEqual(await pid(), before);
    assert.notEqual(await pid(), undefined);
  });
  it('with keepApp, what was stopped or slowed is as it was for the next one', async () => {
    const kept = await newEnvironment(ground, tinySystem({ keepApp: true }));
    const first = must(await kept.createStack({ links: ['db'] }));
    first.links.get('db')?.addLatency(60_000);
    await controlOf(first, 'db').stop();
    await first.app.stop();
    await first[Symbol.asyncDispose]();
    await using second = must(await kept.createStack({ links: ['db'] }));
    assert.equal(second.app.port, first.app.port);
    assert.deepEqual((await appRuns(second, 'select 1 as n')).rows, [{ n: 1 }]);
  });
  it('with keepApp, who needs a link that the kept one does not have gets another one', async () => {
    const kept = await newEnvironment(ground, tinySystem({ keepApp: true }));
    const first = must(await kept.createStack({ links: [] }));
    await first[Symbol.asyncDispose]();
    await using second = must(await kept.createStack({ links: ['db'] }));
    assert.notEqual(second.app.port, first.app.port);
    assert.ok(second.controls.has('db'));
  });

  it('reads log files from their state at the start, also new, emptied and replaced ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay logs '));
    const [old, later] = [join(folder, 'old.log'), join(folder, 'later.log')];
    writeFileSync(old, 'before\n');
    const logged = await newEnvironment(ground, tinySystem({ app: { logs: [old, later] } }));
    await using stack = must(await logged.createStack({ links: [] }));
    const lines = (): string[] => stack.app.log().flatMap(({ stream, text }) => (stream === 'file' ? [text] : []));
    assert.deepEqual(lines(), []);
    appendFileSync(old, 'one\nhal');
    writeFileSync(later, 'other\n');
    assert.deepEqual(lines(), ['one', 'other', 'hal']);
    appendFileSync(old, 'f\n');
    assert.deepEqual(lines(), ['one', 'other', 'half']);
    must(await stack.app.restart());
    writeFileSync(old, 'x\n');
    assert.deepEqual(lines().at(-1), 'x');
    writeFileSync(join(folder, 'new'), 'replaced by a longer file\n');
    renameSync(join(folder, 'new'), old);
    assert.deepEqual(lines().at(-1), 'replaced by a longer file');
    rmSync(folder, { recursive: true });
    assert.deepEqual(lines().slice(3), [
      `… (what was written to ${old} just before it was emptied)`,
      'x',
      'replaced by a longer file',
    ]);
  });
});

function isThere(pid: number): boolean {
  try {
    return stateOf(pid) !== 'Z';
  } catch {
    return false;
  }
}
