/** One fault in the sample app, and every criterion that it violates when its contract is verified. */
export interface Fault {
  readonly title: string;
  /** Under sample-app/. */
  readonly file: string;
  readonly before: string | RegExp;
  readonly after: string;
  readonly violated: readonly string[];
}
