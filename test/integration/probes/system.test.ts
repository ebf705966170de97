import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Expression, Matcher, SystemProbe, Value } from '../../../contracts/language/index.ts';
import type { Environment, RunningApp, Stack } from '../../../verifier/environment/index.ts';
import { judgeStep } from '../../../verifier/judge/index.ts';
import { performSystemProbe, type SystemProbeContext } from '../../../verifier/probes/system/index.ts';
import { appRuns, command, must, newEnvironment, newGround, tinySystem } from '../environment/support.ts';
import { realClock } from './clocks.ts';
import { BROKEN_SINK, memorySink, type MemorySink } from './memory-sink.ts';

const RESTART: SystemProbe = { verb: 'system.restart', service: 'app' };
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

  const judge = async (
    { app }: Pick<Stack, 'app'>,
    probe = RESTART,
    keeper: SystemProbeContext['sink'] = sink,
  ): Promise<string> => {
    const judgement = judgeStep(
      { probe, expectation: DONE },
      await performSystemProbe(probe, { app, sink: keeper, clock: realClock }),
    );
    return judgement.kind === 'unverified' ? `unverified: ${judgement.cause}` : judgement.kind;
  };

  it('restarts the application with the same data on the same port, and shows what it wrote since', async () => {
    const stack = must(await environment.createStack());
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
      const start = { ...command('node'), run: ['node', script], in: '.' };
      const mark: Expression = { kind: 'literal', value: join(folder, 'mark') };
      const stack = must(
        await (await newEnvironment(ground, tinySystem({ app: { start }, env: { MARK_FILE: mark } }))).createStack(),
      );
      assert.equal(await judge(stack), 'violated');
      assert.match(String(sink.kept[0]?.content), /did not come back[^]*I have been here before/u);
      const [observed] = sink.kept;
      assert.equal(observed?.kind, 'log');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is unverified where the machine does not let it, for another service, and without evidence', async () => {
    const stack = must(await environment.createStack());
    const failure = {
      phase: 'start',
      service: 'app',
      fault: 'environment',
      why: 'the port is taken',
      output: '',
    } as const;
    const hindered: RunningApp = { ...stack.app, restart: () => Promise.resolve({ ok: false, failure }) };
    assert.equal(await judge({ app: hindered }), 'unverified: environment');
    const broken: RunningApp = { ...stack.app, restart: () => Promise.reject(new Error('EPERM')) };
    assert.equal(await judge({ app: broken }), 'unverified: environment');
    assert.equal(await judge(stack, { ...RESTART, service: 'worker' }), 'unverified: environment');
    assert.equal(await judge(stack, RESTART, BROKEN_SINK), 'unverified: environment');
  });
});
