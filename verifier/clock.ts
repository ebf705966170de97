/** Time, passed in: wall time for reports, monotonic time for deadlines and durations. */
export interface Clock {
  /** Wall time. */
  now(): Date;
  /** Monotonic milliseconds since an arbitrary start. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once (without rejecting) when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
