import type pg from 'pg';
import { wordsOfError, type Expression, type PostgresPlan } from '../../../contracts/language/index.ts';
import { evaluateEnv, wordsOfMissing } from '../app/app-env.ts';
import type {
  CriterionDatabase,
  DatabaseServer,
  EnvironmentContext,
  EnvironmentFailure,
  Result,
} from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { connected, connectionTo, type Connection } from './connection.ts';
import { openDatabase } from './database.ts';
import { parseAddress, type ExternalAddress } from './external-address.ts';
import { openForeignDatabase } from './foreign-database.ts';
import { askControl } from './control.ts';
import { installJournal, journalName, removeJournal } from './journal.ts';

/** What the owner of a database writes on it to let the verifier do with it what it likes: `comment on database x is 'assay: disposable'`. */
const MARK = 'assay: disposable';
const UNMARKED = `it is external, and its database does not carry the mark “${MARK}” (comment on database … is '${MARK}')`;
const CONTROL_WITHIN_MS = 2_000;

interface Facts {
  readonly version: string;
  readonly comment: string | null;
  readonly superuser: boolean;
}

const ASK_FACTS = `
select current_setting('server_version') as version,
       (select shobj_description(oid, 'pg_database') from pg_database where datname = current_database()) as comment,
       (select rolsuper from pg_roles where rolname = current_user) as superuser`;

/**
 * A database that somebody else runs: neither made nor migrated nor reset. It is read; written to, and watched for changes, only where it carries
 * the mark. No message shows its password.
 */
export async function meetExternalServer(
  { secrets, note }: EnvironmentContext,
  plan: PostgresPlan,
  url: Expression,
): Promise<Result<DatabaseServer, EnvironmentFailure>> {
  const refuse = (why: string): { readonly ok: false; readonly failure: EnvironmentFailure } =>
    failed({ phase: 'service', service: plan.name, fault: 'environment', why });
  const evaluated = evaluateEnv({ url }, { databases: new Map(), apps: new Map(), run: {}, secrets });
  if (!evaluated.ok) return refuse(`its address names what is not there: ${wordsOfMissing(evaluated.failure)}`);
  const address = parseAddress(evaluated.value['url'] ?? '');
  if (address === undefined)
    return refuse('its address is not of the form postgres://user:password@host:port/database');
  const place = `${address.host}:${String(address.port)}/${address.name}`;
  try {
    const [facts] = await connected(address, (client) => client.query<Facts>(ASK_FACTS)).then(({ rows }) => rows);
    if (facts === undefined) return refuse(`the database ${place} does not answer`);
    if (plan.migrate !== undefined || plan.seed !== undefined)
      note(`${plan.name} is external: it is neither migrated nor seeded`);
    return done(await serverOf(plan, address, facts));
  } catch (error) {
    const words = wordsOfError(error).replaceAll(address.password === '' ? '\0' : address.password, '…');
    return refuse(`the database ${place} can't be used: ${words}`);
  }
}

async function serverOf(plan: PostgresPlan, address: ExternalAddress, facts: Facts): Promise<DatabaseServer> {
  const disposable = facts.comment?.trim() === MARK;
  const journal = disposable && facts.superuser ? await newJournal(address) : undefined;
  const control = connectionTo(address, { answersWithinMs: CONTROL_WITHIN_MS });
  await control.use((client) => client.query('select 1'));
  const why = `system.yaml gives its address${disposable ? ', and it is marked disposable' : ''}`;
  return {
    plan,
    report: { name: plan.name, kind: 'postgres', mode: 'external', why, version: facts.version },
    ...(disposable ? {} : { untouchable: UNMARKED }),
    // Test suites do what they like with what they are given.
    scratchDatabase: () => (disposable ? Promise.resolve(address) : Promise.reject(new Error(UNMARKED))),
    prepareTemplate: () => Promise.resolve(done(undefined)),
    createDatabase: () => openOne(plan, address, { journal, disposable }),
    control: () => askControl(control),
    [Symbol.asyncDispose]: () => closeAll(address, control, journal),
  };
}

async function newJournal(address: ExternalAddress): Promise<string> {
  const journal = journalName();
  await connected(address, (client: pg.Client) => client.query(installJournal(journal)));
  return journal;
}

async function closeAll(address: ExternalAddress, control: Connection, journal: string | undefined): Promise<void> {
  await control[Symbol.asyncDispose]();
  // It may be gone, which is nobody's loss.
  if (journal !== undefined)
    await connected(address, (client) => client.query(removeJournal(journal))).catch(() => undefined);
}

async function openOne(
  plan: PostgresPlan,
  address: ExternalAddress,
  { journal, disposable }: { readonly journal: string | undefined; readonly disposable: boolean },
): Promise<Result<CriterionDatabase, EnvironmentFailure>> {
  try {
    if (journal === undefined) return done(await openForeignDatabase(address, { disposable, untouchable: UNMARKED }));
    const logins = { superuser: address, reader: address };
    return done(await openDatabase({ address, logins, journal, drop: () => Promise.resolve() }));
  } catch (error) {
    const why = `the database can't be used: ${wordsOfError(error)}`;
    return failed({ phase: 'service', service: plan.name, fault: 'environment', why });
  }
}
