import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getContainerRuntimeClient } from 'testcontainers';
import type { AppPlan, Expression, ServicePlan, SystemPlan } from '../../../../../contracts/language/index.ts';
import {
  clock,
  command,
  databaseOf,
  must,
  mustFail,
  newGround,
  subject,
  tinySystem,
  type Ground,
} from '../../support.ts';
import { at, NODE_IMAGE, redis, reference } from '../boxes.ts';

const FIXTURE = join(import.meta.dirname, '../app');
const literal = (value: string): Expression => ({ kind: 'literal', value });

/** Needs a container engine, and images of Node and Redis. */
describe('an application with a Dockerfile', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = newGround();
  });
  afterEach(() => ground[Symbol.asyncDispose]());

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
    assert.deepEqual(
      await ask('/files'),
      ['Dockerfile', 'server.mjs'],
      'but for the Dockerfile, .dockerignore is respected',
    );
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
    const deaf = await failureOf(boxed({ ready: { path: '/healthz', withinMs: 3_000 } }, { port: 8_080 }));
    assert.equal(deaf.fault, 'subject');
    assert.match(deaf.why, /not ready within 3 s.*does it listen on 8080, on all addresses of its container\?$/);
    write('Dockerfile', `FROM ${NODE_IMAGE}\nCOPY . .\nRUN echo "the compiler says no" && false\n`);
    const broken = await failureOf(boxed());
    assert.deepEqual([broken.phase, broken.service, broken.fault], ['start', 'app', 'subject']);
    assert.match(broken.why, /image could not be built: .*exit code: 1/);
    assert.match(broken.output, /the compiler says no/);
    write('Dockerfile', 'FRAM x\n');
    assert.equal((await failureOf(boxed())).fault, 'subject');
    assert.match((await failureOf(boxed({}, { file: 'Nofile' }))).why, /there is no Nofile/);
    write('Dockerfile', 'FROM nobody/has:this\n');
    const base = await failureOf(boxed());
    assert.equal(base.fault, 'environment', base.why);
    for (const dockerfile of [
      '',
      'FROM scratch\nCOPY server.mjs /\n',
      `FROM ${NODE_IMAGE}\nCMD ["no-such-program"]\n`,
      `FROM ${NODE_IMAGE}\nUSER nobody-knows\nCMD ["node"]\n`,
      `FROM ${NODE_IMAGE}\nCOPY unauthorized.html .\n`,
      `FROM ${NODE_IMAGE}\nRUN false # connection refused\n`,
    ]) {
      write('Dockerfile', dockerfile);
      const own = await failureOf(boxed());
      assert.equal(own.fault, 'subject', `${dockerfile}: ${own.why}`);
    }
  });
  it('is built with what BuildKit knows, and within its time, also where its build hangs', async () => {
    write('Dockerfile.dockerignore', '*.txt\n');
    write(
      'Dockerfile',
      `FROM ${NODE_IMAGE}\nRUN --mount=type=cache,target=/cache echo grüße > /cache/x\nCOPY --chmod=755 . .\nCMD ["node", "server.mjs"]\n`,
    );
    const prepared = must(await prepare(boxed()));
    const { app } = must(await prepared.createStack({ links: [] }));
    const files = (await (await fetch(`${app.url}/files`)).json()) as string[];
    assert.ok(files.includes('.dockerignore') && !files.includes('left-out.txt'), files.join());
    await prepared[Symbol.asyncDispose]();
    write('Dockerfile', `FROM ${NODE_IMAGE}\nRUN echo grüße && sleep 300\n`);
    const late = mustFail(await prepare(boxed({}, { withinMs: 3_000 })));
    assert.deepEqual([late.fault, late.why], ['subject', 'its image was not built within 3 s']);
    assert.match(late.output, /^\[(?:stage-0 )?2\/2\] RUN echo grüße && sleep 300\ngrüße$/m);
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
    const all = await dockerode.listImages({ filters: { reference: ['assay-subject/*'] } });
    const images = all.filter(({ RepoTags: tags }) => (tags ?? []).some((tag) => tag.endsWith(context.runId)));
    assert.deepEqual(
      images.flatMap(({ RepoTags: tags }) => tags ?? []).filter((tag) => tag !== '<none>:<none>'),
      [],
    );
    assert.deepEqual(readdirSync(join(ground.live, 'runs')), []);
    assert.deepEqual(readdirSync(join(ground.live, 'ports')), []);
  });
});
