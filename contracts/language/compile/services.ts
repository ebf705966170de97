import { posix } from 'node:path';
import type { Expression } from '../expression.ts';
import type { AppPlan, PostgresPlan, ServicePlan } from '../plan.ts';
import { appSchema, postgresServiceSchema } from '../schema/system.ts';
import { validateNode } from '../schema/validate.ts';
import { quote } from '../wording.ts';
import { entriesOf, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { compileCommand, type CommandContext } from './command.ts';
import { durationMs } from './duration.ts';
import { compileExpression } from './expression.ts';
import type { Names } from './names.ts';

const standardImage = 'postgres:16-alpine';
const migrateWithinMs = 120_000;
const startWithinMs = 30_000;

export interface ServiceContext extends CommandContext {
  readonly names: Names;
  /** system.yaml, relative to the repository. */
  readonly file: string;
}

/** Whether the service is meant to be a database. */
export function isPostgres({ value }: Entry): boolean {
  return field(value, 'postgres') !== undefined;
}

/** Whether the service is meant to be the application. */
export function isApp(service: Entry): boolean {
  return !isPostgres(service) && field(service.value, 'container') === undefined;
}

/** Compiles the services, as far as they go. */
export function compileServices(services: Node | undefined, context: ServiceContext): ServicePlan[] {
  const plans = entriesOf(services).flatMap((service) => compileService(service, context) ?? []);
  const apps = entriesOf(services).filter(isApp);
  const [first, second] = apps;
  if (services !== undefined && (first === undefined || second !== undefined)) {
    context.problems.error({
      code: 'one-app',
      message: first === undefined ? 'the system has no application' : 'the system has more than one application',
      span: second?.keySpan ?? { at: services.span.at },
      hint: first === undefined ? 'app: { start: { run: … }, ready: { path: / } }' : undefined,
    });
  }
  return plans;
}

function compileService(service: Entry, context: ServiceContext): ServicePlan | undefined {
  const { key, value } = service;
  const database = isPostgres(service);
  if (value.kind === 'map' && field(value, 'container') !== undefined) {
    context.problems.error({
      code: 'not-yet',
      message: '“container” is not in the language yet',
      span: service.keySpan,
    });
    return undefined;
  }
  const schema = database ? postgresServiceSchema : appSchema;
  if (validateNode(value, schema, { what: quote(key), problems: context.problems }).size > 0) return undefined;
  return database ? compilePostgres(service, context) : compileApp(service, context);
}

function compilePostgres({ key, keySpan, value }: Entry, context: ServiceContext): PostgresPlan {
  const postgres = field(value, 'postgres');
  const migrate = compileCommand(field(postgres, 'migrate'), migrateWithinMs, context);
  const seed = compileSeed(field(postgres, 'seed'), context);
  return {
    kind: 'postgres',
    name: key,
    image: textOf(field(postgres, 'image')) ?? standardImage,
    ...(migrate === undefined ? {} : { migrate: { ...migrate, needs: [key] } }),
    ...(seed === undefined ? {} : { seed }),
    at: keySpan.at,
  };
}

function compileSeed(node: Node | undefined, { file, problems }: ServiceContext): PostgresPlan['seed'] {
  const fileNode = node?.kind === 'map' ? field(node, 'file') : node;
  const path = fileNode === undefined ? undefined : repositoryPath(fileNode, posix.dirname(file), problems);
  if (path === undefined) return undefined;
  return { file: path, after: textOf(field(node, 'after')) === 'app' ? 'app' : 'migrate' };
}

function compileApp({ key, keySpan, value }: Entry, context: ServiceContext): AppPlan | undefined {
  const start = field(value, 'start');
  const command = compileCommand(start, startWithinMs, context);
  const ready = field(value, 'ready');
  const identity = field(value, 'identity');
  const readyMs = durationMs(textOf(field(ready, 'within'))) ?? startWithinMs;
  const inNode = field(start, 'in');
  const folder = inNode === undefined ? '.' : repositoryPath(inNode, '.', context.problems);
  if (command === undefined || folder === undefined) return undefined;
  return {
    kind: 'app',
    name: key,
    start: { ...command, withinMs: readyMs, in: folder },
    env: compileEnv(field(value, 'env'), context),
    ready: { path: textOf(field(ready, 'path')) ?? '/', withinMs: readyMs },
    ...(identity === undefined
      ? {}
      : { identity: { path: textOf(field(identity, 'path')) ?? '', at: textOf(field(identity, 'at')) ?? '' } }),
    at: keySpan.at,
  };
}

/** Compiles environment variables; their values may refer to services and the run. */
export function compileEnv(
  node: Node | undefined,
  { names, problems }: Pick<ServiceContext, 'names' | 'problems'>,
): Record<string, Expression> {
  const env = Object.fromEntries(
    entriesOf(node).map(({ key, value }) => [key, compileExpression(value, { names, problems })]),
  );
  names.reportUnresolved();
  return env;
}

/** A path that is written relative to `folder`, relative to the repository; one that leaves it is an error. */
export function repositoryPath(node: Node, folder: string, problems: Problems): string | undefined {
  const written = textOf(node);
  if (written === undefined) return undefined;
  const path = posix.normalize(posix.join(folder, written)).replace(/(?<=.)\/$/u, '');
  if (!posix.isAbsolute(written) && path !== '..' && !path.startsWith('../')) return path;
  problems.error({
    code: 'outside-repository',
    message: `${quote(written)} is outside the repository`,
    span: node.span,
    hint: 'paths are relative to system.yaml',
  });
  return undefined;
}
