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

/** The words of an exception, for people: never its stack. Connection errors of several addresses become one line. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(wordsOf).join('; ');
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}
