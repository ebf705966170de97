import type {
  AppPlan,
  ContainerPlan,
  PostgresPlan,
  RowChange,
  SystemPlan,
  Value,
  ValueMap,
} from '../../contracts/language/index.ts';
import type { ServiceReport } from '../../reports/index.ts';
import type { Clock } from '../clock.ts';

/** How services are provided; `auto` takes containers when an engine answers and the image is there or can be had, else embedded. */
export type ServicesMode = 'auto' | 'containers' | 'embedded' | 'external';

/** What an address of a service is made of: the fields that `{{db.url}}` and its siblings refer to. */
export interface DatabaseAddress {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly name: string;
  readonly user: string;
  readonly password: string;
}

/** Why a part of the environment is not there. `fault` says on whose side it looks: ours (a service, an engine, a port) or the subject's (its migration, its start). */
export interface EnvironmentFailure {
  readonly phase: 'service' | 'migrate' | 'seed' | 'start';
  readonly service: string;
  readonly fault: 'environment' | 'subject';
  readonly why: string;
  /** The last lines that the service, or the command, wrote. */
  readonly output: string;
  /** How long it took until it failed, where that was measured. */
  readonly durationMs?: number;
}

/** An expected failure is a value. */
export type Result<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** What every part of the environment needs to know of the run. */
export interface EnvironmentContext {
  readonly runId: string;
  readonly clock: Clock;
  /** Aborted on Ctrl-C and when the run's time is over; everything then ends as fast as it can. */
  readonly signal: AbortSignal;
  /** A folder of this run alone, outside the repository; removed at its end. */
  readonly scratch: string;
  /** PATH, HOME, LANG and the like: all of the process's environment that applications and commands may see. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** The values of the secrets that the plan names and that are set, by name. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Told in the console while the run goes on. */
  readonly note: (message: string) => void;
}

/** A database server of this run, with its template. One per postgres service. */
export interface DatabaseServer extends AsyncDisposable {
  readonly plan: PostgresPlan;
  readonly report: ServiceReport;
  /** The address that commands with `needs: [db]` (migrate, checks) get: a scratch database of their own, for `checks`; the template for `migrate`. */
  scratchDatabase(): Promise<DatabaseAddress>;
  /**
   * Makes the template: an empty database, `migrate` (given its address), the seed's SQL, the change journal's triggers; then nobody may connect.
   * `seedSql` is undefined when there is none.
   */
  prepareTemplate(steps: TemplateSteps): Promise<Result<void, EnvironmentFailure>>;
  /** A fresh copy of the template. Safe to call from several workers at once. */
  createDatabase(): Promise<Result<CriterionDatabase, EnvironmentFailure>>;
  /** Why its databases can't be acted on, where somebody else runs it. */
  readonly untouchable?: string;
  /** Whether the server answers on a connection that was opened before any application started. */
  control(): Promise<{ readonly up: true } | { readonly up: false; readonly why: string }>;
}

export interface TemplateSteps {
  /** Runs the migration against this address; its failure is the subject's. */
  readonly migrate?: (
    address: DatabaseAddress,
  ) => Promise<Result<void, Pick<EnvironmentFailure, 'why' | 'output' | 'durationMs'>>>;
  /** Starts the application once and stops it again, where it makes its own tables (`seed: { after: app }`). */
  readonly firstStart?: (address: DatabaseAddress) => Promise<Result<void, EnvironmentFailure>>;
  readonly seed?: { readonly file: string; readonly sql: string };
}

/** One criterion's own database. */
export interface CriterionDatabase extends AsyncDisposable {
  /** For the application: a role that owns its objects, never a superuser. */
  readonly address: DatabaseAddress;
  /** One statement by the extended protocol, as a role that can only SELECT. Values come back lossless: bigint and numeric as numbers, dates as ISO text in UTC, json parsed. */
  query(sql: string, params: readonly Value[]): Promise<QueryOutcome>;
  /** One statement by the extended protocol, as the application's role. */
  exec(sql: string, params: readonly Value[]): Promise<ExecOutcome>;
  /** Where the change journal stands now. */
  mark(): Promise<JournalMark>;
  /** How busy the database is at this moment; one cheap question. */
  activity(): Promise<DatabaseActivity>;
  /** Net changes between two marks, of tables that are not volatile. Rejects when rows may have changed between them without the journal seeing it. */
  delta(from: JournalMark, to: JournalMark, volatile: readonly string[]): Promise<TableChanges>;
  /** Refuses every such statement of the application on the table from now on, until it is lifted. Undefined when there is no such table. */
  reject(table: string, on: readonly RowChange[]): Promise<Rejection | undefined>;
}

/** A table that refuses statements. */
export interface Rejection {
  /** Whether it still refuses, and how many statements it has refused. */
  check(): Promise<{ readonly held: boolean; readonly refused: number }>;
  lift(): Promise<void>;
}

