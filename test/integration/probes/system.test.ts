import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expression, Matcher, SystemProbe, Value } from '../../../contracts/language/index.ts';
import type { Environment, ServiceControl, Stack } from '../../../verifier/environment/index.ts';
import { holds, judgeStep } from '../../../verifier/judge/index.ts';
import { performSystemProbe, type SystemProbeContext } from '../../../verifier/probes/system/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';
import { appRuns, command, must, newEnvironment, newGround, tinySystem } from '../environment/support.ts';
import { realClock } from './clocks.ts';
import { BROKEN_SINK, memorySink, type MemorySink } from './memory-sink.ts';

const RESTART: SystemProbe<Value> = { verb: 'system.restart', service: 'app' };
const DONE: Matcher<Value> = { is: 'object', exactly: false, entries: { outcome: { is: 'equal', value: 'done' } } };

describe('the system probe', () => {
  const ground = newGround();
  let sink: MemorySink;
  let environment: Environment;
  before(async () => {
    environment = await newEnvironment(ground);
  });
  beforeEach(() => {
    sink = memorySink();
  });
  after(() => ground[Symbol.asyncDispose]());

  const perform = async (
    stack: SystemProbeContext['stack'],
    probe: SystemProbe<Value> = RESTART,
    more: Partial<SystemProbeContext> = {},
  ): Promise<Observation> => {
    const signal = new AbortController().signal;
    const context = { stack, sink, clock: realClock, signal, sinceWhen: new Date(0), matches: holds, ...more };
    return await performSystemProbe(probe, context);
  };
  const judge = async (...args: Parameters<typeof perform>): Promise<string> => {
    const [, probe = RESTART] = args;
    const judgement = judgeStep({ probe, expectation: DONE }, await perform(...args));
    return judgement.kind === 'unverified' ? `unverified: ${judgement.cause}` : judgement.kind;
  };
  const valueOf = (observation: Observation): Value => {
    if (observation.kind !== 'observed') assert.fail(JSON.stringify(observation));
    return observation.value;
  };
  const newStack = async (links: readonly string[] = []): Promise<Stack> =>
    must(await environment.createStack({ links }));
  const answers = (stack: Stack): Promise<number | string> =>
    fetch(`${stack.app.url}/healthz`).then(
      ({ status }) => status,
      () => 'refused',
    );

  it('restarts the application with the same data on the same port, and shows what it wrote since', async () => {
    const stack = await newStack();
    await appRuns(stack, "insert into notes (text) values ('kept'); create temporary table gone (n int)");
    assert.equal(await judge(stack), 'satisfied');
    const { rows } = await appRuns(stack, "select text from notes where text = 'kept'");
    assert.deepEqual(rows, [{ text: 'kept' }]);
    const [evidence] = sink.kept;
    assert.equal(evidence?.kind, 'log');
    assert.equal(String(evidence.content).match(/tiny: listening/gu)?.length, 1);
  });

  it('is violated by an application that does not come back, and shows its last words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-probe-'));
    try {
      const script = join(import.meta.dirname, 'starts-once.mjs');
      const start = { by: 'command', ...command('node'), run: ['node', script], in: '.' } as const;
      const mark: Expression = { kind: 'literal', value: join(folder, 'mark') };
      const once = await newEnvironment(ground, tinySystem({ app: { start }, env: { MARK_FILE: mark } }));
      assert.equal(await judge(must(await once.createStack({ links: [] }))), 'violated');
      assert.match(String(sink.kept[0]?.content), /did not come back[^]*I have been here before/u);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is unverified where the machine does not let it, for another service, and without evidence', async () => {
    const stack = await newStack();
    const failure = {
      phase: 'start',
      service: 'app',
      fault: 'environment',
      why: 'the port is taken',
      output: '',
    } as const;
    const instead = (restart: ServiceControl['restart']): Stack => ({
      ...stack,
      controls: new Map([['app', { ...stack.app, restart }]]),
    });
    const hindered = instead(() => Promise.resolve({ ok: false, failure }));
    assert.equal(await judge(hindered), 'unverified: environment');
    assert.equal(await judge(instead(() => Promise.reject(new Error('EPERM')))), 'unverified: environment');
    assert.equal(await judge(stack, { ...RESTART, service: 'worker' }), 'unverified: environment');
    assert.equal(await judge(stack, RESTART, { sink: BROKEN_SINK }), 'unverified: environment');
  });

  it('stops and starts the application: connections are refused meanwhile, and nobody says that it ended by itself', async () => {
    const stack = await newStack();
    assert.equal(await judge(stack, { verb: 'system.stop', service: 'app' }), 'satisfied');
    assert.equal(await answers(stack), 'refused');
    assert.equal(stack.app.exited(), undefined);
    assert.equal(await judge(stack, { verb: 'system.start', service: 'app' }), 'satisfied');
    assert.equal(await answers(stack), 200);
  });

  it('is skipped, and never a violation, for what is somebody else’s', async () => {
    const stack = { ...(await newStack()), untouchable: new Map([['app', 'it is external']]) };
    for (const verb of ['system.restart', 'system.stop', 'system.pause', 'system.start', 'system.log'] as const) {
      const observation = await perform(stack, { verb, service: 'app' });
      assert.deepEqual(observation, { kind: 'skipped', cause: 'skipped', why: '“app”: it is external', evidence: [] });
    }
    assert.equal(
      await judge(stack, { verb: 'system.latency', from: 'app', to: 'db', addMs: 5 }),
      'unverified: skipped',
    );
    assert.equal(await answers(stack as Stack), 200);
  });

  it('reads the lines that match, of those since “when” began', async () => {
    const stack = await newStack();
    const line: Matcher<Value> = { is: 'contains', items: [{ is: 'equal', value: 'listening' }] };
    const log = { verb: 'system.log', service: 'app', line } as const;
    assert.deepEqual(valueOf(await perform(stack, log)), { count: 1, lines: ['tiny: listening'] });
    const none: Matcher<Value> = { is: 'equal', value: 'listening' };
    assert.deepEqual(valueOf(await perform(stack, { ...log, line: none })), { count: 0, lines: [] });
    const later = { sinceWhen: new Date(realClock.now().getTime() + 1) };
    assert.deepEqual(valueOf(await perform(stack, log, later)), { count: 0, lines: [] });
    assert.match(String(sink.kept[0]?.content), /1 of 1 lines match[^]*stdout tiny: listening/u);
  });

  it('slows the way from the application to a database, and no other', async () => {
    const stack = await newStack(['db']);
    assert.equal(await judge(stack, { verb: 'system.latency', from: 'app', to: 'db', addMs: 300 }), 'satisfied');
    const begun = performance.now();
    await appRuns(stack, 'select 1');
    assert.ok(performance.now() - begun >= 299, 'there and back again');
    assert.equal(
      await judge(stack, { verb: 'system.latency', from: 'browser', to: 'app', addMs: 1 }),
      'unverified: environment',
    );
    const plain = await newStack();
    assert.equal(
      await judge(plain, { verb: 'system.latency', from: 'app', to: 'db', addMs: 1 }),
      'unverified: environment',
    );
  });

  it('waits as long as it was told by the clock, and ends with the run', async () => {
    const slept: number[] = [];
    const clock = { ...realClock, sleep: (ms: number) => Promise.resolve(void slept.push(ms)) };
    assert.equal(await judge(await newStack(), { verb: 'system.wait', forMs: 2_000 }, { clock }), 'satisfied');
    assert.deepEqual(slept, [2_000]);
    const signal = AbortSignal.abort();
    assert.equal(
      await judge(await newStack(), { verb: 'system.wait', forMs: 60_000 }, { signal }),
      'unverified: not-run',
    );
  });
});
