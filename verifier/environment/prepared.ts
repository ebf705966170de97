import { join } from 'node:path';
import type { AppPlan, PostgresPlan } from '../../contracts/language/index.ts';
import type {
  DatabaseAddress,
  DatabaseServer,
  Environment,
  EnvironmentFailure,
  Result,
  TemplateSteps,
} from './environment.ts';
import { done, failed } from './outcome.ts';
import { createStack, startAppOnce, type ServicesGround, type StackGround } from './stack.ts';
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

/** Prepares all templates, side by side, and gives what makes stacks of them. */
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
  const stackGround: StackGround = {
    ...ground,
    app,
    cwd: join(subject.checkout, system.root, app.start.in),
    run: subject.run,
  };
  const prepared = await Promise.all(
    [...databases.values()].map((server) => server.prepareTemplate(stepsFor(server, stackGround, subject))),
  );
  const broken = prepared.find((result) => !result.ok);
  if (broken !== undefined) return broken;
  // After the migrations, which may write, and before the first criterion.
  const writtenFiles = await watchFiles(subject.checkout);
  const pool = stackPool(() => createStack(stackGround), system.keepApp);
  return done({
    system,
    databases,
    reports: [...[...databases.values()].map(({ report }) => report), reportOf(app)],
    createStack: pool.take,
    writtenFiles,
    [Symbol.asyncDispose]: pool.dispose,
  });
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

function reportOf({ name, start }: AppPlan): Environment['reports'][number] {
  return { name, kind: 'app', mode: 'process', why: `started by “${start.text}”` };
}
