import type { SystemPlan } from '../../contracts/language/index.ts';
import type { DatabaseServer, EnvironmentContext } from './environment.ts';
import type { Ledger } from './live/ledger.ts';
import type { ContainersGround } from './prepared-containers.ts';

/** The parts of a started run. */
export interface ServicesGround {
  readonly context: EnvironmentContext;
  readonly system: SystemPlan;
  readonly ledger: Ledger;
  readonly databases: ReadonlyMap<string, DatabaseServer>;
  /** Missing where the system needs no container engine but for its databases. */
  readonly containers?: ContainersGround;
}
