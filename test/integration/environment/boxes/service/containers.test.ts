import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import type { ServicePlan, SystemPlan } from '../../../../../contracts/language/index.ts';
import type { Environment, RunningContainer, Stack } from '../../../../../verifier/environment/index.ts';
import { clock, must, mustFail, newGround, subject, tinySystem, type Ground } from '../../support.ts';
import { redis, REDIS_IMAGE, reference } from '../boxes.ts';

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

/** Needs a container engine and an image of Redis. */
describe('a service in a container of its own', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = newGround();
  });
  afterEach(() => ground[Symbol.asyncDispose]());

  const withServices = (system: SystemPlan, ...services: readonly ServicePlan[]): SystemPlan => ({
    ...system,
    services: [...services, ...system.services.filter(({ kind }) => services.every((one) => one.kind !== kind))],
  });
  const newEnvironment = async (system: SystemPlan): Promise<Environment> => {
    const services = must(await ground.services(system, 'auto'));
    return must(await services.prepareTemplates(subject()));
  };
  const cacheOf = (stack: Stack): RunningContainer => {
    const cache = stack.containers.get('cache');
    assert.ok(cache);
    return cache;
  };

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
    assert.equal(cache.exited(), undefined);
    // There is no answer.
    void say(cache.address, 'shutdown nosave').catch(() => undefined);
    while (cache.exited() === undefined) await clock.sleep(20);
    assert.deepEqual(cache.exited(), { code: 0, signal: null });
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
      [
        redis({ port: 6380, ready: { by: 'log', log: 'Ready to accept', withinMs: 1_500 } }),
        /nothing listens on its port 6380/,
      ],
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
