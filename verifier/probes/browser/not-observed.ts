import { wordsOfError } from '../../../contracts/language/index.ts';
import type { Observation } from '../observation.ts';
import { isUnusable, plain } from './act-outcome.ts';
import { CannotBeDone } from './navigation.ts';
import { OutOfTime, ProbeStopped } from './session-end.ts';

/** Why a browser probe could not look: the edge at which exceptions become observations. */
export function notObserved(error: unknown): Observation {
  const why = plain(wordsOfError(error));
  if (error instanceof OutOfTime) return { kind: 'timed-out', cause: 'time', why, evidence: [] };
  if (error instanceof ProbeStopped) return { kind: 'skipped', cause: 'skipped', why, evidence: [] };
  if (error instanceof CannotBeDone) return { kind: 'errored', cause: 'precondition', why, evidence: [] };
  if (error instanceof Error && isUnusable(error)) {
    return {
      kind: 'errored',
      cause: 'precondition',
      why: `the contract's locator can't be used: ${why}`,
      evidence: [],
    };
  }
  return { kind: 'errored', cause: 'environment', why, evidence: [] };
}
