import { sweepRuns, type Sweep } from './live/sweep.ts';
import { removeContainers } from './containers/engine.ts';

/** Frees what runs left behind that ended without a word (kill -9, power cut). Harmless beside runs that live, and beside other sweeps. */
export function sweepLeftovers(live: string): Promise<Sweep> {
  return sweepRuns(live, removeContainers);
}
