import type { SystemProbe } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import type { LogLine, RunningApp } from '../../environment/environment.ts';
import type { EvidenceContent, EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';

export interface SystemProbeContext {
  readonly app: RunningApp;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
}

/**
 * Restarts the application and waits until it is ready, as long as system.yaml gives it. An application that does not come
 * back is observed; a port or a machine that does not let it is ours. Never rejects.
 */
export async function performSystemProbe(probe: SystemProbe, context: SystemProbeContext): Promise<Observation> {
  try {
    return await restart(probe, context);
  } catch (error) {
    const why = `the verifier could not restart “${probe.service}”: ${error instanceof Error ? error.message : String(error)}`;
    return { kind: 'errored', cause: 'environment', why, evidence: [] };
  }
}

async function restart({ service }: SystemProbe, { app, sink, clock }: SystemProbeContext): Promise<Observation> {
  if (app.plan.name !== service) {
    return { kind: 'errored', cause: 'environment', why: `there is no application “${service}”`, evidence: [] };
  }
  const since = clock.now();
  const startMs = clock.monotonicMs();
  const outcome = await app.restart();
  const durationMs = Math.round(clock.monotonicMs() - startMs);
  const lines = app.log().filter(({ at }) => at.getTime() >= since.getTime());
  if (outcome.ok) {
    const record = recordRestart(`${service} was killed and ready again after ${String(durationMs)} ms`, lines);
    return { kind: 'observed', value: { outcome: 'done' }, evidence: [await sink.keep(record)] };
  }
  const { fault, why, output } = outcome.failure;
  const evidence = await sink.keep(recordRestart(`${service} was killed and did not come back: ${why}`, lines, output));
  if (fault === 'environment') return { kind: 'errored', cause: 'environment', why, evidence: [evidence] };
  return { kind: 'observed', value: { outcome: 'not-ready', detail: why }, evidence: [evidence] };
}

function recordRestart(title: string, lines: readonly LogLine[], output = ''): EvidenceContent {
  const log = lines.map(({ at, stream, text }) => `${at.toISOString()} ${stream} ${text}`).join('\n');
  const written = log === '' ? output : log;
  return {
    kind: 'log',
    title,
    mediaType: 'text/plain',
    content: `${title}\n\n${written === '' ? '(it wrote nothing)' : written}\n`,
  };
}
