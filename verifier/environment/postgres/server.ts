import { wordsOfError, type PostgresPlan } from '../../../contracts/language/index.ts';
import type {
  CriterionDatabase,
  DatabaseAddress,
  DatabaseServer,
  EnvironmentContext,
  EnvironmentFailure,
  Result,
} from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { askControl } from './control.ts';
import { connectionTo, type Connection } from './connection.ts';
import { openDatabase } from './database.ts';
import { addressOf, databaseName, superuserOf, type ServerGround } from './ground.ts';
import type { PostgresInstance } from './instance.ts';
import { journalName } from './journal.ts';
import { createRoles, inventRoles } from './roles.ts';
import { prepareTemplate } from './template.ts';
import { within } from '../within.ts';

/** A connection limit per database: PostgreSQL's own default for a server. Superusers are not counted. */
export const CONNECTIONS_PER_DATABASE = 100;

const CONTROL_WITHIN_MS = 2_000;
const COPIES_WITHIN_MS = 120_000;
const DROPS_WITHIN_MS = 10_000;
const VERSION = "select current_setting('server_version') as version, current_setting('server_version_num') as number";
const OLDEST_VERSION = 140_000;

/** Makes a server of a running instance: roles, and the connection by which it is asked whether it is up. */
export async function serverOn(
  context: EnvironmentContext,
  plan: PostgresPlan,
  instance: PostgresInstance,
): Promise<Result<DatabaseServer, EnvironmentFailure>> {
  const roles = inventRoles();
  const superuser = superuserOf(instance, 'postgres');
  const ground: ServerGround = {
    context,
    plan,
    instance,
    roles,
    admin: connectionTo(superuser),
    copier: connectionTo(superuser, { answersWithinMs: COPIES_WITHIN_MS }),
    template: databaseName(),
    journal: journalName(),
  };
  const control = connectionTo(superuser, { answersWithinMs: CONTROL_WITHIN_MS });
  try {
    const { rows } = await ground.admin.use((client) => client.query<{ version: string; number: string }>(VERSION));
    const [{ version, number } = { version: 'unknown', number: '0' }] = rows;
    if (Number(number) < OLDEST_VERSION) throw new Error(`it is PostgreSQL ${version}; 14 or later is needed`);
    await ground.admin.use((client) => client.query(createRoles(roles)));
    await control.use((client) => client.query('select 1'));
    return done(serverFrom(ground, { control, version, copy: Number(number) >= 150_000 ? ' strategy file_copy' : '' }));
  } catch (error) {
    await closeAll([ground.admin, ground.copier, control]);
    return failed({
      phase: 'service',
      service: plan.name,
      fault: 'environment',
      why: `the database server can't be used: ${wordsOfError(error)}`,
      output: await instance.output(),
    });
  }
}

function serverFrom(
  ground: ServerGround,
  { control, version, copy }: { readonly control: Connection; readonly version: string; readonly copy: string },
): DatabaseServer {
  const { plan, instance, admin, copier } = ground;
  let disposal: Promise<void> | undefined;
  return {
    plan,
    report: { ...instance.report, version },
    scratchDatabase: () => scratchDatabase(ground),
    prepareTemplate: (steps) => prepareTemplate(ground, steps),
    createDatabase: () => createDatabase(ground, copy),
    control: () => askControl(control),
    [Symbol.asyncDispose]: () =>
      (disposal ??= closeAll([admin, copier, control]).then(() => instance[Symbol.asyncDispose]())),
  };
}

async function closeAll(connections: readonly Connection[]): Promise<void> {
  await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()));
}

async function scratchDatabase({ admin, instance, roles }: ServerGround): Promise<DatabaseAddress> {
  const name = databaseName();
  await admin.use((client) => client.query(`create database ${name} owner ${roles.tools.user} template template0`));
  return addressOf(instance, roles.tools, name);
}

async function createDatabase(
  ground: ServerGround,
  copy: string,
): Promise<Result<CriterionDatabase, EnvironmentFailure>> {
  const { instance, roles, plan, template, journal, admin, copier } = ground;
  const name = databaseName();
  const drop = async (): Promise<void> => {
    // The server may be gone already; then so is the database.
    await within(DROPS_WITHIN_MS, dropDatabase(admin, name)).catch(() => undefined);
  };
  try {
    const limit = `connection limit ${String(CONNECTIONS_PER_DATABASE)}`;
    await copier.use((client) =>
      client.query(`create database ${name} owner ${roles.app.user} template ${template}${copy} ${limit}`),
    );
    const logins = { superuser: superuserOf(instance, name), reader: addressOf(instance, roles.reader, name) };
    return done(await openDatabase({ address: addressOf(instance, roles.app, name), logins, journal, drop }));
  } catch (error) {
    await drop();
    return failed({
      phase: 'service',
      service: plan.name,
      fault: 'environment',
      why: `no copy of the database could be made: ${wordsOfError(error)}`,
      output: await instance.output(),
    });
  }
}

async function dropDatabase(admin: Connection, name: string): Promise<void> {
  await admin.use((client) => client.query(`drop database if exists ${name} with (force)`));
}
