import { posix } from 'node:path';
import type { ActorPlan, AppPlan, CheckParser, CheckPlan, SystemPlan } from '../plan.ts';
import { systemSchema } from '../schema/system.ts';
import { validateNode } from '../schema/validate.ts';
import { quote } from '../wording.ts';
import { booleanOf, entriesOf, entry, field, itemsOf, textOf, textsOf, type MapNode, type Node } from '../yaml/node.ts';
import type { SourceFile } from '../yaml/parse.ts';
import type { Problems } from '../yaml/problems.ts';
import { actorFields, compileActors, mergeActors, openingActors } from './actors.ts';
import { compileCommand, type CommandContext } from './command.ts';
import type { SystemNames } from './context.ts';
import { sha256 } from './contract.ts';
import { warnOfMissingAddress } from './migrate-address.ts';
import { Names, secretName } from './names.ts';
import { compileEnv } from './env.ts';
import { compilePlace } from './place.ts';
import { repositoryPath } from './repository-path.ts';
import { compileServed } from './served.ts';
import { compileServices, isApp, isContainer, isPostgres } from './services.ts';

const installWithinMs = 300_000;
const buildWithinMs = 300_000;
const checkWithinMs = 120_000;
const standardKey: readonly string[] = ['package.json', 'package-lock.json', '.npmrc'];
const databaseFields: readonly string[] = ['url', 'host', 'port', 'name', 'user', 'password'];
const serviceFields: readonly string[] = ['url', 'host', 'port'];

/** What contracts need of the system, also when it has errors. */
export interface CompiledSystem {
  readonly plan: SystemPlan;
  readonly names: Names;
  readonly system: SystemNames;
  readonly actors: Readonly<Record<string, ActorPlan>>;
}

/** Compiles system.yaml, as far as it goes: what is wrong is in `problems`, and then the plan is not used. */
export function compileSystem(root: MapNode | undefined, source: SourceFile, problems: Problems): CompiledSystem {
  if (root !== undefined) validateNode(root, systemSchema, { what: 'system.yaml', problems });
  const services = entriesOf(field(root, 'services'));
  const databases = services.filter(isPostgres).map(({ key }) => key);
  const apps = services.filter(isApp).map(({ key }) => key);
  const containers = services.filter(isContainer).map(({ key }) => key);
  const serviceNames = rootNames(databases, [...apps, ...containers]);
  // Secrets are for environments and addresses; contracts get theirs by `let`.
  const withSecrets = new Names(serviceNames);
  withSecrets.define(secretName, { kind: 'secret' });
  const command: CommandContext = { problems, databases };
  const servicePlans = compileServices(field(root, 'services'), { ...command, names: withSecrets, file: source.file });
  warnOfMissingAddress(root, problems);
  const merged = mergeActors(field(root, 'actors'), problems);
  const fields = new Map([...merged].map(([name, actor]) => [name, actorFields(actor)]));
  const app = servicePlans.find((plan): plan is AppPlan => plan.kind === 'app');
  const system: SystemNames = {
    actors: fields,
    databases,
    apps,
    containers,
    known: root !== undefined,
    opening: openingActors(merged),
    readyMs: app?.ready.withinMs ?? 30_000,
  };
  const names = new Names(serviceNames);
  if (root === undefined) names.acceptAll();
  defineActors(field(root, 'actors'), { fields, names, problems });
  const place = compilePlace(root, {}, problems);
  const actors = compileActors(field(root, 'actors'), merged, { problems, system, names, place });
  const plan: SystemPlan = {
    name: textOf(field(root, 'system')) ?? '',
    file: source.file,
    digest: sha256(source.text),
    root: compileRoot(field(root, 'root'), source.file, problems),
    env: compileEnv(field(root, 'env'), { names: withSecrets, problems }),
    ...compileInstall(field(root, 'install'), command),
    ...compileBuild(field(root, 'build'), command),
    checks: compileChecks(field(root, 'checks'), command),
    services: servicePlans,
    actors,
    volatile: textsOf(field(root, 'volatile')),
    keepApp: booleanOf(field(root, 'keepApp')) ?? false,
    internet: textOf(field(root, 'internet')) === 'none' ? 'none' : 'allow',
    serve: compileServed(field(root, 'serve'), source.file, problems),
    protected: textsOf(field(root, 'protected')),
    place,
  };
  return { plan, names, system, actors };
}

function compileRoot(node: Node | undefined, file: string, problems: Problems): string {
  const folder = posix.dirname(file);
  return (node === undefined ? undefined : repositoryPath(node, folder, problems)) ?? folder;
}

/** The names that services and the run give. */
function rootNames(databases: readonly string[], others: readonly string[]): Names {
  const names = new Names();
  for (const name of databases) names.define(name, { kind: 'service', fields: databaseFields });
  for (const name of others) names.define(name, { kind: 'service', fields: serviceFields });
  names.define('run', { kind: 'run', fields: ['id', 'commit'] });
  return names;
}

interface ActorNames {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly names: Names;
  readonly problems: Problems;
}

function defineActors(actors: Node | undefined, { fields, names, problems }: ActorNames): void {
  for (const { key, keySpan } of entriesOf(actors)) {
    const known = names.find(key);
    if (known !== undefined)
      problems.error({
        code: 'name-taken',
        message: `the name ${quote(key)} is taken by a ${known.kind}`,
        span: keySpan,
      });
    names.define(key, { kind: 'actor', at: keySpan.at, fields: fields.get(key) ?? [] });
  }
}

function compileInstall(node: Node | undefined, context: CommandContext): Pick<SystemPlan, 'install'> {
  const command = compileCommand(node, installWithinMs, context);
  if (command === undefined) return {};
  const key = field(node, 'key');
  return { install: { ...command, key: key === undefined ? standardKey : textsOf(key) } };
}

function compileBuild(node: Node | undefined, context: CommandContext): Pick<SystemPlan, 'build'> {
  const build = compileCommand(node, buildWithinMs, context);
  return build === undefined ? {} : { build };
}

function compileChecks(node: Node | undefined, context: CommandContext): CheckPlan[] {
  const seen = new Set<string>();
  return itemsOf(node).flatMap((check) => {
    const command = compileCommand(check.kind === 'map' ? check : undefined, checkWithinMs, context);
    const name = textOf(field(check, 'name')) ?? '';
    if (seen.has(name)) {
      const span = entry(check, 'name')?.value.span ?? check.span;
      context.problems.error({ code: 'duplicate-check', message: `two checks are called ${quote(name)}`, span });
    }
    seen.add(name);
    const required = booleanOf(field(check, 'required')) ?? true;
    return command === undefined ? [] : [{ ...command, name, parser: parserOf(field(check, 'parser')), required }];
  });
}

function parserOf(node: Node | undefined): CheckParser {
  const parsers: readonly CheckParser[] = ['tsc', 'eslint', 'mocha', 'lines'];
  return parsers.find((parser) => parser === textOf(node)) ?? 'lines';
}
