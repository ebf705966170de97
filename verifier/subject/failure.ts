/** Why there is nothing to verify: what is wrong, and what to do. An expected outcome, so a value. */
export interface SubjectFailure {
  readonly kind:
    | 'git-missing'
    | 'not-a-repository'
    | 'no-commit'
    | 'unknown-revision'
    | 'no-working-tree'
    | 'missing-objects'
    | 'stopped'
    | 'git-failed';
  /** What is wrong, on which thing. */
  readonly message: string;
  /** What to do. */
  readonly remedy: string;
}
