import type { HttpMethod } from '../probe.ts';
import { httpMethods } from '../schema/verb-parts.ts';
import { field, textOf, type Node } from '../yaml/node.ts';
import {
  actorOf,
  atLeast,
  equal,
  having,
  look,
  parameter,
  type BuiltStep,
  type Compiled,
  type VerbCompiler,
} from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileLocator } from './locator.ts';
import { optionalMatcher } from './matcher.ts';
import { asked, downloaded } from './happenings.ts';
import { see } from './see.ts';
import { compileStatus } from './status.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords, locatorWords } from './words.ts';

const notSee: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  const failIf = compileFailIf(step, context, (node) => entriesGiven(node, ['count', 'texts'], context));
  if (actor === undefined || locator === undefined) return undefined;
  const built = look(
    { verb: 'browser.notSee', actor, locator },
    having({ count: equal(0) }),
    `does not see ${locatorWords(locator)}`,
  );
  return { ...built, ...failIf };
};

/** An object with those of the entries that are written. */
function entriesGiven(node: Node, keys: readonly string[], context: StepContext): Compiled {
  const entries = keys.flatMap((key): [string, Compiled][] => {
    const matcher = optionalMatcher(field(node, key), context);
    return matcher === undefined ? [] : [[key, matcher]];
  });
  return having(Object.fromEntries(entries));
}

const at: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const path = optionalMatcher(parameter(step, 'path'), context);
  const title = optionalMatcher(parameter(step, 'title'), context);
  const failIf = compileFailIf(step, context, (node) => entriesGiven(node, ['path', 'title'], context));
  if (path === undefined && title === undefined) {
    context.problems.error({
      code: 'no-expectation',
      message: 'browser.at expects nothing',
      span: step.verbSpan,
      hint: 'say path: … or title: …',
    });
    return undefined;
  }
  if (actor === undefined) return undefined;
  const words = [
    path === undefined ? '' : ` ${expectedWords(path)}`,
    title === undefined ? '' : ` titled ${expectedWords(title)}`,
  ];
  const expectation = having({ ...(path === undefined ? {} : { path }), ...(title === undefined ? {} : { title }) });
  return { ...look({ verb: 'browser.at', actor }, expectation, `is at${words.join('')}`), ...failIf };
};

const requests: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const filters = { ...callFilters(step, context), ...statusFilter(step, context) };
  const count = optionalMatcher(parameter(step, 'count'), context);
  const failIf = compileFailIf(step, context, (node) => entriesGiven(node, ['count'], context));
  if (actor === undefined) return undefined;
  const words = `sent requests${requestWords(filters)}: ${count === undefined ? 'at least one' : expectedWords(count)}`;
  const expectation = having({ count: count ?? atLeast(1) });
  return { ...look({ verb: 'browser.requests', actor, ...filters }, expectation, words), ...failIf };
};

/** Which calls of a page are meant. */
interface CallFilters {
  readonly method?: HttpMethod;
  readonly path?: Compiled;
}

/** The calls of a page that are meant by `method` and `path`. */
export function callFilters(step: WrittenStep, context: StepContext): CallFilters {
  const method = httpMethods.find((known) => known === textOf(parameter(step, 'method')));
  const path = optionalMatcher(parameter(step, 'path'), context);
  return { ...(method === undefined ? {} : { method }), ...(path === undefined ? {} : { path }) };
}

function statusFilter(step: WrittenStep, context: StepContext): { readonly status?: Compiled } {
  const node = parameter(step, 'status');
  return node === undefined ? {} : { status: compileStatus(node, context) };
}

/** ` POST "/api/x"`, as far as it is said. */
export function callWords({ method, path }: CallFilters): string {
  return `${method === undefined ? '' : ` ${method}`}${path === undefined ? '' : ` ${expectedWords(path)}`}`;
}

function requestWords(filters: CallFilters & { readonly status?: Compiled }): string {
  const { status } = filters;
  return `${callWords(filters)}${status === undefined ? '' : ` answered ${expectedWords(status)}`}`;
}

/** Looks in the browser. */
export const browserLooks = {
  'browser.see': see,
  'browser.notSee': notSee,
  'browser.at': at,
  'browser.asked': asked,
  'browser.downloaded': downloaded,
  'browser.requests': requests,
} as const satisfies Record<string, (step: WrittenStep, context: StepContext) => BuiltStep | undefined>;
