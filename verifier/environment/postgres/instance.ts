import type { ServiceReport } from '../../../reports/index.ts';

/** A PostgreSQL server of this run, however it was started, with its superuser, whom no application ever gets to know. */
export interface PostgresInstance extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  readonly superuser: string;
  readonly password: string;
  /** How it came to be; without the version, which the server itself tells. */
  readonly report: ServiceReport;
  /** The last lines that the server wrote. */
  output(): Promise<string>;
}

/** Why no server came to be. */
export interface InstanceFailure {
  readonly why: string;
  readonly output: string;
}

/**
 * Settings for a server that lives for minutes, holds nothing worth keeping, and must be fast and the same every time.
 * `connections` is what all databases together may need.
 */
export function serverSettings(connections: number): readonly string[] {
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    // A worker of autovacuum in the template would make copies wait; nothing lives long enough to need it.
    autovacuum: 'off',
    max_connections: String(connections),
    // Kept for the verifier: an application can't take them.
    superuser_reserved_connections: '20',
    shared_buffers: '64MB',
    // In files of the server's own folder: a killed server leaves nothing in /dev/shm.
    dynamic_shared_memory_type: 'mmap',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    datestyle: 'ISO, MDY',
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