/** What can be done to a service of a criterion, whatever it is made of. */
export interface ServiceControl {
  /** Killed, and started again as it was; resolves when ready. */
  restart(): Promise<Result<void, EnvironmentFailure>>;
  /** Killed: connections are refused. */
  stop(): Promise<void>;
  /** Ends a stop or a pause; resolves when ready. Does nothing when it is running. */
  start(): Promise<Result<void, EnvironmentFailure>>;
  /** Connections stay, and nothing answers. */
  pause(): Promise<void>;
  /** What it wrote since it was first started, at most the last megabyte, in the order of time; empty where that can't be known (a database that all share). */
  log(): readonly LogLine[];
}

/** The way from the application to a service. */
export interface ServiceLink {
  /** Delays what passes, in each direction half of it; adds up. */
  addLatency(milliseconds: number): void;
  /** As it was at first. */
  restore(): void;
}

/** What a criterion will do to its services, beyond using them. */
export interface StackNeeds {
  /** Services whose way from the application must be under our hand: databases that are stopped, paused, restarted or slowed, other services that are slowed. */
  readonly links: readonly string[];
}

/** What a statement brought. `failed` carries the SQLSTATE of a statement that the server refused: an observation; lost connections reject with `DatabaseUnavailable`. */
export type QueryOutcome =
  | { readonly rows: readonly ValueMap[]; readonly truncated?: string }
  | { readonly failed: string; readonly detail: string };
export type ExecOutcome = { readonly rowCount: number } | { readonly failed: string; readonly detail: string };

/** For waiting until a database is quiet: two looks with the same position, and nobody busy at either, have no change between them. */
export interface DatabaseActivity {
  /** Changes with every change of rows that is recorded, also before it is committed, and with nothing else. Only to be compared; no mark. */
  readonly position: string;
  /** Sessions other than the verifier's own that run a statement or have a transaction open. */
  readonly busy: number;
}

/** Opaque to callers. */
export interface JournalMark {
  readonly position: string;
}

/** By table: `favorites`, or `schema.table` outside `public`; only tables that changed, only kinds that have rows. */
export type TableChanges = Readonly<
  Record<
    string,
    {
      readonly inserted?: readonly ValueMap[];
      readonly updated?: readonly ValueMap[];
      readonly deleted?: readonly ValueMap[];
    }
  >
>;

/** The application of a criterion: a process or a container that the verifier started on a port of its own, or one that somebody else runs. */
export interface RunningApp extends ServiceControl, AsyncDisposable {
  readonly plan: AppPlan;
  readonly url: string;
  readonly port: number;
  /** Set when it ended without being told to. */
  exited(): UnaskedEnd | undefined;
}

/** That something ended without being told to; `error` where that could not be followed. */
export interface UnaskedEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: string;
}

/** A service in a container of the criterion's own. */
export interface RunningContainer extends ServiceControl, AsyncDisposable {
  readonly plan: ContainerPlan;
  readonly address: ServiceAddress;
  /** Set when it ended without being told to. */
  exited(): UnaskedEnd | undefined;
}

/** What `{{cache.url}}` and its siblings mean. `url` is `tcp://host:port`. */
export interface ServiceAddress {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

export interface LogLine {
  readonly at: Date;
  /** `file`: a log file that system.yaml names. */
  readonly stream: 'stdout' | 'stderr' | 'file';
  readonly text: string;
  /** What is not known: the rest of this line, or lines that are not kept or could not be read, in whose place this one stands. */
  readonly missing?: string;
}

/** What one criterion runs on: fresh databases, fresh processes and containers. Disposing it frees all of them. */
export interface Stack extends AsyncDisposable {
  readonly databases: ReadonlyMap<string, CriterionDatabase>;
  readonly containers: ReadonlyMap<string, RunningContainer>;
  readonly app: RunningApp;
  /** What can be done to each service, by its name: the application, containers, and databases whose link was needed. */
  readonly controls: ReadonlyMap<string, ServiceControl>;
  /** The ways that were needed, by the name of the service at their end. */
  readonly links: ReadonlyMap<string, ServiceLink>;
  /** Why this name can't be acted on, where that is so by its nature: it is external. */
  readonly untouchable: ReadonlyMap<string, string>;
}

/** The started services of a run; makes stacks. */
export interface Environment extends AsyncDisposable {
  readonly system: SystemPlan;
  readonly databases: ReadonlyMap<string, DatabaseServer>;
  readonly reports: readonly ServiceReport[];
  /** A fresh database per service and a fresh application on them. */
  createStack(needs: StackNeeds): Promise<Result<Stack, EnvironmentFailure>>;
  /**
   * Files of the built subject that were written or removed since it was prepared, relative to the checkout: all applications of a run work in
   * one, so what one criterion's leaves there meets the next one's. Only what is still so when it is asked is known.
   */
  writtenFiles(): Promise<readonly string[]>;
}
