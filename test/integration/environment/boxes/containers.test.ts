import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { getContainerRuntimeClient } from 'testcontainers';
import type {
  AppPlan,
  ContainerPlan,
  Expression,
  ServicePlan,
  SystemPlan,
} from '../../../../contracts/language/index.ts';
import type { Environment, RunningContainer, Stack } from '../../../../verifier/environment/index.ts';
import { clock, command, databaseOf, must, mustFail, newGround, subject, tinySystem, type Ground } from '../support.ts';

const NODE_IMAGE = env['ASSAY_NODE_IMAGE'] ?? 'assay-local/node:20';
const REDIS_IMAGE = env['ASSAY_REDIS_IMAGE'] ?? 'assay-local/redis:7';
const at = { file: 'system.yaml', line: 1, column: 1 };
const FIXTURE = join(import.meta.dirname, 'app');

const literal = (value: string): Expression => ({ kind: 'literal', value });
const reference = (...path: string[]): Expression => ({ kind: 'reference', path, at });

const redis = (plan: Partial<ContainerPlan> = {}): ContainerPlan => ({
  kind: 'container',
  name: 'cache',
  image: REDIS_IMAGE,
  port: 6379,
  env: {},
  ready: { by: 'log', log: 'Ready to accept', withinMs: 20_000 },
  at,
  ...plan,
});

/** Says a line to a Redis, and what it answers. */
async function say({ host, port }: { readonly host: string; readonly port: number }, words: string): Promise<string> {
  const socket = createConnection({ host, port });
  try {
    socket.write(`${words}\r\n`);
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    return chunk.toString().trim();
  } finally {
    socket.destroy();
  }
}

