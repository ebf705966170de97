import type { AppPlan } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, EnvironmentFailure, Result, RunningApp } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { done, failed } from '../outcome.ts';
import { textOf } from './app-env.ts';
import { blame, type Unready } from './blame.ts';
import { collectLines, type LogLines } from './log-lines.ts';
import { startProcess, type AppProcess, type Exit } from './process.ts';
import { ask, NO_ANSWER, readIdentity, type Answer } from './readiness.ts';

/** What an application is started with. */
export interface AppOptions {
  readonly plan: AppPlan;
  readonly ledger: Ledger;
  /** The folder its command runs in: absolute. */
  readonly cwd: string;
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
  readonly port: number;
  /** What it must say where the plan asks which commit it was built from. */
  readonly commit: string;
}

type Started = Result<AppProcess, EnvironmentFailure>;

const FIRST_WAIT_MS = 15;
const LONGEST_WAIT_MS = 150;
const LAST_WORDS_WITHIN_MS = 500;
const IDENTITY_WITHIN_MS = 5_000;

/** Starts the application and waits until it is ready. The failure is the subject's, unless the port is another's or our run was stopped. */
export async function startApp(
  context: EnvironmentContext,
  options: AppOptions,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const lines = collectLines(context.clock);
  const first = await launch(context, options, lines);
  if (!first.ok) return first;
  let current = first.value;
  let told = false;
  const url = urlOf(options);
  return done({
    plan: options.plan,
    url,
    port: options.port,
    restart: async () => {
      told = true;
      await current.kill();
      const next = await launch(context, options, lines);
      if (!next.ok) return next;
      current = next.value;
      told = false;
      return done(undefined);
    },
    log: () => lines.lines(),
    exited: () => {
      const exit = told ? undefined : current.ended();
      return exit === undefined ? undefined : { code: exit.code, signal: exit.signal };
    },
    [Symbol.asyncDispose]: async () => {
      told = true;
      await current.kill();
    },
  });
}

function urlOf({ host, port }: Pick<AppOptions, 'host' | 'port'>): string {
  return `http://${host}:${String(port)}`;
}

async function launch(context: EnvironmentContext, options: AppOptions, lines: LogLines): Promise<Started> {
  const startedMs = context.clock.monotonicMs();
  const process = await startProcess({
    ...options,
    run: options.plan.start.run,
    lines,
    clock: context.clock,
  });
  const failure = (await awaitReady(context, options, process)) ?? (await checkIdentity(context, options));
  if (failure === undefined) return done(process);
  const durationMs = context.clock.monotonicMs() - startedMs;
  await process.kill();
  // Its last words may still be on their way to us.
  await Promise.race([process.drained, context.clock.sleep(LAST_WORDS_WITHIN_MS)]);
  const service = options.plan.name;
  const blamed = await blame(failure, { service, port: options.port, log: lines.lines() });
  return failed({ phase: 'start', service, ...blamed, output: lines.tail(), durationMs });
}

async function awaitReady(
  { clock, signal }: EnvironmentContext,
  options: AppOptions,
  process: AppProcess,
): Promise<Unready | undefined> {
  const { path, withinMs } = options.plan.ready;
  const end = clock.monotonicMs() + withinMs;
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  void process.gone.then(stop);
  let last: Answer = { failed: 'it was never asked' };
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS)) {
      const answer = await ask(`${urlOf(options)}${path}`, {
        withinMs: Math.max(end - clock.monotonicMs(), 1),
        signal: over.signal,
      });
      const why = whyNotWaitOn(signal, process);
      if (why !== undefined) return why;
      if (isReady(answer)) return undefined;
      last = moreTelling(last, answer);
      if (clock.monotonicMs() >= end) return lateness(path, withinMs, last);
      await clock.sleep(waitMs, over.signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function whyNotWaitOn(signal: AbortSignal, process: AppProcess): Unready | undefined {
  if (signal.aborted) return { kind: 'stopped', why: 'the run was stopped' };
  const exit = process.ended();
  return exit === undefined ? undefined : { kind: 'ended', why: wordsOfExit(exit) };
}

/** The one that was cut short by the end of the time says less than an answer before it. */
function moreTelling(earlier: Answer, later: Answer): Answer {
  return 'status' in earlier && 'failed' in later && later.failed.startsWith(NO_ANSWER) ? earlier : later;
}

function isReady(answer: Answer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

function wordsOfExit({ code, signal, error }: Exit): string {
  if (error !== undefined) return `it could not be started: ${error}`;
  return signal === null
    ? `it ended with exit code ${String(code)} before it was ready`
    : `it was ended by ${signal} before it was ready`;
}

function lateness(path: string, withinMs: number, last: Answer): Unready {
  const why = `it was not ready within ${String(withinMs / 1000)} s: GET ${path}`;
  return 'status' in last
    ? { kind: 'unfit', why: `${why}: the last answer was ${String(last.status)}` }
    : { kind: 'silent', why: `${why}: ${last.failed}` };
}

/** Whoever answers must be the build that was started. */
async function checkIdentity({ signal }: EnvironmentContext, options: AppOptions): Promise<Unready | undefined> {
  const { identity } = options.plan;
  if (identity === undefined) return undefined;
  const answer = await ask(`${urlOf(options)}${identity.path}`, { withinMs: IDENTITY_WITHIN_MS, signal });
  if (signal.aborted) return { kind: 'stopped', why: 'the run was stopped' };
  const place = `GET ${identity.path} at ${identity.at}`;
  if ('failed' in answer)
    return { kind: 'another', why: `it does not say which build it is (${place}): ${answer.failed}` };
  const told = readIdentity(answer.body, identity.at);
  if (told === options.commit) return undefined;
  const why =
    told === undefined
      ? `it does not say which build it is (${place}): status ${String(answer.status)}`
      : `it says that it is ${textOf(told).slice(0, 100)}, not ${options.commit} (${place})`;
  return { kind: 'another', why };
}
