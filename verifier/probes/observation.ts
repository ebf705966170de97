import type { Value } from '../../contracts/language/index.ts';
import type { Cause, EvidenceRef, NonEmpty } from '../../reports/index.ts';

/**
 * What a probe saw, or why it could not look. A probe never decides.
 *
 * `observed` includes whatever the application does wrong: a refused connection, a late answer, a body that can't be parsed.
 * The other kinds are ours: the browser died, the verifier's own connection broke, the run was stopped.
 */
export type Observation =
  | { readonly kind: 'observed'; readonly value: Value; readonly evidence: NonEmpty<EvidenceRef> }
  | {
      readonly kind: 'errored' | 'timed-out' | 'skipped';
      readonly cause: Cause;
      readonly why: string;
      readonly evidence: readonly EvidenceRef[];
    };
