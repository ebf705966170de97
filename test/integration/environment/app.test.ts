import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Environment, Stack } from '../../../verifier/environment/index.ts';
import { openLedger } from '../../../verifier/environment/live/ledger.ts';
import { startOf } from '../../../verifier/environment/live/owner.ts';
import { startApp } from '../../../verifier/environment/app/running-app.ts';
import {
  appRuns,
  childrenOf,
  clock,
  command,
  databaseOf,
  must,
  mustFail,
  newEnvironment,
  newGround,
  runs,
  TINY_APP,
  tinySystem,
  type TinyOptions,
} from './support.ts';

const literal = (value: string) => ({ kind: 'literal' as const, value });

describe('the application', () => {
  const ground = newGround();
  let environment: Environment;

  before(async () => {
    environment = await newEnvironment(ground);
  });
  after(() => ground[Symbol.asyncDispose]());

  describe('that is well', () => {
    let stack: Stack;
    before(async () => {
      stack = must(await environment.createStack({ links: [] }));
    });
    after(() => stack[Symbol.asyncDispose]());

    it('sees its own environment and nothing else', async () => {
      const seen = (await (await fetch(`${stack.app.url}/env`)).json()) as Record<string, string>;
      assert.deepEqual(Object.keys(seen).sort(), [
        'APP_COMMIT',
        'DATABASE_URL',
        'HOME',
        'PATH',
        'PORT',
        'PROCESS_TREE_ID',
        'TINY',
        'TMPDIR',
      ]);
      assert.equal(seen['APP_COMMIT'], 'c0ffee');
      assert.equal(seen['DATABASE_URL'], databaseOf(stack).address.url);
      assert.equal(seen['PORT'], String(stack.app.port));
    });
    it('has a temporary folder of its own, which goes with it', async () => {
      const folderOf = async ({ app }: Stack): Promise<string> =>
        ((await (await fetch(`${app.url}/env`)).json()) as Record<string, string>)['TMPDIR'] ?? '';
      const other = must(await environment.createStack({ links: [] }));
      const [own, others] = [await folderOf(stack), await folderOf(other)];
      assert.notEqual(own, others);
      writeFileSync(join(others, 'left'), '');
      await other[Symbol.asyncDispose]();
      assert.deepEqual([existsSync(own), existsSync(others)], [true, false]);
    });
    it('after a restart has its port, its address and its data, and another process', async () => {
      await appRuns(stack, "insert into notes (text) values ('kept')");
      const pidOf = async (): Promise<unknown> =>
        (
          await appRuns(
            stack,
            "select count(*)::int as n, min(pid) as pid from pg_stat_activity where usename = 'app' and datname = current_database()",
          )
        ).rows?.[0];
      const before = (await pidOf()) as { pid: number };
      must(await stack.app.restart());
      const after = (await pidOf()) as { pid: number };
      assert.notEqual(after.pid, before.pid);
      assert.equal((await appRuns(stack, "select * from notes where text = 'kept'")).rows?.length, 1);
      assert.equal(stack.app.exited(), undefined);
      assert.deepEqual(
        stack.app.log().map(({ text }) => text),
        ['tiny: listening', 'tiny: listening'],
      );
    });
    it('that ends by itself is known to have ended, and can be restarted', async () => {
      await fetch(`${stack.app.url}/exit`).catch(() => undefined);
      while (stack.app.exited() === undefined) await clock.sleep(5);
      assert.deepEqual(stack.app.exited(), { code: 3, signal: null });
      must(await stack.app.restart());
      assert.deepEqual(stack.app.exited(), { code: 3, signal: null }, 'a restart does not undo it');
      assert.ok((await fetch(`${stack.app.url}/env`)).ok);
    });
    it('is gone with its stack, and its port is free again', async () => {
      const short = must(await environment.createStack({ links: [] }));
      await short[Symbol.asyncDispose]();
      await short[Symbol.asyncDispose]();
      await assert.rejects(fetch(short.app.url));
      assert.equal(short.app.exited(), undefined);
    });
  });

  /** The failure of an application that is run like this on the one template. */
  const failureOf = async (
    options: TinyOptions & {
      readonly cwd?: string;
      readonly commit?: string;
      readonly port?: number;
      readonly env?: never;
    },
  ): Promise<ReturnType<typeof mustFail> & { tookMs: number }> => {
    const plan = tinySystem(options).services.find((service) => service.kind === 'app');
    assert.ok(plan?.kind === 'app');
    const ledger = openLedger(ground.live, `ledger-${String(Math.random()).slice(2)}`);
    const begun = performance.now();
    const env = {
      PATH: process.execPath.replace(/\/node$/, ''),
      PORT: String(options.port ?? 29_999),
      TINY: options.tiny ?? '',
      APP_COMMIT: 'c0ffee',
    };
    const result = await startApp(ground.context(), {
      plan,
      run: plan.start.by === 'command' ? plan.start.run : [],
      ledger,
      cwd: options.cwd ?? TINY_APP,
      env,
      host: '127.0.0.1',
      port: options.port ?? 29_999,
      commit: options.commit ?? 'c0ffee',
    });
    if (result.ok) await result.value[Symbol.asyncDispose]();
    ledger.close();
    return { ...mustFail(result), tookMs: performance.now() - begun };
  };

  it('that ends at once is the subject’s fault, told with its last words, long before the time is over', async () => {
    const failure = await failureOf({ tiny: 'exits' });
    assert.equal(failure.fault, 'subject');
    assert.equal(failure.phase, 'start');
    assert.match(failure.why, /ended with exit code 7 before it was ready/);
    assert.ok((failure.durationMs ?? 0) > 0);
    assert.match(failure.output, /tiny: no configuration, giving up/);
    assert.ok(failure.tookMs < 15_000, 'the plan gives it 20 s');
  });
  it('that is never ready is the subject’s fault, told with its last answer', async () => {
    const failure = await failureOf({ tiny: 'is never ready', app: { ready: { path: '/healthz', withinMs: 6_000 } } });
    assert.equal(failure.fault, 'subject');
    assert.match(failure.why, /not ready within 6 s: GET \/healthz: the last answer was 503/);
    assert.match(failure.output, /tiny: listening/);
  });
  it('whose program is not there is told so; whose folder is not there, too', async () => {
    const start = (words: string) => ({ app: { start: { by: 'command', ...command(words), in: '.' } } }) as const;
    const lacking = await failureOf(start('no-such-program --now'));
    assert.match(lacking.why, /program “no-such-program” was not found on the PATH: is it installed/);
    assert.equal(lacking.fault, 'environment', 'this machine lacks it, whatever the commit holds');
    const removed = await failureOf(start('./no-such-script'));
    assert.match(removed.why, /program “.\/no-such-script” was not found: a command runs in the checkout/);
    assert.equal(removed.fault, 'subject');
    assert.match((await failureOf({ cwd: '/nowhere/at/all' })).why, /the folder \/nowhere\/at\/all does not exist/);
  });
  /** Another process of this machine, on a port of its own. */
  const another = async (answer: RequestListener): Promise<{ readonly port: number } & Disposable> => {
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    return { port, [Symbol.dispose]: () => server.close() };
  };
  it('whose port is another’s is our fault', async () => {
    using other = await another((_, response) => response.writeHead(500).end());
    const failure = await failureOf({ port: other.port });
    assert.equal(failure.fault, 'environment');
    assert.match(failure.why, /port is taken/);
  });
  it('that listens on another port than its own is the subject’s fault, whether that is free or in use', async () => {
    const late = await failureOf({ tiny: 'listens on 0', app: { ready: { path: '/healthz', withinMs: 1_000 } } });
    assert.equal(late.fault, 'subject');
    assert.match(late.why, /not ready within 1 s.*ECONNREFUSED.*\{\{app\.port\}\}/);
    if (process.platform === 'linux')
      assert.match(late.why, /it listens on 127\.0\.0\.1:\d+ and not on \{\{app\.port\}\}, which is 29999$/);
    using other = await another((_, response) => response.writeHead(500).end());
    const crowded = await failureOf({ tiny: `listens on ${String(other.port)}` });
    assert.equal(crowded.fault, 'subject');
    assert.match(crowded.why, /exit code 1 .*its port 29999 is free: does it listen on \{\{app\.port\}\}\?/);
    using third = await another((_, response) => response.writeHead(500).end());
    assert.equal((await failureOf({ tiny: `listens on ${String(other.port)}`, port: third.port })).fault, 'subject');
  });
  it('that tells another commit, or none, is the subject’s fault', async () => {
    const failure = await failureOf({ commit: 'decade' });
    assert.equal(failure.fault, 'subject');
    assert.match(failure.why, /^it says that it is c0ffee, not decade \(GET \/version at \/commit\)$/);
    const mute = await failureOf({ app: { identity: { path: '/nothing', at: '/commit' } } });
    assert.equal(mute.fault, 'subject');
    assert.match(mute.why, /^it does not say which build it is \(GET \/nothing at \/commit\): status 404$/);
  });
  it('in whose place another process answers is our fault', async () => {
    using other = await another((_, response) => response.writeHead(200).end('{"commit":"decade"}'));
    const failure = await failureOf({ tiny: 'listens on 0', port: other.port });
    assert.equal(failure.fault, 'environment');
    assert.match(failure.why, /another build answers on this port: it says that it is decade, not c0ffee/);
  });
  it('takes the processes that it started with it, detached ones too, when it is restarted and when it is ended', async () => {
    const parent = must(
      await (await newEnvironment(ground, tinySystem({ tiny: 'leaves children' }))).createStack({ links: [] }),
    );
    const first = childrenOf(parent);
    assert.deepEqual(first.map(runs), [true, true, true]);
    must(await parent.app.restart());
    const all = childrenOf(parent);
    assert.equal(all.length, 6);
    assert.deepEqual(
      first.map((pid) => startOf(pid)),
      [undefined, undefined, undefined],
    );
    await parent[Symbol.asyncDispose]();
    assert.deepEqual(
      all.filter((pid) => startOf(pid) !== undefined),
      [],
    );
  });
  it('listens where it likes: on 127.0.0.1, on all addresses, on ::', async () => {
    for (const host of ['127.0.0.1', '0.0.0.0', '::']) {
      const stack = must(
        await (
          await newEnvironment(ground, tinySystem({ env: { TINY_HOST: literal(host) } }))
        ).createStack({ links: [] }),
      );
      assert.equal((await fetch(`${stack.app.url}/healthz`)).status, 200, host);
      await stack[Symbol.asyncDispose]();
    }
  });
  it('whose environment names what is not there is told which name', async () => {
    const system = tinySystem({
      env: { CACHE: { kind: 'reference', path: ['cache', 'url'], at: { file: 'system.yaml', line: 1, column: 1 } } },
    });
    const failure = mustFail(await (await newEnvironment(ground, system)).createStack({ links: [] }));
    assert.match(failure.why, /cache\.url/);
  });
  it('with keepApp serves again, its database as it is, until it ends', async () => {
    const kept = await newEnvironment(ground, tinySystem({ keepApp: true }));
    const first = must(await kept.createStack({ links: [] }));
    await appRuns(first, "insert into notes (text) values ('left behind')");
    await first[Symbol.asyncDispose]();
    const second = must(await kept.createStack({ links: [] }));
    assert.equal(second.app.port, first.app.port);
    assert.equal((await appRuns(second, 'select * from notes')).rows?.length, 3);
    await fetch(`${second.app.url}/exit`).catch(() => undefined);
    while (second.app.exited() === undefined) await clock.sleep(5);
    await second[Symbol.asyncDispose]();
    const third = must(await kept.createStack({ links: [] }));
    assert.equal((await appRuns(third, 'select * from notes')).rows?.length, 2);
    await kept[Symbol.asyncDispose]();
    await assert.rejects(fetch(third.app.url));
  });
});
