import type { EnvironmentContext, Result, ServicesMode } from '../environment.ts';
import type { Ledger } from '../live/ledger.ts';
import { startEmbedded } from './embedded.ts';
import type { InstanceFailure, PostgresInstance } from './instance.ts';

/** What is to be started, and how. */
export interface InstanceOptions {
  readonly service: string;
  readonly mode: ServicesMode;
  readonly image: string;
  readonly connections: number;
  readonly ledger: Ledger;
}

/** Starts a PostgreSQL server in the way that was asked for. */
export async function startInstance(
  context: EnvironmentContext,
  options: InstanceOptions,
): Promise<Result<PostgresInstance, InstanceFailure>> {
  return startEmbedded(context, { ...options, why: 'asked for' });
}
