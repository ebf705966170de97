import { join } from 'node:path';
import type { AppPlan, PostgresPlan } from '../../contracts/language/index.ts';
import { choosePlace, type ChosenPlace } from './app/place.ts';
import type {
  DatabaseAddress,
  DatabaseServer,
  Environment,
  EnvironmentFailure,
  Result,
  TemplateSteps,
} from './environment.ts';
import { done, failed } from './outcome.ts';
import type { ServicesGround } from './services-ground.ts';
import { createStack, startAppOnce, type StackGround } from './stack.ts';
import { stackPool } from './stack-pool.ts';
import { watchFiles } from './written-files.ts';

/** The built subject, and what it is run with. */
export interface SubjectOfRun {
  /** Absolute path of the built tree's repository root. */
  readonly checkout: string;
  /** The seeds' SQL by service, read from the contracts' side. */
  readonly seeds: ReadonlyMap<string, { readonly file: string; readonly sql: string }>;
  /** What `run.commit` and its siblings mean. */
  readonly run: Readonly<Record<string, string>>;
  /** Runs the migration of a service against this address; its failure is the subject's. */
  readonly migrate: (plan: PostgresPlan, address: DatabaseAddress) => ReturnType<NonNullable<TemplateSteps['migrate']>>;
}

/** Prepares all templates, side by side, and the image of an application that has one; gives what makes stacks of them. */
export async function prepareEnvironment(
  ground: ServicesGround,
  subject: SubjectOfRun,
): Promise<Result<Environment, EnvironmentFailure>> {
  const { system, databases } = ground;
  const app = system.services.find((plan) => plan.kind === 'app');
  if (app === undefined)
    return failed({
      phase: 'start',
      service: system.name,
      fault: 'environment',
      why: 'the system has no application to start',
    });
  const place = await choosePlace(ground, app, { root: join(subject.checkout, system.root), run: subject.run });
  if (!place.ok) return place;
  const stackGround: StackGround = { ...ground, app, place: place.value.place, run: subject.run };
  const prepared = await Promise.all(
    [...databases.values()].map((server) => server.prepareTemplate(stepsFor(server, stackGround, subject))),
  );
  const broken = prepared.find((result) => !result.ok);
  if (broken !== undefined) {
    await place.value[Symbol.asyncDispose]();
    return broken;
  }
  return done(await environmentOn(stackGround, place.value, subject));
}

async function environmentOn(ground: StackGround, place: ChosenPlace, subject: SubjectOfRun): Promise<Environment> {
  const { system, databases, containers, app } = ground;
  // After the migrations, which may write, and before the first criterion.
  const writtenFiles = await watchFiles(subject.checkout);
  const pool = stackPool((needs) => createStack(ground, needs), system.keepApp);
  return {
    system,
    databases,
    reports: [
      ...[...databases.values()].map(({ report }) => report),
      ...(containers?.services ?? []).map(({ report }) => report),
      reportOf(app, place),
    ],
    createStack: pool.take,
    writtenFiles,
    [Symbol.asyncDispose]: async () => {
      await pool.dispose();
      await place[Symbol.asyncDispose]();
    },
  };
}

function stepsFor({ plan }: DatabaseServer, ground: StackGround, { migrate, seeds }: SubjectOfRun): TemplateSteps {
  const seed = seeds.get(plan.name);
  return {
    ...(plan.migrate === undefined ? {} : { migrate: (address) => migrate(plan, address) }),
    ...(plan.seed?.after === 'app'
      ? { firstStart: (address) => startAppOnce(ground, new Map([[plan.name, address]])) }
      : {}),
    ...(seed === undefined ? {} : { seed }),
  };
}

function reportOf({ name, start }: AppPlan, { place, digest }: ChosenPlace): Environment['reports'][number] {
  switch (place.by) {
    case 'command':
      return { name, kind: 'app', mode: 'process', why: `started by “${start.text}”` };
    case 'dockerfile': {
      const report = { name, kind: 'app', mode: 'containers', why: `built from ${start.text}` } as const;
      return digest === undefined ? report : { ...report, digest };
    }
    case 'url':
      return { name, kind: 'app', mode: 'external', why: 'system.yaml gives its address' };
  }
}
