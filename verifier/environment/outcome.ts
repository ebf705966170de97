import type { EnvironmentFailure, Result } from './environment.ts';

/** An expected success. */
export function done<T>(value: T): Result<T, never> {
  return { ok: true, value };
}

/** An expected failure, with at most the last 4,000 characters of what was written. */
export function failed(failure: Omit<EnvironmentFailure, 'output'> & { readonly output?: string }): {
  readonly ok: false;
  readonly failure: EnvironmentFailure;
} {
  return { ok: false, failure: { ...failure, output: (failure.output ?? '').slice(-4000) } };
}
