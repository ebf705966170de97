import pg from 'pg';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { DatabaseAddress, EnvironmentFailure, Result, TemplateSteps } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { connected } from './connection.ts';
import { addressOf, superuserOf, type ServerGround } from './ground.ts';
import { installJournal } from './journal.ts';
import { hintOfRights } from './lacking-rights.ts';

const SEND_AWAY =
  'select pg_terminate_backend(pid, 2000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()';

/**
 * Makes the database that all copies are made from: empty, migrated, seeded, watched by the journal; then nobody may connect to it,
 * which copying demands.
 */
export async function prepareTemplate(
  ground: ServerGround,
  steps: TemplateSteps,
): Promise<Result<void, EnvironmentFailure>> {
  const { admin, template, roles, instance } = ground;
  const address = addressOf(instance, roles.app, template);
  try {
    await admin.use((client) => client.query(`create database ${template} owner ${roles.app.user} template template0`));
    const applied = await applySteps(ground, steps, address);
    if (!applied.ok) return applied;
    await connected(superuserOf(instance, template), (client) => client.query(installJournal(ground.journal)));
    await connected(superuserOf(instance, template), (client) => client.query('analyze'));
    await freeze(ground);
    return done(undefined);
  } catch (error) {
    return fail(ground, {
      phase: 'service',
      fault: 'environment',
      why: `the template database could not be made: ${wordsOfError(error)}`,
      output: await instance.output(),
    });
  }
}

async function applySteps(
  ground: ServerGround,
  { migrate, firstStart, seed }: TemplateSteps,
  address: DatabaseAddress,
): Promise<Result<void, EnvironmentFailure>> {
  if (migrate !== undefined) {
    const migrated = await migrate(address);
    if (!migrated.ok) {
      const failure = { phase: 'migrate', fault: await faultOf(ground), ...migrated.failure } as const;
      return fail(ground, withHint(failure));
    }
  }
  if (firstStart !== undefined) {
    const started = await firstStart(address);
    if (!started.ok) return failed(withHint(started.failure));
  }
  if (seed === undefined) return done(undefined);
  const why = await applySeed(address, seed);
  return why === undefined ? done(undefined) : fail(ground, { phase: 'seed', fault: 'environment', why, output: '' });
}

/** What was refused to the application's role looks like an error of the server's, where a developer's own lets everybody do everything. */
function withHint<F extends Pick<EnvironmentFailure, 'why' | 'output'>>(failure: F): F {
  const hint = hintOfRights(failure.output);
  return hint === undefined ? failure : { ...failure, why: `${failure.why}; ${hint}` };
}

/** A migration that fails is the subject's, unless its database went away. */
async function faultOf({ instance }: ServerGround): Promise<'subject' | 'environment'> {
  return connected(superuserOf(instance, 'postgres'), (client) => client.query('select 1')).then(
    () => 'subject',
    () => 'environment',
  );
}

/** Runs the whole file as the application's role; why it failed, with the line. */
async function applySeed(
  address: DatabaseAddress,
  { file, sql }: NonNullable<TemplateSteps['seed']>,
): Promise<string | undefined> {
  try {
    await connected(address, (client) => client.query(sql));
    return undefined;
  } catch (error) {
    const position = error instanceof pg.DatabaseError ? Number(error.position) : Number.NaN;
    const line = Number.isNaN(position) ? '' : `, line ${String(sql.slice(0, position).split('\n').length)}`;
    const why = `the seed was refused (${file}${line}): ${wordsOfError(error)}`;
    return withHint({ why, output: why }).why;
  }
}

/**
 * The superuser takes it over: an application that owned it could let itself in again, and change what later criteria begin with. What is
 * in it keeps its owner. Whoever is still connected, such as a migration's forgotten pool, is sent away.
 */
async function freeze({ admin, template }: ServerGround): Promise<void> {
  await admin.use((client) => client.query(`alter database ${template} owner to current_user`));
  await admin.use((client) => client.query(`alter database ${template} allow_connections false`));
  await admin.use((client) => client.query(SEND_AWAY, [template]));
}

function fail(
  { plan }: ServerGround,
  failure: Omit<EnvironmentFailure, 'service'>,
): { readonly ok: false; readonly failure: EnvironmentFailure } {
  return failed({ ...failure, service: plan.name });
}
