/** Monotonic milliseconds, and how long an act waits for its target. */
export interface Timing {
  readonly deadlineMs: number;
  readonly withinMs: number;
}
