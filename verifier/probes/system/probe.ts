import { wordsOfError, type Matcher, type SystemProbe, type Value } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import type { EnvironmentFailure, LogLine, Result, ServiceControl, Stack } from '../../environment/environment.ts';
import { Untouchable } from '../../environment/untouchable.ts';
import type { EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';
import { recordAct, recordLines } from './record.ts';

export interface SystemProbeContext {
  readonly stack: Pick<Stack, 'app' | 'controls' | 'links' | 'untouchable'>;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  /** Ends waiting. */
  readonly signal: AbortSignal;
  /** Logs are read from here: when `when` began. */
  readonly sinceWhen: Date;
  readonly matches: (matcher: Matcher<Value>, value: Value) => boolean;
}

type Of<V extends SystemProbe<Value>['verb']> = Extract<SystemProbe<Value>, { readonly verb: V }>;
type Act = Of<'system.restart' | 'system.start' | 'system.stop' | 'system.pause'>;

/** Of the lines that match, so many are shown. */
const SHOWN_LINES = 100;

/**
 * Acts on a service, waits, slows the way between two, or reads a log. A service that does not come back is observed; a port or a machine
 * that does not let it is ours; what is somebody else's is skipped. Never rejects.
 */
export async function performSystemProbe(probe: SystemProbe<Value>, context: SystemProbeContext): Promise<Observation> {
  try {
    return await perform(probe, context);
  } catch (error) {
    const words = wordsOfError(error);
    if (error instanceof Untouchable) return skipped(words);
    return unable(`the verifier could not do this (${probe.verb}): ${words}`);
  }
}

function perform(probe: SystemProbe<Value>, context: SystemProbeContext): Promise<Observation> {
  switch (probe.verb) {
    case 'system.wait':
      return wait(probe, context);
    case 'system.latency':
      return slow(probe, context);
    case 'system.log':
      return readLog(probe, context);
    case 'system.restart':
    case 'system.start':
    case 'system.stop':
    case 'system.pause':
      return act(probe, context);
  }
}

const ACTS: Readonly<
  Record<
    Act['verb'],
    {
      readonly done: string;
      readonly act: (control: ServiceControl) => Promise<Result<void, EnvironmentFailure> | void>;
    }
  >
> = {
  'system.restart': { done: 'was killed and ready again', act: (control) => control.restart() },
  'system.start': { done: 'was started and ready', act: (control) => control.start() },
  'system.stop': { done: 'was stopped', act: (control) => control.stop() },
  'system.pause': { done: 'was paused', act: (control) => control.pause() },
};

async function act({ verb, service }: Act, { stack, sink, clock }: SystemProbeContext): Promise<Observation> {
  const control = controlOf(service, stack);
  if ('kind' in control) return control;
  const since = clock.now();
  const startMs = clock.monotonicMs();
  const outcome = await ACTS[verb].act(control);
  const afterMs = Math.round(clock.monotonicMs() - startMs);
  const lines = control.log().filter(({ at }) => at >= since);
  if (outcome === undefined || outcome.ok) {
    const title = `${service} ${ACTS[verb].done} after ${String(afterMs)} ms`;
    return { kind: 'observed', value: { outcome: 'done' }, evidence: [await sink.keep(recordAct(title, lines))] };
  }
  const { fault, why, output } = outcome.failure;
  const evidence = await sink.keep(recordAct(`${service} did not come back: ${why}`, lines, output));
  // A container or a way that does not come back is no word of the application's.
  if (fault === 'environment') return { kind: 'errored', cause: 'environment', why, evidence: [evidence] };
  return { kind: 'observed', value: { outcome: 'not-ready', detail: why }, evidence: [evidence] };
}

async function wait({ forMs }: Of<'system.wait'>, { clock, signal, sink }: SystemProbeContext): Promise<Observation> {
  const startMs = clock.monotonicMs();
  await clock.sleep(forMs, signal);
  if (signal.aborted) return { kind: 'skipped', cause: 'not-run', why: 'the run was stopped', evidence: [] };
  const title = `waited ${String(Math.round(clock.monotonicMs() - startMs))} ms`;
  return { kind: 'observed', value: { outcome: 'done' }, evidence: [await sink.keep(recordAct(title, []))] };
}

async function slow({ from, to, addMs }: Of<'system.latency'>, context: SystemProbeContext): Promise<Observation> {
  const { stack, sink } = context;
  const { app, links, untouchable } = stack;
  if (from !== app.plan.name)
    return unable(`only ways from the application “${app.plan.name}” can be slowed here, not from “${from}”`);
  const link = links.get(to);
  if (link === undefined) {
    const why = untouchable.get(from);
    return why === undefined
      ? unable(`the way from “${from}” to “${to}” is not under our hand`)
      : skipped(`“${from}”: ${why}`);
  }
  link.addLatency(addMs);
  const title = `what goes between ${from} and ${to} comes ${String(addMs)} ms later from now on, half of it in each direction`;
  return { kind: 'observed', value: { outcome: 'done' }, evidence: [await sink.keep(recordAct(title, []))] };
}

async function readLog(
  { service, line }: Of<'system.log'>,
  { stack, sink, sinceWhen, matches }: SystemProbeContext,
): Promise<Observation> {
  const control = controlOf(service, stack);
  if ('kind' in control) return control;
  const written = control.log().filter(({ at }) => at >= sinceWhen);
  // Of a line that is not whole nothing is known but its beginning.
  const whole = written.filter(({ missing }) => missing === undefined);
  const found = whole.filter(({ text }: LogLine) => line === undefined || matches(line, text));
  const lines = found.slice(-SHOWN_LINES).map(({ text }) => text);
  const evidence = await sink.keep(recordLines(service, written, found.length));
  const gaps = written.flatMap(({ missing }) => missing ?? []);
  const truncated = gaps.length === 0 ? {} : { truncated: `not kept: ${gaps.slice(0, 3).join(', ')}` };
  return { kind: 'observed', value: { count: found.length, lines, ...truncated }, evidence: [evidence] };
}

/** What acts on a service; an observation where nothing can. */
function controlOf(
  service: string,
  { controls, untouchable }: SystemProbeContext['stack'],
): ServiceControl | Observation {
  const why = untouchable.get(service);
  if (why !== undefined) return skipped(`“${service}”: ${why}`);
  return controls.get(service) ?? unable(`there is no service “${service}” that can be acted on`);
}

function skipped(why: string): Observation {
  return { kind: 'skipped', cause: 'skipped', why, evidence: [] };
}

function unable(why: string): Observation {
  return { kind: 'errored', cause: 'environment', why, evidence: [] };
}
