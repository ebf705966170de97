import type { AppPlan, AppStart } from '../plan.ts';
import { listWords, quote } from '../wording.ts';
import { entry, field, isNull, numberOf, textOf, textsOf, type Entry, type Node } from '../yaml/node.ts';
import { compileCommand } from './command.ts';
import { durationMs } from './duration.ts';
import { compileEnv } from './env.ts';
import { repositoryPath } from './repository-path.ts';
import { compileWithSecrets, secretOf } from './secrets.ts';
import type { ServiceContext } from './service-context.ts';

const startWithinMs = 30_000;
const imageWithinMs = 600_000;

/** Compiles the application: exactly one of `start`, `dockerfile` and `url` says how it runs. */
export function compileApp(service: Entry, context: ServiceContext): AppPlan | undefined {
  const { key, keySpan, value } = service;
  const ready = field(value, 'ready');
  const identity = field(value, 'identity');
  const readyMs = durationMs(textOf(field(ready, 'within'))) ?? startWithinMs;
  const start = compileStart(service, readyMs, context);
  const env = compileEnv(field(value, 'env'), context);
  if (start === undefined) return undefined;
  if (start.by === 'url') checkExternal(service, context);
  return {
    kind: 'app',
    name: key,
    start,
    env,
    ready: { path: textOf(field(ready, 'path')) ?? '/', withinMs: readyMs },
    ...(identity === undefined
      ? {}
      : { identity: { path: textOf(field(identity, 'path')) ?? '', at: textOf(field(identity, 'at')) ?? '' } }),
    logs: textsOf(field(value, 'logs')),
    at: keySpan.at,
  };
}

const ways = ['start', 'dockerfile', 'url'] as const;

function compileStart({ key, keySpan, value }: Entry, readyMs: number, context: ServiceContext): AppStart | undefined {
  const written = ways.flatMap((way) => entry(value, way) ?? []);
  const [first, second] = written;
  if (first === undefined || second !== undefined) {
    const all = listWords(ways.map(quote), 'or');
    context.problems.error({
      code: 'one-start',
      message: first === undefined ? `${quote(key)} needs one of ${all}` : `${quote(key)} has more than one of ${all}`,
      span: second?.keySpan ?? keySpan,
    });
    return undefined;
  }
  if (first.key === 'start') return compileStartCommand(first.value, readyMs, context);
  return first.key === 'url' ? compileUrl(first.value, readyMs, context) : compileDockerfile(first.value, context);
}

function compileStartCommand(node: Node, readyMs: number, context: ServiceContext): AppStart | undefined {
  const command = compileCommand(node, startWithinMs, context);
  const inNode = field(node, 'in');
  const folder = inNode === undefined ? '.' : repositoryPath(inNode, '.', context.problems);
  if (command === undefined || folder === undefined) return undefined;
  return { by: 'command', ...command, withinMs: readyMs, in: folder };
}

function compileDockerfile(node: Node, { problems }: ServiceContext): AppStart | undefined {
  const fileNode = node.kind === 'map' ? field(node, 'file') : node;
  const contextNode = field(node, 'context');
  const file = fileNode === undefined || isNull(fileNode) ? 'Dockerfile' : repositoryPath(fileNode, '.', problems);
  const context = contextNode === undefined ? '.' : repositoryPath(contextNode, '.', problems);
  const port = numberOf(field(node, 'port'));
  if (file === undefined || context === undefined) return undefined;
  return {
    by: 'dockerfile',
    text: `docker build --file ${file} ${context}`,
    file,
    context,
    ...(port === undefined ? {} : { port }),
    withinMs: durationMs(textOf(field(node, 'within'))) ?? imageWithinMs,
    at: node.span.at,
  };
}

function compileUrl(node: Node, readyMs: number, context: ServiceContext): AppStart {
  const secret = secretOf(node);
  return {
    by: 'url',
    text: secret === undefined ? (textOf(node) ?? '') : `the address in ${secret.name}`,
    url: compileWithSecrets(node, context),
    withinMs: readyMs,
    at: node.span.at,
  };
}

function checkExternal({ value }: Entry, { problems }: ServiceContext): void {
  const url = entry(value, 'url');
  if (url !== undefined && field(value, 'identity') === undefined) {
    problems.error({
      code: 'identity-missing',
      message: 'an application that somebody else started must say which commit it was built from',
      span: url.keySpan,
      hint: 'identity: { path: /version, at: /commit }',
    });
  }
  for (const key of ['env', 'logs']) {
    const without = entry(value, key);
    if (without === undefined) continue;
    problems.error({
      code: 'without-effect',
      message: `somebody else started the application: ${quote(key)} has no effect`,
      span: without.keySpan,
    });
  }
  const address = textOf(url?.value);
  if (url === undefined || address === undefined || address.includes('{{') || isHttp(address)) return;
  problems.error({
    code: 'wrong-value',
    message: '“url” must be an address such as https://staging.example',
    span: url.value.span,
  });
}

function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/u.test(new URL(address).protocol);
}
