import { wordsOfError, type DatabaseProbe, type Value } from '../../../contracts/language/index.ts';
import type { Cause } from '../../../reports/index.ts';
import type { Clock } from '../../clock.ts';
import type { CriterionDatabase, JournalMark, Rejection } from '../../environment/environment.ts';
import { Untouchable } from '../../environment/untouchable.ts';
import type { EvidenceContent, EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';
import { recordDelta, recordRejection, recordStatement } from './record.ts';
import { calledAs, findMissing, withHint } from './table-names.ts';

/** Between which two moments a delta is taken. */
export interface MarkedSpan {
  readonly from: JournalMark;
  readonly to: JournalMark;
}

export interface DatabaseProbeContext {
  /** By service. */
  readonly databases: ReadonlyMap<string, CriterionDatabase>;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  /** Tables and columns that no delta speaks of. */
  readonly volatile: readonly string[];
  /** By service: from before `when` to the start of `then`. Only db.delta needs it. */
  readonly spans: ReadonlyMap<string, MarkedSpan>;
  /** Tables that the expectation of a delta names. */
  readonly named?: readonly string[];
  /** Gets each refusal that db.reject sets up; whoever has it lifts it. */
  readonly onRejection?: (rejection: Rejection, probe: RejectProbe) => void;
}

/** Also for whoever keeps what it set up. */
export type RejectProbe = Extract<DatabaseProbe<Value>, { readonly verb: 'db.reject' }>;

/** The last look of a poll begins when hardly any time is left; the database must have a chance to answer all the same. */
const FAIR_MS = 1_000;

/**
 * Looks into a criterion's database, or writes to it behind the application's back. A statement that the server refuses is
 * observed; a connection that breaks, a server in trouble and a statement that takes too long are ours. Never rejects.
 *
 * @param withinMs how long it may take, at least a second
 */
export async function performDatabaseProbe(
  probe: DatabaseProbe<Value>,
  context: DatabaseProbeContext,
  withinMs: number,
): Promise<Observation> {
  const database = context.databases.get(probe.service);
  if (database === undefined) return unable('errored', 'environment', `there is no database “${probe.service}”`);
  const over = new AbortController();
  const fairMs = Math.max(withinMs, FAIR_MS);
  const deadline = context.clock.sleep(fairMs, over.signal).then(() => tooLate(fairMs));
  try {
    return await Promise.race([look(probe, database, context), deadline]);
  } catch (error) {
    // The edge of the probe. `DatabaseUnavailable` and whatever else breaks in here is ours.
    const why = wordsOfError(error);
    if (error instanceof Untouchable) return unable('skipped', 'skipped', `“${probe.service}”: ${why}`);
    return unable('errored', 'environment', `the verifier could not look into “${probe.service}”: ${why}`);
  } finally {
    over.abort();
  }
}

function look(
  probe: DatabaseProbe<Value>,
  database: CriterionDatabase,
  context: DatabaseProbeContext,
): Promise<Observation> {
  switch (probe.verb) {
    case 'db.query':
      return query(probe, database, context);
    case 'db.exec':
      return exec(probe, database, context);
    case 'db.delta':
      return delta(probe, database, context);
    case 'db.reject':
      return reject(probe, database, context);
  }
}

type Statement = Extract<DatabaseProbe<Value>, { readonly sql: string }>;

async function query(
  probe: Statement,
  database: CriterionDatabase,
  { sink }: DatabaseProbeContext,
): Promise<Observation> {
  const outcome = await database.query(probe.sql, probe.params);
  if ('failed' in outcome) return observeRefusal(probe, await withHint(database, outcome), sink);
  const record = recordStatement(probe, { rows: outcome.rows });
  if (outcome.truncated === undefined) return observe({ rows: outcome.rows }, record, sink);
  // Judged without the others, “no such row” would hold of what was merely not read.
  const why = `the query brought more rows than can be judged (${outcome.truncated}); let it select fewer`;
  return { kind: 'errored', cause: 'not-run', why, evidence: [await sink.keep(record)] };
}

async function exec(
  probe: Statement,
  database: CriterionDatabase,
  { sink }: DatabaseProbeContext,
): Promise<Observation> {
  const outcome = await database.exec(probe.sql, probe.params);
  if ('failed' in outcome) return observeRefusal(probe, outcome, sink);
  const { rowCount } = outcome;
  return observe({ rowCount }, recordStatement(probe, { rowCount }), sink);
}

async function delta(
  probe: DatabaseProbe<Value>,
  database: CriterionDatabase,
  { sink, spans, volatile, named = [] }: DatabaseProbeContext,
): Promise<Observation> {
  const span = spans.get(probe.service);
  if (span === undefined)
    return unable('errored', 'not-run', 'nobody noted where the change journal stood before “when”');
  const changes = calledAs(named, await database.delta(span.from, span.to, volatile));
  const missing = await findMissing(
    database,
    named.filter((table) => !Object.hasOwn(changes, table)),
  );
  const value = Object.keys(missing).length === 0 ? changes : { ...changes, $missing: missing };
  return observe(value, recordDelta(probe.service, changes), sink);
}

async function reject(
  probe: RejectProbe,
  database: CriterionDatabase,
  { sink, onRejection }: DatabaseProbeContext,
): Promise<Observation> {
  const { table, on } = probe;
  const rejection = await database.reject(table, on);
  if (rejection === undefined) {
    const missing = await findMissing(database, [table]);
    const outcome = { failed: UNDEFINED_TABLE, detail: missing[table] ?? `there is no table “${table}”` };
    return observe(outcome, recordRejection(probe, outcome), sink);
  }
  onRejection?.(rejection, probe);
  const { held } = await rejection.check();
  if (!held)
    return unable(
      'errored',
      'environment',
      `nothing keeps statements from “${table}”: what was to refuse them is not there`,
    );
  const outcome = { outcome: 'done' };
  return observe(outcome, recordRejection(probe, { ...outcome, on: on.join(', ') }), sink);
}

async function observeRefusal(
  probe: Statement,
  { failed, detail }: { readonly failed: string; readonly detail: string },
  sink: EvidenceSink,
): Promise<Observation> {
  const record = recordStatement(probe, { failed, detail });
  const ours = oursBehind(failed);
  const evidence = [await sink.keep(record)] as const;
  if (SYNTAX_ERROR === failed) {
    const why = `the contract's statement can't be run: ${detail} (${failed})`;
    return { kind: 'errored', cause: 'precondition', why, evidence };
  }
  if (ours === undefined) return { kind: 'observed', value: { failed, detail }, evidence };
  return { ...ours, why: `${detail} (${failed})`, evidence };
}

const UNDEFINED_TABLE = '42P01';
/** No application can make such a statement run. */
const SYNTAX_ERROR = '42601';

/** SQLSTATEs that tell of the server or of the verifier's own time limit, not of the statement. */
function oursBehind(sqlState: string): { kind: 'errored' | 'timed-out'; cause: Cause } | undefined {
  if (sqlState === '57014') return { kind: 'timed-out', cause: 'time' };
  return /^(08|53|57P|58|XX)/u.test(sqlState) ? { kind: 'errored', cause: 'environment' } : undefined;
}

async function observe(value: Value, record: EvidenceContent, sink: EvidenceSink): Promise<Observation> {
  return { kind: 'observed', value, evidence: [await sink.keep(record)] };
}

function tooLate(withinMs: number): Observation {
  return unable('timed-out', 'time', `the database did not answer within ${String(Math.round(withinMs))} ms`);
}

function unable(kind: 'errored' | 'timed-out' | 'skipped', cause: Cause, why: string): Observation {
  return { kind, cause, why, evidence: [] };
}
