import { isFault, type Probe, type Value } from '../../contracts/language/index.ts';

/** A span in which something was made to fail; monotonic ms. Open while the fault lasts. */
interface Window {
  readonly stepId: string;
  readonly verb: Probe<Value>['verb'];
  /** The service that is down, or at whose way it is slow; empty where there is none. */
  readonly service: string;
  readonly fromMs: number;
  untilMs: number;
}

/** When something was made to fail by the contract itself: what goes wrong meanwhile is not held against the application. */
export class FaultWindows {
  readonly #windows: Window[] = [];

  /** Notes what a step does, when it is done: a fault begins a span, a start or restart ends those of its service. */
  note(probe: Probe<Value>, step: { readonly id: string; readonly fromMs: number; readonly doneMs: number }): void {
    if (isFault(probe)) this.#begin(probe, step, Number.POSITIVE_INFINITY);
    if (probe.verb !== 'system.start' && probe.verb !== 'system.restart') return;
    for (const window of this.#windows) {
      if (window.service === probe.service && window.untilMs > step.doneMs) window.untilMs = step.doneMs;
    }
    // While a service is killed and comes back, it answers as one that is down.
    this.#begin(probe, step, step.doneMs);
  }

  /** Ends what a step began: its fault is over. */
  end(stepId: string, atMs: number): void {
    for (const window of this.#windows) if (window.stepId === stepId) window.untilMs = Math.min(window.untilMs, atMs);
  }

  /** Ends all that last: the faults are lifted. */
  endAll(nowMs: number): void {
    for (const window of this.#windows) window.untilMs = Math.min(window.untilMs, nowMs);
  }

  /**
   * Whether an answer or error of this moment may come of a fault; one that is made up in the browser makes no server fail. An answer may come
   * of whatever failed since its request began: what a stop cut off is told a moment after the start.
   */
  excuses(atMs: number, of: 'server' | 'script', sinceMs = atMs): boolean {
    return this.#windows.some(
      ({ fromMs, untilMs, verb }) =>
        atMs >= fromMs && sinceMs <= untilMs && (of === 'script' || verb !== 'browser.fail'),
    );
  }

  #begin(probe: Probe<Value>, { id, fromMs }: { readonly id: string; readonly fromMs: number }, untilMs: number): void {
    const service = 'service' in probe ? probe.service : '';
    this.#windows.push({ stepId: id, verb: probe.verb, service, fromMs, untilMs });
  }
}
