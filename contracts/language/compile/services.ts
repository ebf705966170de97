import { posix } from 'node:path';
import type { PostgresPlan, ServicePlan } from '../plan.ts';
import { appSchema, containerServiceSchema, postgresServiceSchema } from '../schema/system.ts';
import { validateNode } from '../schema/validate.ts';
import { quote } from '../wording.ts';
import { entriesOf, entry, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import { compileApp } from './app.ts';
import { compileCommand } from './command.ts';
import { compileContainer } from './container.ts';
import { repositoryPath } from './repository-path.ts';
import { compileWithSecrets } from './secrets.ts';
import type { ServiceContext } from './service-context.ts';

const standardImage = 'postgres:16-alpine';
const migrateWithinMs = 120_000;

/** Whether the service is meant to be a database. */
export function isPostgres({ value }: Entry): boolean {
  return field(value, 'postgres') !== undefined;
}

/** Whether the service is meant to be neither a database nor the application. */
export function isContainer(service: Entry): boolean {
  return !isPostgres(service) && field(service.value, 'container') !== undefined;
}

/** Whether the service is meant to be the application. */
export function isApp(service: Entry): boolean {
  return !isPostgres(service) && !isContainer(service);
}

/** Compiles the services, as far as they go. */
export function compileServices(services: Node | undefined, context: ServiceContext): ServicePlan[] {
  const plans = entriesOf(services).flatMap((service) => compileService(service, context) ?? []);
  context.names.reportUnresolved();
  const apps = entriesOf(services).filter(isApp);
  const [first, second] = apps;
  if (services !== undefined && (first === undefined || second !== undefined)) {
    context.problems.error({
      code: 'one-app',
      message: first === undefined ? 'the system has no application' : 'the system has more than one application',
      span: second?.keySpan ?? { at: services.span.at },
      ...(first === undefined
        ? { hint: 'app: { start: { run: … }, ready: { path: / } }' }
        : { related: [{ message: 'the other one', at: first.keySpan.at }], hint: otherService }),
    });
  }
  return plans;
}

const otherService = 'any other service runs in a container: container: { image: …, port: … }';

/** Names that mean something else in references, or in steps. */
const takenNames: readonly string[] = ['run', 'secret', 'browser', 'guest'];

function compileService(service: Entry, context: ServiceContext): ServicePlan | undefined {
  const { key, keySpan, value } = service;
  if (takenNames.includes(key)) {
    const message = `a service can't be called ${quote(key)}: the name has a meaning of its own`;
    context.problems.error({ code: 'name-taken', message, span: keySpan });
  }
  const [schema, compile] = formOf(service);
  if (validateNode(value, schema, { what: quote(key), problems: context.problems }).size > 0) return undefined;
  return compile(service, context);
}

type Compile = (service: Entry, context: ServiceContext) => ServicePlan | undefined;

function formOf(service: Entry): readonly [typeof appSchema, Compile] {
  if (isPostgres(service)) return [postgresServiceSchema, compilePostgres];
  return isContainer(service) ? [containerServiceSchema, compileContainer] : [appSchema, compileApp];
}

function compilePostgres({ key, keySpan, value }: Entry, context: ServiceContext): PostgresPlan {
  const postgres = field(value, 'postgres');
  const migrate = compileCommand(field(postgres, 'migrate'), migrateWithinMs, context);
  const url = field(postgres, 'url');
  const seed = url === undefined ? compileSeed(field(postgres, 'seed'), context) : undefined;
  if (url !== undefined) refuseMaking(postgres, context);
  return {
    kind: 'postgres',
    name: key,
    image: textOf(field(postgres, 'image')) ?? standardImage,
    ...(migrate === undefined ? {} : { migrate: { ...migrate, needs: [key] } }),
    ...(seed === undefined ? {} : { seed }),
    ...(url === undefined ? {} : { url: compileWithSecrets(url, context) }),
    at: keySpan.at,
  };
}

// An option without effect is an error.
function refuseMaking(postgres: Node | undefined, { problems }: ServiceContext): void {
  for (const key of ['image', 'migrate', 'seed']) {
    const made = entry(postgres, key);
    if (made === undefined) continue;
    problems.error({
      code: 'without-effect',
      message: `a database with an address of its own is neither made nor filled: ${quote(key)} has no effect`,
      span: made.keySpan,
    });
  }
}

function compileSeed(node: Node | undefined, { file, problems }: ServiceContext): PostgresPlan['seed'] {
  const fileNode = node?.kind === 'map' ? field(node, 'file') : node;
  const path = fileNode === undefined ? undefined : repositoryPath(fileNode, posix.dirname(file), problems);
  if (fileNode === undefined || path === undefined) return undefined;
  return { file: path, after: textOf(field(node, 'after')) === 'app' ? 'app' : 'migrate', at: fileNode.span.at };
}
