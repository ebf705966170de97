import type { AppPlan } from '../../../contracts/language/index.ts';
import type { EnvironmentContext } from '../environment.ts';
import { textOf } from './app-env.ts';
import type { Unready } from './blame.ts';
import type { Exit } from './process.ts';
import { ask, NO_ANSWER, readIdentity, type Answer } from './readiness.ts';

/** Where an application is to answer, and what is wanted of it. */
export interface ReadyOptions {
  readonly plan: Pick<AppPlan, 'ready' | 'identity'>;
  /** Without a slash at its end. */
  readonly url: string;
  /** What it must say where the plan asks which commit it was built from. */
  readonly commit: string;
}

/** What answers, as far as we know whether it runs. */
export interface Life {
  /** Set when it ended, for whatever reason. */
  ended(): Exit | undefined;
  /** Resolves when it ends; never rejects. */
  readonly gone: Promise<unknown>;
}

/** Of somebody else's process nothing is known. */
export const UNKNOWN_LIFE: Life = { ended: () => undefined, gone: new Promise(() => undefined) };

const FIRST_WAIT_MS = 15;
const LONGEST_WAIT_MS = 150;
const IDENTITY_WITHIN_MS = 5_000;
/** An application that says nothing for so long does not answer; what is left of the time may be shorter. */
const FAIR_MS = 500;

/** Waits until the application answers 2xx and says that it is the right build; why it does not. */
export async function whyUnready(
  context: EnvironmentContext,
  options: ReadyOptions,
  life: Life,
): Promise<Unready | undefined> {
  return (await awaitReady(context, options, life)) ?? (await checkIdentity(context, options));
}

async function awaitReady(
  { clock, signal }: EnvironmentContext,
  options: ReadyOptions,
  life: Life,
): Promise<Unready | undefined> {
  const { path, withinMs } = options.plan.ready;
  const end = clock.monotonicMs() + withinMs;
  const over = new AbortController();
  const stop = (): void => {
    over.abort();
  };
  signal.addEventListener('abort', stop, { once: true });
  void life.gone.then(stop);
  let last: Answer | undefined;
  try {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS)) {
      const leftMs = Math.max(end - clock.monotonicMs(), 1);
      const answer = await ask(`${options.url}${path}`, { withinMs: leftMs, signal: over.signal });
      const why = whyNotWaitOn(signal, life);
      if (why !== undefined) return why;
      if (isReady(answer)) return undefined;
      last = leftMs < FAIR_MS ? moreTelling(last, answer) : answer;
      if (clock.monotonicMs() >= end) return lateness(path, withinMs, last);
      await clock.sleep(waitMs, over.signal);
    }
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function whyNotWaitOn(signal: AbortSignal, life: Life): Unready | undefined {
  if (signal.aborted) return { kind: 'stopped', why: 'the run was stopped' };
  const exit = life.ended();
  return exit === undefined ? undefined : { kind: exit.lacking === true ? 'lacking' : 'ended', why: wordsOfExit(exit) };
}

/** The one that was cut short by the end of the time says less than what came of those before it. */
function moreTelling(earlier: Answer | undefined, later: Answer): Answer {
  return 'failed' in later && later.failed.startsWith(NO_ANSWER) ? (earlier ?? later) : later;
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
  if ('status' in last) return { kind: 'unfit', why: `${why}: the last answer was ${String(last.status)}` };
  // Somebody listens there, so the port is the right one.
  if (last.failed.startsWith(NO_ANSWER))
    return { kind: 'unfit', why: `${why}: it took the connection and did not answer` };
  return { kind: 'silent', why: `${why}: ${last.failed}` };
}

/** Whoever answers must be the build that was started. */
async function checkIdentity({ signal }: EnvironmentContext, options: ReadyOptions): Promise<Unready | undefined> {
  const { identity } = options.plan;
  if (identity === undefined) return undefined;
  const answer = await ask(`${options.url}${identity.path}`, { withinMs: IDENTITY_WITHIN_MS, signal });
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
