import assert from 'node:assert/strict';
import type { ApiProbe, Value, ValueMap } from '../../../contracts/language/index.ts';
import type { Observation } from '../../../verifier/probes/observation.ts';

/** Longer than any test may take. */
export const LONG_MS = 30_000;

export function request(path: string, more: Partial<ApiProbe<Value>> = {}): ApiProbe<Value> {
  return { verb: 'api.request', actor: 'reader', method: 'GET', path, ...more };
}

/** What was observed; anything else fails the test. */
export function seen(observation: Observation): ValueMap {
  if (observation.kind !== 'observed') assert.fail(observation.why);
  return observation.value as ValueMap;
}

/** A text in a map; anything else fails the test. */
export function textOf(map: ValueMap, key: string): string {
  const value = map[key];
  if (typeof value !== 'string') assert.fail(`${key} is no text`);
  return value;
}
