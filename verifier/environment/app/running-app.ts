import type { AppPlan } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, EnvironmentFailure, Result, RunningApp } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { done, failed } from '../outcome.ts';
import { controlBy } from '../service-control.ts';
import { blame } from './blame.ts';
import { listenersOf } from './listeners.ts';
import { followFiles } from './log-files.ts';
import { collectLines, type LogLines } from './log-lines.ts';
import { startProcess, type AppProcess } from './process.ts';
import { whyUnready } from './ready.ts';

/** What an application is started with. */
export interface AppOptions {
  readonly plan: AppPlan;
  /** The command, split into words. */
  readonly run: readonly string[];
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

const LAST_WORDS_WITHIN_MS = 500;

/** Starts the application and waits until it is ready. The failure is the subject's, unless the port is another's or our run was stopped. */
export async function startApp(
  given: EnvironmentContext,
  options: AppOptions,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const over = new AbortController();
  const context = { ...given, signal: AbortSignal.any([given.signal, over.signal]) };
  const lines = collectLines(context.clock);
  const files = followFiles(options.plan.logs, options.cwd, lines);
  const first = await launch(context, options, lines);
  if (!first.ok) {
    files[Symbol.dispose]();
    return first;
  }
  let current = first.value;
  const control = controlBy({
    end: () => current.kill(),
    begin: async () => {
      const next = await launch(context, options, lines);
      if (next.ok) current = next.value;
      return next.ok ? done(undefined) : next;
    },
    freeze: () => {
      current.freeze();
      return Promise.resolve();
    },
    goOn: async () => {
      current.thaw();
      const outcome = await readyOrKilled(context, { ...options, lines }, current);
      return outcome.ok ? done(undefined) : outcome;
    },
    ended: () => current.ended(),
    log: () => {
      const at = context.clock.now();
      const unread = files.read().map((missing) => ({ at, stream: 'file', text: `… (${missing})`, missing }) as const);
      return [...lines.lines(), ...unread];
    },
  });
  return done({
    ...control,
    plan: options.plan,
    url: urlOf(options),
    port: options.port,
    [Symbol.asyncDispose]: async () => {
      // Whatever is being started ends, too.
      over.abort();
      await control.stop();
      files[Symbol.dispose]();
    },
  });
}

function urlOf({ host, port }: Pick<AppOptions, 'host' | 'port'>): string {
  return `http://${host}:${String(port)}`;
}

async function launch(context: EnvironmentContext, options: AppOptions, lines: LogLines): Promise<Started> {
  const process = startProcess({ ...options, lines, clock: context.clock });
  return await readyOrKilled(context, { ...options, lines }, process);
}

/** The process when it serves; else it is killed, and the failure says why. */
async function readyOrKilled(
  context: EnvironmentContext,
  options: AppOptions & { readonly lines: LogLines },
  process: AppProcess,
): Promise<Started> {
  const { lines, port } = options;
  const startedMs = context.clock.monotonicMs();
  const unready = await whyUnready(context, { ...options, url: urlOf(options) }, process);
  if (unready === undefined) return done(process);
  const durationMs = context.clock.monotonicMs() - startedMs;
  const listeners = unready.kind === 'silent' ? listenersOf(process.pids()) : [];
  await process.kill();
  // Its last words may still be on their way to us.
  await Promise.race([process.drained, context.clock.sleep(LAST_WORDS_WITHIN_MS)]);
  const service = options.plan.name;
  const blamed = await blame(unready, { service, port, log: lines.lines(), listeners });
  return failed({ phase: 'start', service, ...blamed, output: lines.tail(), durationMs });
}
