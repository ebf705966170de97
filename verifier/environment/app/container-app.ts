import { wordsOfError, type AppPlan } from '../../../contracts/language/index.ts';
import type { BoxGround, Box } from '../containers/box.ts';
import { createBox } from '../containers/box.ts';
import type { EnvironmentContext, EnvironmentFailure, Result, RunningApp } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { controlBy } from '../service-control.ts';
import { blame } from './blame.ts';
import { collectLines, type LogLines } from './log-lines.ts';
import { whyUnready } from './ready.ts';

/** What an application in a container is started with. */
export interface ContainerAppOptions {
  readonly plan: AppPlan;
  readonly image: string;
  /** All that it gets beside what its image has. */
  readonly env: Readonly<Record<string, string>>;
  readonly host: string;
  /** Of this machine. */
  readonly port: number;
  /** Where it listens inside. */
  readonly inside: number;
  readonly commit: string;
}

/** Starts the application in a container of its own and waits until it is ready. The failure is the subject's, unless the engine or the port is at fault. */
export async function startContainerApp(
  given: EnvironmentContext,
  ground: BoxGround,
  options: ContainerAppOptions,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const { plan, image, env, port, inside } = options;
  const over = new AbortController();
  const context = { ...given, signal: AbortSignal.any([given.signal, over.signal]) };
  const lines = collectLines(context.clock);
  let box: Box;
  try {
    box = await createBox(context, ground, { image, env, lines, port: { inside, outside: port } });
  } catch (error) {
    return notStarted(plan.name, error, lines);
  }
  const ready = async (starting: () => Promise<void>): Promise<Result<void, EnvironmentFailure>> => {
    try {
      await starting();
    } catch (error) {
      return notStarted(plan.name, error, lines);
    }
    return await readyOrKilled(context, { ...options, lines }, box);
  };
  const first = await ready(() => Promise.resolve());
  if (!first.ok) {
    await box[Symbol.asyncDispose]();
    return first;
  }
  const control = controlBy({
    end: () => box.kill(),
    begin: () => ready(() => box.start()),
    freeze: () => box.freeze(),
    goOn: () => ready(() => box.thaw()),
    ended: () => box.life().ended(),
    log: () => lines.lines(),
  });
  return done({
    ...control,
    plan,
    url: urlOf(options),
    port,
    [Symbol.asyncDispose]: () => {
      over.abort();
      return box[Symbol.asyncDispose]();
    },
  });
}

function urlOf({ host, port }: Pick<ContainerAppOptions, 'host' | 'port'>): string {
  return `http://${host}:${String(port)}`;
}

/** What the image or its Dockerfile lacks: the program, anything to start, the user that it names. */
const THE_IMAGES =
  /executable file not found|no such file or directory|permission denied: unknown|no command specified|unable to find (?:user|group)|no matching entries in (?:passwd|group) file/i;

/** What the image can't do is the subject's; whatever else the engine says is its own. */
function notStarted(
  service: string,
  error: unknown,
  lines: LogLines,
): { readonly ok: false; readonly failure: EnvironmentFailure } {
  const words = wordsOfError(error);
  const fault = THE_IMAGES.test(words) ? 'subject' : 'environment';
  const why = `its container could not be started: ${words}`;
  return failed({ phase: 'start', service, fault, why, output: lines.tail() });
}

async function readyOrKilled(
  context: EnvironmentContext,
  options: ContainerAppOptions & { readonly lines: LogLines },
  box: Box,
): Promise<Result<void, EnvironmentFailure>> {
  const { plan, port, inside, lines } = options;
  const startedMs = context.clock.monotonicMs();
  const unready = await whyUnready(context, { ...options, url: urlOf(options) }, box.life());
  if (unready === undefined) return done(undefined);
  const durationMs = context.clock.monotonicMs() - startedMs;
  await box.kill().catch(() => undefined);
  const service = plan.name;
  const blamed = await blame(unready, { service, port, inside, log: lines.lines() });
  return failed({ phase: 'start', service, ...blamed, output: lines.tail(), durationMs });
}
