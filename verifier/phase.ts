import type { RunPhase } from '../reports/index.ts';
import type { VerifyWorld } from './verify-types.ts';

/** Does a phase's work, and tells of its beginning and end. */
export async function inPhase<T>(
  phase: RunPhase,
  { clock, emit }: Pick<VerifyWorld, 'clock' | 'emit'>,
  work: () => Promise<{ readonly ok: boolean; readonly detail?: string; readonly result: T }>,
): Promise<T> {
  const startedMs = clock.monotonicMs();
  emit({ kind: 'phase-started', phase });
  const { ok, detail, result } = await work();
  emit({
    kind: 'phase-finished',
    phase,
    ok,
    durationMs: clock.monotonicMs() - startedMs,
    ...(detail === undefined ? {} : { detail }),
  });
  return result;
}
