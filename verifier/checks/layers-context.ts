import type { SystemPlan } from '../../contracts/language/index.ts';
import type { Clock } from '../clock.ts';
import type { EvidenceSink } from '../evidence/sink.ts';
import type { Cache } from './cache/cache.ts';

/** What the layers below acceptance need of the run. */
export interface LayersContext {
  /** Absolute path of the folder in which results are kept for later runs. */
  readonly cache: string;
  /** All of the process's environment that commands see. */
  readonly baseEnv: Readonly<Record<string, string>>;
  readonly clock: Clock;
  /** Aborted when the run is to end: commands are ended, reports say `not-run`. */
  readonly signal: AbortSignal;
  readonly sink: EvidenceSink;
  /** Told while it goes on: what is run, what is taken from an earlier run, what could not be kept. */
  readonly note: (message: string) => void;
}

/** The context, with what is made of it once. */
export interface LayersGround extends LayersContext {
  readonly kept: Cache;
  /** What every result depends on, as a key. */
  readonly toolchain: () => Promise<string>;
}

/** The checkout with all that install and build added to it: what applications run from. This run's own copy; they may write into it. */
export interface BuiltTree {
  /** Absolute. */
  readonly checkout: string;
  /** The system's root in it, where commands run; absolute. */
  readonly root: string;
  readonly system: SystemPlan;
  /** Differs whenever anything differs that the tree was made of. */
  readonly key: string;
}
