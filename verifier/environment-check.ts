import type { CheckReport } from '../reports/index.ts';
import type { DatabaseServer, EnvironmentFailure } from './environment/index.ts';
import type { EvidenceSink } from './evidence/index.ts';

/** What a part of the environment that is not there means: the subject's fault is a violation, but only while everything around it is healthy. */
export async function checkOfFailure(
  failure: EnvironmentFailure,
  { sink, databases }: { readonly sink: EvidenceSink; readonly databases: ReadonlyMap<string, DatabaseServer> },
): Promise<CheckReport> {
  const output = await sink.keep({
    kind: 'output',
    title: `What ${failure.service} wrote (${failure.phase})`,
    mediaType: 'text/plain',
    content: failure.output === '' ? '(nothing)' : failure.output,
  });
  const down = failure.fault === 'subject' ? await firstDown(databases) : undefined;
  const base = {
    name: `${failure.phase} ${failure.service}`,
    layer: failure.phase,
    required: true,
    durationMs: Math.round(failure.durationMs ?? 0),
    cached: false,
    diagnostics: [],
    evidence: [output],
  };
  if (failure.fault === 'environment' || down !== undefined) {
    const why = down === undefined ? failure.why : `${failure.why}, while ${down}`;
    return { ...base, judgement: { kind: 'unverified', cause: 'environment', why, evidence: [output] } };
  }
  return {
    ...base,
    judgement: { kind: 'violated', evidence: [output], mismatches: [{ path: '', message: failure.why }] },
  };
}

async function firstDown(databases: ReadonlyMap<string, DatabaseServer>): Promise<string | undefined> {
  for (const [name, server] of databases) {
    const state = await server.control();
    if (!state.up) return `${name} was down: ${state.why}`;
  }
  return undefined;
}
