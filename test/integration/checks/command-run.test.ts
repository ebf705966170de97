import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env as processEnv } from 'node:process';
import { runCommand, type CommandOutcome } from '../../../verifier/checks/command-run.ts';
import { baseEnv, clock, Ground, script, until, untilEnded } from './run-fixture.ts';

describe('runCommand', () => {
  let ground: Ground;
  beforeEach(() => {
    ground = new Ground();
  });
  afterEach(() => {
    ground.remove();
  });
  const run = (
    words: readonly string[],
    options: { withinMs?: number; env?: Record<string, string>; cwd?: string; signal?: AbortSignal } = {},
  ): Promise<CommandOutcome> => {
    const { withinMs = 60_000, env = {}, cwd = ground.home, signal = new AbortController().signal } = options;
    return runCommand({ words, cwd, env: { ...baseEnv, ...env }, withinMs }, { clock, signal });
  };
  const node = (source: string, options = {}): Promise<CommandOutcome> => run(script(source).run, options);
  const pidIn = (file: string): number => Number(readFileSync(join(ground.home, file), 'utf8'));
  /** Starts a child that says its id in a file and then sleeps for ever. */
  const sleeper = (file: string, options: string): string =>
    `{ const child = require('node:child_process').spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); require('node:fs').writeFileSync('${file}', String(process.pid)); setInterval(() => {}, 1000)"], ${options}); child.unref(); }`;
  const untilSaid = (file: string): string => `while (!require('node:fs').existsSync('${file}')) {}`;

  it('tells exit code and output of both streams', async () => {
    const outcome = await node('console.log("out"); console.error("err"); process.exitCode = 3');
    assert.ok(outcome.kind === 'exited');
    assert.equal(outcome.exitCode, 3);
    assert.deepEqual(outcome.output.text.trim().split('\n').sort(), ['err', 'out']);
  });

  it('uses no shell', async () => {
    const outcome = await run(['node', '-p', 'process.argv.slice(1).join("|")', '$HOME', '*', 'a b;c']);
    assert.equal(outcome.output.text, '$HOME|*|a b;c\n');
  });

  it('shows the command nothing but the given environment', async () => {
    processEnv['LEAK'] = 'leaked';
    try {
      const outcome = await node('console.log(Object.keys(process.env).sort().join())', { env: { GIVEN: '1' } });
      const names = outcome.output.text.trim().split(',');
      assert.ok(
        names.includes('GIVEN') && !names.includes('LEAK') && !names.includes('NODE_OPTIONS'),
        outcome.output.text,
      );
    } finally {
      delete processEnv['LEAK'];
    }
  });

  it('gives no standard input to wait for', async () => {
    assert.equal(
      (await node('process.stdin.on("data", () => {}).on("end", () => console.log("ended"))')).output.text,
      'ended\n',
    );
  });

  it('says why a command could not be started', async () => {
    const missing = await run(['no-such-program-here']);
    assert.ok(
      missing.kind === 'not-started' && missing.why.includes('“no-such-program-here” was not found on the PATH'),
    );
    const elsewhere = await run(['node', '-v'], { cwd: join(ground.home, 'missing') });
    assert.ok(elsewhere.kind === 'not-started' && /the folder .*missing does not exist/u.test(elsewhere.why));
  });

  it('tells a death by a signal that was not ours', async () => {
    const outcome = await node('process.kill(process.pid, "SIGKILL")');
    assert.ok(outcome.kind === 'killed' && outcome.signal === 'SIGKILL');
  });

  it('ends the whole process tree when the time is over, also who ignores SIGTERM or left the group', async () => {
    const source = `process.on('SIGTERM', () => {}); console.log('begun'); ${sleeper('same', '{}')} ${sleeper('own', '{ detached: true }')} setInterval(() => {}, 1000)`;
    const started = Promise.all([until(join(ground.home, 'same')), until(join(ground.home, 'own'))]);
    // A deadline that comes when both children run, however slow the machine is.
    const late = {
      ...clock,
      sleep: async (ms: number, signal?: AbortSignal) =>
        ms === 4321 ? started.then(() => undefined) : clock.sleep(ms, signal),
    };
    const outcome = await runCommand(
      { words: script(source).run, cwd: ground.home, env: baseEnv, withinMs: 4321 },
      { clock: late, signal: new AbortController().signal },
    );
    assert.ok(outcome.kind === 'timed-out');
    assert.equal(outcome.output.text, 'begun\n');
    await untilEnded(pidIn('same'));
    await untilEnded(pidIn('own'));
  });

  it('lets a test runner clean up on SIGTERM before it is over', async () => {
    const source = `process.on('SIGTERM', () => { console.log('cleaned up'); process.exit(0) }); require('node:fs').writeFileSync('ready', ''); setInterval(() => {}, 1000)`;
    const stopping = new AbortController();
    const running = node(source, { signal: stopping.signal });
    await until(join(ground.home, 'ready'));
    stopping.abort();
    const outcome = await running;
    assert.ok(outcome.kind === 'stopped');
    assert.equal(outcome.output.text, 'cleaned up\n');
  });

  it('does not wait for what a command leaves in the background, and ends it', async () => {
    const outcome = await node(
      `${sleeper('left', "{ detached: true, stdio: 'inherit' }")} ${untilSaid('left')} console.log('done')`,
    );
    assert.ok(outcome.kind === 'exited' && outcome.exitCode === 0);
    assert.equal(outcome.output.text, 'done\n');
    await untilEnded(pidIn('left'));
  });

  it('starts nothing when the run was stopped before', async () => {
    const outcome = await node('require("node:fs").writeFileSync("ran", "")', { signal: AbortSignal.abort() });
    assert.equal(outcome.kind, 'stopped');
    assert.throws(() => readFileSync(join(ground.home, 'ran')));
  });

  it('keeps beginning and end of a flood of output', async () => {
    const outcome = await node(
      'console.log("first"); const line = "x".repeat(99); for (let i = 0; i < 120000; i++) console.log(line); console.log("last")',
    );
    assert.ok(outcome.output.text.startsWith('first\n') && outcome.output.text.endsWith('\nlast\n'));
    assert.ok(outcome.output.text.length < 6 * 1024 * 1024);
    assert.match(outcome.output.truncated ?? '', /wrote 12000011 bytes/);
  });
});
