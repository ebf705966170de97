import type { ContainerPlan, ContainerReady } from '../plan.ts';
import { entriesOf, entry, field, numberOf, textOf, textsOf, type Entry, type Node } from '../yaml/node.ts';
import { splitCommand } from './command.ts';
import { durationMs } from './duration.ts';
import { compileEnv } from './env.ts';
import type { ServiceContext } from './service-context.ts';

const readyWithinMs = 60_000;

/** Compiles a service that is neither the application nor a PostgreSQL database. */
export function compileContainer({ key, keySpan, value }: Entry, context: ServiceContext): ContainerPlan {
  const container = field(value, 'container');
  const command = compileWords(field(container, 'command'), context);
  const ready = field(container, 'ready');
  return {
    kind: 'container',
    name: key,
    image: textOf(field(container, 'image')) ?? '',
    port: numberOf(field(container, 'port')) ?? 0,
    env: compileEnv(field(container, 'env'), context),
    ...(command === undefined ? {} : { command }),
    ready: { ...compileReady(ready, context), withinMs: durationMs(textOf(field(ready, 'within'))) ?? readyWithinMs },
    at: keySpan.at,
  };
}

function compileWords(node: Node | undefined, { problems }: ServiceContext): readonly string[] | undefined {
  if (node === undefined) return undefined;
  const text = textOf(node);
  if (text === undefined) return textsOf(node);
  const split = splitCommand(text);
  if (split.ok && split.words.length > 0) return split.words;
  problems.error({
    code: 'shell-syntax',
    message: split.ok ? 'the command is empty' : `no shell is used: ${split.why}`,
    span: node.span,
    hint: split.ok ? undefined : 'write the command as a list of its words',
  });
  return undefined;
}

function compileReady(node: Node | undefined, { problems }: ServiceContext): ContainerReady {
  const log = textOf(field(node, 'log'));
  const path = textOf(field(node, 'path'));
  if (log !== undefined && path !== undefined) {
    problems.error({
      code: 'several-keys',
      message: 'ready is a line of the log or a path, not both',
      span: entry(node, 'path')?.keySpan ?? entriesOf(node)[0]?.keySpan ?? { at: { file: '', line: 1, column: 1 } },
    });
  }
  if (log !== undefined) return { by: 'log', log };
  return path === undefined ? { by: 'port' } : { by: 'path', path };
}
