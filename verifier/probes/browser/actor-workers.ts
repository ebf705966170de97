import type { Clock } from '../../clock.ts';
import type { ActorRecords } from './actor-records.ts';
import { PageErrors } from './page-errors.ts';
import { recordWorkerCalls } from './worker-calls.ts';
import type { WorkerSession } from './worker-targets.ts';

/** The workers of one actor's browser: their errors are recorded, and of shared ones the calls, of which nobody else tells. */
export class ActorWorkers {
  readonly #records: ActorRecords;
  readonly #clock: Clock;
  readonly #slowed = new Set<WorkerSession>();
  #latencyMs = 0;

  constructor(records: ActorRecords, clock: Clock) {
    this.#records = records;
    this.#clock = clock;
  }

  add(worker: WorkerSession): void {
    const errors = new PageErrors(this.#clock);
    errors.listen(worker);
    this.#records.errors.watch(errors);
    worker.send('Runtime.enable');
    // A page's own latency is that of its dedicated workers.
    if (worker.kind === 'worker') return;
    worker.send('Network.enable');
    if (worker.kind === 'shared_worker') recordWorkerCalls(worker, this.#records.network);
    this.#slowed.add(worker);
    worker.onEnd(() => this.#slowed.delete(worker));
    if (this.#latencyMs > 0) slow(worker, this.#latencyMs);
  }

  /** Holds for workers that are there, and for those to come. */
  setLatency(ms: number): void {
    this.#latencyMs = ms;
    for (const worker of this.#slowed) slow(worker, ms);
  }
}

function slow(worker: WorkerSession, latency: number): void {
  const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
  worker.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
}
