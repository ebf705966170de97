import { wordsOfError, type ContainerPlan } from '../../../contracts/language/index.ts';
import { collectLines, type LogLines } from '../app/log-lines.ts';
import { ask } from '../app/readiness.ts';
import type { EnvironmentContext, EnvironmentFailure, LogLine, Result, RunningContainer } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { controlBy } from '../service-control.ts';
import { createBox, type Box, type BoxGround, type BoxOptions } from './box.ts';
import { placeOf } from './engine.ts';
import { isServed } from './port-probe.ts';

/** What a service in a container is started with. */
export interface ServiceContainerOptions {
  readonly plan: ContainerPlan;
  readonly image: string;
  readonly env: Readonly<Record<string, string>>;
  /** Of this machine. */
  readonly port: number;
}

const LOOK_EVERY_MS = 50;

/** Starts a service in a container of its own and waits until it is ready. What fails is the environment's. */
export async function startServiceContainer(
  context: EnvironmentContext,
  ground: BoxGround,
  options: ServiceContainerOptions,
): Promise<Result<RunningContainer, EnvironmentFailure>> {
  const { plan, image, port } = options;
  const lines = collectLines(context.clock);
  const over = new AbortController();
  const mine = { ...context, signal: AbortSignal.any([context.signal, over.signal]) };
  const { host } = await placeOf(ground.engine);
  const fail = (why: string): { readonly ok: false; readonly failure: EnvironmentFailure } =>
    failed({ phase: 'service', service: plan.name, fault: 'environment', why, output: lines.tail() });
  const since = context.clock.now();
  const box = await createBox(context, ground, boxOf(options, lines)).catch(wordsOfError);
  if (typeof box === 'string') return fail(`no container of ${image} could be started: ${box}`);
  const ready = async (from: Date, starting: () => Promise<void>): Promise<Result<void, EnvironmentFailure>> => {
    try {
      await starting();
    } catch (error) {
      return fail(`the container of ${image} could not be started again: ${wordsOfError(error)}`);
    }
    const why = await whyUnready(mine, { plan, host, port, box, lines, since: from });
    if (why === undefined) return done(undefined);
    // Waits for its last words, too.
    await box.kill().catch(() => undefined);
    return fail(`the container of ${image} did not become ready: ${why}`);
  };
  const first = await ready(since, () => Promise.resolve());
  if (!first.ok) {
    await box[Symbol.asyncDispose]();
    return first;
  }
  const control = controlBy({
    end: () => box.kill(),
    begin: () => ready(context.clock.now(), () => box.start()),
    freeze: () => box.freeze(),
    goOn: () => ready(since, () => box.thaw()),
    ended: () => box.life().ended(),
    log: () => lines.lines(),
  });
  return done({
    ...control,
    plan,
    address: { url: `tcp://${host}:${String(port)}`, host, port },
    [Symbol.asyncDispose]: () => {
      over.abort();
      return box[Symbol.asyncDispose]();
    },
  });
}

function boxOf({ plan, image, env, port }: ServiceContainerOptions, lines: LogLines): BoxOptions {
  const { command } = plan;
  const about = { image, env, lines, port: { inside: plan.port, outside: port } };
  return command === undefined ? about : { ...about, command };
}

interface Waiting {
  readonly plan: ContainerPlan;
  readonly host: string;
  readonly port: number;
  readonly box: Box;
  readonly lines: LogLines;
  readonly since: Date;
}

async function whyUnready({ clock, signal }: EnvironmentContext, waiting: Waiting): Promise<string | undefined> {
  const { plan, box } = waiting;
  const end = clock.monotonicMs() + plan.ready.withinMs;
  const life = box.life();
  for (;;) {
    if (signal.aborted) return 'the run was stopped';
    const exit = life.ended();
    if (exit !== undefined) return `it ended with exit code ${String(exit.code)}`;
    const leftMs = end - clock.monotonicMs();
    if (leftMs <= 0) return `${wordsOfWaiting(waiting)} within ${String(plan.ready.withinMs / 1000)} s`;
    if (await isReady(waiting, { withinMs: leftMs, signal })) return undefined;
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

async function isReady(
  { plan, host, port, lines, since }: Waiting,
  bounds: { readonly withinMs: number; readonly signal: AbortSignal },
): Promise<boolean> {
  const { ready } = plan;
  switch (ready.by) {
    case 'log':
      // A line is no port: it may be another one that is meant.
      return wrote(ready.log, { lines, since }) && (await isServed(host, port));
    case 'path': {
      const answer = await ask(`http://${host}:${String(port)}${ready.path}`, bounds);
      return 'status' in answer && answer.status >= 200 && answer.status < 300;
    }
    case 'port':
      return await isServed(host, port);
  }
}

function wrote(text: string, { lines, since }: Pick<Waiting, 'lines' | 'since'>): boolean {
  return lines.lines().some((line: LogLine) => line.at >= since && line.text.includes(text));
}

function wordsOfWaiting({ plan: { ready, port }, ...waiting }: Waiting): string {
  if (ready.by === 'log' && !wrote(ready.log, waiting)) return `it did not write “${ready.log}”`;
  if (ready.by === 'path') return `GET ${ready.path} brought no 2xx`;
  return `nothing listens on its port ${String(port)}`;
}
