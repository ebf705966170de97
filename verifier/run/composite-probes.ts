import {
  entryOf,
  isMap,
  resolvePointer,
  stringifyJson,
  type AgreeProbe,
  type AgreeReading,
  type Step,
  type TogetherProbe,
  type Value,
  type ValueMap,
} from '../../contracts/language/index.ts';
import type { EvidenceRef } from '../../reports/index.ts';
import type { EvidenceSink } from '../evidence/index.ts';
import type { Observation } from '../probes/observation.ts';

type Perform = (step: Step<Value>) => Promise<Observation>;

/** Takes all steps at the same moment. One of which nothing could be seen leaves nothing to say of them together. */
export async function performTogether(probe: TogetherProbe<Value>, perform: Perform): Promise<Observation> {
  const observations = await Promise.all(probe.steps.map(perform));
  const unseen = observations.find((observation) => observation.kind !== 'observed');
  const evidence = observations.flatMap((observation): readonly EvidenceRef[] => observation.evidence);
  if (unseen !== undefined) return { ...unseen, evidence };
  const answers = observations.flatMap((observation) => (observation.kind === 'observed' ? [observation.value] : []));
  const [first, ...others] = evidence;
  if (first === undefined)
    return { kind: 'errored', cause: 'not-run', why: 'there was nothing to do together', evidence: [] };
  return { kind: 'observed', value: { answers }, evidence: [first, ...others] };
}

/** Reads one value in several places, at the same moment. What can't be read there is missing, and `problems` says why. */
export async function performAgree(
  step: Step<Value> & { readonly probe: AgreeProbe<Value> },
  perform: Perform,
  sink: EvidenceSink,
): Promise<Observation> {
  const readings = await Promise.all(
    step.probe.readings.map(async (reading) => ({
      reading,
      observation: await perform({ ...step, probe: reading.probe, expectation: { is: 'anything' } }),
    })),
  );
  const evidence = readings.flatMap(({ observation }): readonly EvidenceRef[] => observation.evidence);
  const unseen = readings.find(({ observation }) => observation.kind !== 'observed')?.observation;
  if (unseen !== undefined && unseen.kind !== 'observed') return { ...unseen, evidence };
  const problems: Record<string, Value> = {};
  const values: Record<string, Value> = {};
  for (const { reading, observation } of readings) {
    if (observation.kind !== 'observed') continue;
    const read = readOne(reading, observation.value);
    if ('problem' in read) problems[reading.name] = read.problem;
    else values[reading.name] = read.value;
  }
  const value = Object.keys(problems).length === 0 ? values : { ...values, problems };
  const content = stringifyJson({ verb: step.probe.verb, observed: value }, 1);
  const kept = await sink.keep({ kind: 'observation', title: step.words, mediaType: 'application/json', content });
  return { kind: 'observed', value, evidence: [kept, ...evidence] };
}

type Read = { readonly value: Value } | { readonly problem: string };

/** One value, where the place has exactly one: not one of several elements, nor anything of a refusal. */
function readOne(reading: AgreeReading<Value>, observed: Value): Read {
  const problem = isMap(observed) ? problemOf(reading, observed) : 'nothing could be read';
  if (problem !== undefined) return { problem };
  const value = resolvePointer(observed, reading.pointer);
  // What an element does not have is read as null; in an answer or a row that is a value.
  if (value === null && reading.probe.verb === 'browser.see') return { problem: 'the element has no such value' };
  return value === undefined ? { problem: `there is nothing at ${reading.pointer}` } : { value };
}

function problemOf({ probe }: AgreeReading<Value>, observed: ValueMap): string | undefined {
  const [failed, status, count] = ['failed', 'status', 'count'].map((key) => entryOf(observed, key));
  if (failed !== undefined) return `it failed: ${stringifyJson(failed)}`;
  const notJson = entryOf(observed, 'notJson');
  if (typeof notJson === 'string') return `the body can't be read as JSON: ${notJson}`;
  if (probe.verb === 'api.request' && !isSuccess(status)) return `it was answered ${stringifyJson(status ?? null)}`;
  if (probe.verb === 'browser.see' && count !== 1) return `it found ${stringifyJson(count ?? null)} elements, not one`;
  return undefined;
}

function isSuccess(status: Value | undefined): boolean {
  return typeof status === 'number' && status >= 200 && status <= 299;
}