/** Needs a container engine, and images of Node and Redis. */
describe('services and applications in containers of their own', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = newGround();
  });
  afterEach(async () => {
    await ground[Symbol.asyncDispose]();
  });

  const withServices = (system: SystemPlan, ...services: readonly ServicePlan[]): SystemPlan => ({
    ...system,
    services: [...services, ...system.services.filter(({ kind }) => services.every((one) => one.kind !== kind))],
  });
  const newEnvironment = async (system: SystemPlan, checkout?: string): Promise<Environment> => {
    const services = must(await ground.services(system, 'auto'));
    return must(await services.prepareTemplates(subject(checkout === undefined ? {} : { checkout })));
  };
  const cacheOf = (stack: Stack): RunningContainer => {
    const cache = stack.containers.get('cache');
    assert.ok(cache);
    return cache;
  };

  describe('a service', () => {
    const system = withServices(
      tinySystem({ image: 'nobody/has:this', env: { CACHE: reference('cache', 'url') } }),
      redis(),
    );

    it('is fresh for each criterion, reached at its address, stopped, started, paused and restarted at the same port, and logged', async () => {
      const environment = await newEnvironment(system);
      const report = environment.reports.find(({ name }) => name === 'cache');
      assert.deepEqual([report?.kind, report?.mode, report?.image], ['container', 'containers', REDIS_IMAGE]);
      await using stack = must(await environment.createStack({ links: [] }));
      const cache = cacheOf(stack);
      const seen = (await (await fetch(`${stack.app.url}/env`)).json()) as Record<string, string>;
      assert.equal(seen['CACHE'], cache.address.url);
      assert.equal(await say(cache.address, 'set a 1'), '+OK');
      await cache.stop();
      await assert.rejects(say(cache.address, 'ping'), { code: 'ECONNREFUSED' });
      must(await cache.start());
      assert.equal(await say(cache.address, 'ping'), '+PONG');
      await cache.pause();
      let answer: string | undefined;
      const asked = say(cache.address, 'ping').then((text) => (answer = text));
      await clock.sleep(200);
      assert.equal(answer, undefined);
      must(await cache.start());
      assert.equal(await asked, '+PONG');
      await cache.pause();
      must(await cache.restart());
      assert.equal(await say(cache.address, 'ping'), '+PONG');
      assert.equal(cache.log().filter(({ text }) => text.includes('Ready to accept')).length, 3);
      await using other = must(await environment.createStack({ links: ['cache'] }));
      assert.equal(await say(cacheOf(other).address, 'get a'), '$-1');
      other.links.get('cache')?.addLatency(200);
      const slow = (await (await fetch(`${other.app.url}/env`)).json()) as Record<string, string>;
      const { hostname: host, port } = new URL(slow['CACHE'] ?? '');
      const begun = performance.now();
      assert.equal(await say({ host, port: Number(port) }, 'ping'), '+PONG');
      assert.ok(performance.now() - begun >= 199);
    });
    it('is ready when its port is served, not when the engine takes connections for it', async () => {
      const waits = 'sleep 1; echo late; exec redis-server --port 6379 --protected-mode no';
      const late = redis({ ready: { by: 'port', withinMs: 20_000 }, command: ['sh', '-c', waits] });
      const environment = await newEnvironment(withServices(tinySystem({ image: 'nobody/has:this' }), late));
      await using stack = must(await environment.createStack({ links: [] }));
      assert.equal(await say(cacheOf(stack).address, 'ping'), '+PONG');
      assert.ok(
        cacheOf(stack)
          .log()
          .some(({ text }) => text === 'late'),
      );
    });
    it('that ends or is never ready is our fault, told with its last words, and leaves no container', async () => {
      for (const [plan, why] of [
        [redis({ command: ['sh', '-c', 'echo no configuration; exit 4'] }), /ended with exit code 4/],
        [
          redis({ ready: { by: 'log', log: 'no such line', withinMs: 1_500 } }),
          /did not write “no such line” within 1.5 s/,
        ],
        [redis({ port: 6380, ready: { by: 'port', withinMs: 1_500 } }), /nothing listens on its port 6380/],
        [redis({ command: ['no-such-program'] }), /could be started|exit code 127/],
        [
          redis({ env: { KEY: reference('secret', 'CACHE_KEY') } }),
          /names what is not there: the secret CACHE_KEY, which is not set/,
        ],
      ] as const) {
        const environment = await newEnvironment(withServices(tinySystem({ image: 'nobody/has:this' }), plan));
        const failure = mustFail(await environment.createStack({ links: [] }));
        assert.deepEqual([failure.phase, failure.service, failure.fault], ['service', 'cache', 'environment']);
        assert.match(failure.why, why);
        if (plan.command?.[2]?.startsWith('echo') === true) assert.match(failure.output, /no configuration/);
      }
    });
    it('whose image is neither here nor to be had is told so, before anything is built', async () => {
      const failure = mustFail(
        await ground.services(withServices(tinySystem(), redis({ image: 'nobody/has:this' })), 'auto'),
      );
      assert.deepEqual([failure.phase, failure.service, failure.fault], ['service', 'cache', 'environment']);
      assert.match(failure.why, /nobody\/has:this is not on this machine and can't be pulled/);
      const embedded = mustFail(await ground.services(system, 'embedded'));
      assert.match(
        embedded.why,
        /“cache” is the container .* needs a container engine, and embedded services were asked for/,
      );
    });
  });

  describe('an application with a Dockerfile', () => {
    let checkout: string;
    beforeEach(() => {
      checkout = mkdtempSync(join(tmpdir(), 'assay boxed '));
      cpSync(FIXTURE, join(checkout, 'app'), { recursive: true });
      write('Dockerfile', `FROM ${NODE_IMAGE}\nCOPY . .\nCMD ["node", "server.mjs"]\n`);
      write('.dockerignore', '*\n!*.mjs\n');
      write('left-out.txt', 'x');
    });
    afterEach(() => {
      rmSync(checkout, { recursive: true, force: true });
    });
    const write = (file: string, text: string): void => {
      mkdirSync(join(checkout, 'app'), { recursive: true });
      writeFileSync(join(checkout, 'app', file), text);
    };
    const boxed = (
      app: Partial<AppPlan> = {},
      start: Partial<Extract<AppPlan['start'], { by: 'dockerfile' }>> = {},
    ): SystemPlan => {
      const plain = tinySystem({ image: 'nobody/has:this', postgres: { migrate: command('true') } });
      const dockerfile = {
        by: 'dockerfile',
        text: 'Dockerfile',
        file: 'Dockerfile',
        context: '.',
        withinMs: 60_000,
        at,
        ...start,
      } as const;
      const services = plain.services.map((plan): ServicePlan =>
        plan.kind === 'app'
          ? { ...plan, start: dockerfile, env: { ...plan.env, CACHE: reference('cache', 'url') }, ...app }
          : plan,
      );
      return { ...plain, root: 'app', services: [redis(), ...services] };
    };
    const prepare = async (system: SystemPlan) => {
      const services = must(await ground.services(system, 'auto'));
      const quiet = subject({
        checkout,
        seeds: new Map(),
        migrate: () => Promise.resolve({ ok: true, value: undefined }),
      });
      return await services.prepareTemplates(quiet);
    };

    it('runs on its own port, reaches its database and its services, and sees nothing of this machine’s environment', async () => {
      const environment = must(await prepare(boxed()));
      const report = environment.reports.find(({ name }) => name === 'app');
      assert.deepEqual([report?.kind, report?.mode], ['app', 'containers']);
      const stack = must(await environment.createStack({ links: ['db'] }));
      const ask = async (path: string): Promise<unknown> => (await fetch(`${stack.app.url}${path}`)).json();
      const seen = (await ask('/env')) as Record<string, string>;
      assert.equal(seen['PORT'], String(stack.app.port));
      assert.equal(new URL(seen['DATABASE_URL'] ?? '').hostname, 'host.docker.internal');
      assert.notEqual(seen['HOME'], join(ground.live, '..'));
      assert.deepEqual(await ask('/files'), ['server.mjs'], '.dockerignore is respected');
      assert.deepEqual(await ask('/reach?url=CACHE'), { reached: '+PONG' });
      assert.deepEqual(await ask('/reach?url=DATABASE_URL'), { reached: 'N' });
      await stack.controls.get('db')?.stop();
      assert.deepEqual(await ask('/reach?url=DATABASE_URL'), { failed: 'ECONNREFUSED' });
      assert.ok('rows' in (await databaseOf(stack).query('select 1', [])));
      must((await stack.controls.get('db')?.start()) ?? { ok: true, value: undefined });
      assert.deepEqual(await ask('/reach?url=DATABASE_URL'), { reached: 'N' });
      await stack[Symbol.asyncDispose]();
      await environment[Symbol.asyncDispose]();
    });
    it('is stopped, started, paused and restarted at the same port, its lines are read, and its end is known', async () => {
      const environment = must(await prepare(boxed()));
      await using stack = must(await environment.createStack({ links: [] }));
      const { app } = stack;
      const status = (): Promise<number> => fetch(`${app.url}/healthz`).then((answer) => answer.status);
      await app.stop();
      await assert.rejects(status());
      assert.equal(app.exited(), undefined);
      must(await app.start());
      assert.equal(await status(), 200);
      await app.pause();
      const asked = status();
      must(await app.start());
      assert.equal(await asked, 200);
      must(await app.restart());
      assert.deepEqual(
        app.log().map(({ stream, text }) => `${stream} ${text}`),
        Array<string>(3).fill('stdout boxed: listening'),
      );
      await fetch(`${app.url}/exit`).catch(() => undefined);
      while (app.exited() === undefined) await clock.sleep(10);
      assert.deepEqual(app.exited(), { code: 3, signal: null });
      await stack[Symbol.asyncDispose]();
      await environment[Symbol.asyncDispose]();
    });
    it('whose build fails is the subject’s fault, told with what the build wrote; so is one that is not ready or another build', async () => {
      const failureOf = async (system: SystemPlan) => {
        const prepared = await prepare(system);
        if (!prepared.ok) return prepared.failure;
        const stack = await prepared.value.createStack({ links: [] });
        await prepared.value[Symbol.asyncDispose]();
        return mustFail(stack);
      };
      const other = await failureOf(boxed({ env: { APP_COMMIT: literal('decade'), PORT: reference('app', 'port') } }));
      assert.deepEqual([other.phase, other.fault], ['start', 'subject']);
      assert.match(other.why, /it says that it is decade, not c0ffee/);
      const deaf = await failureOf(boxed({ ready: { path: '/healthz', withinMs: 1_500 } }, { port: 8_080 }));
      assert.equal(deaf.fault, 'subject');
      assert.match(deaf.why, /not ready within 1.5 s.*inside its container, on 8080/);
      write('Dockerfile', `FROM ${NODE_IMAGE}\nCOPY . .\nRUN echo "the compiler says no" && false\n`);
      const broken = await failureOf(boxed());
      assert.deepEqual([broken.phase, broken.service, broken.fault], ['start', 'app', 'subject']);
      assert.match(broken.why, /image could not be built: .*returned a non-zero code: 1/);
      assert.match(broken.output, /the compiler says no/);
      write('Dockerfile', 'FRAM x\n');
      assert.equal((await failureOf(boxed())).fault, 'subject');
      assert.match((await failureOf(boxed({}, { file: 'Nofile' }))).why, /there is no Nofile/);
      write('Dockerfile', 'FROM nobody/has:this\n');
      const base = await failureOf(boxed());
      assert.equal(base.fault, 'environment', base.why);
      write('Dockerfile', `FROM ${NODE_IMAGE}\nCMD ["no-such-program"]\n`);
      const program = await failureOf(boxed());
      assert.equal(program.fault, 'subject', program.why);
    });
    it('leaves no container and no image', async () => {
      const context = ground.context();
      const services = must(await ground.services(boxed(), 'auto', context));
      const environment = must(
        await services.prepareTemplates(
          subject({ checkout, seeds: new Map(), migrate: () => Promise.resolve({ ok: true, value: undefined }) }),
        ),
      );
      must(await environment.createStack({ links: [] }));
      await services[Symbol.asyncDispose]();
      const { dockerode } = (await getContainerRuntimeClient()).container;
      const label = [`assay.run=${context.runId}`];
      assert.deepEqual(await dockerode.listContainers({ all: true, filters: { label } }), []);
      const images = await dockerode.listImages({ filters: { label } });
      assert.deepEqual(
        images.flatMap(({ RepoTags: tags }) => tags ?? []).filter((tag) => tag !== '<none>:<none>'),
        [],
      );
      assert.deepEqual(readdirSync(join(ground.live, 'runs')), []);
      assert.deepEqual(readdirSync(join(ground.live, 'ports')), []);
    });
  });
});
