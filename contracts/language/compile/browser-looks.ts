import type { Expression } from '../expression.ts';
import type { BrowserLook, ElementProperty, HttpMethod } from '../probe.ts';
import { httpMethods } from '../schema/verbs.ts';
import { entriesOf, entry, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import {
  actorOf,
  atLeast,
  equal,
  having,
  parameter,
  type BuiltStep,
  type Compiled,
  type VerbCompiler,
} from './built.ts';
import type { StepContext } from './context.ts';
import { compileLocator } from './locator.ts';
import { compileMatcher, type MatcherContext } from './matcher.ts';
import { compileStatus } from './status.ts';
import { expectedWords, locatorWords } from './words.ts';

function look(probe: BrowserLook<Expression>, expectation: Compiled, words: string): BuiltStep {
  return { probe, kind: 'look', stated: true, expectation, words: `${probe.actor} ${words}` };
}

const see: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  const expect = parameter(step, 'expect');
  const properties = compileProperties(expect, context);
  const count = optionalMatcher(field(expect, 'count'), context);
  const texts = optionalMatcher(field(expect, 'texts'), context);
  refuseCountZero(entry(expect, 'count'), context);
  if (actor === undefined || locator === undefined) return undefined;
  const expectation = having({
    count: count ?? atLeast(1),
    ...(Object.keys(properties).length === 0 ? {} : { elements: { is: 'each', item: having(properties) } }),
    ...(texts === undefined ? {} : { texts }),
  });
  const read = {
    properties: Object.keys(properties) as ElementProperty[],
    attributes: entriesOf(field(expect, 'attribute')).map(({ key }) => key),
    styles: entriesOf(field(expect, 'style')).map(({ key }) => key),
  };
  const said = seenWords({
    ...properties,
    ...(texts === undefined ? {} : { texts }),
    ...(count === undefined ? {} : { count }),
  });
  return look({ verb: 'browser.see', actor, locator, read }, expectation, `sees ${locatorWords(locator)}${said}`);
};

function refuseCountZero(count: Entry | undefined, context: StepContext): void {
  if (count?.value.kind !== 'scalar' || count.value.value !== 0) return;
  context.problems.error({
    code: 'see-nothing',
    message: '“see” speaks of an element that is there',
    span: count.value.span,
    hint: 'use browser.notSee for one that must not be there',
  });
}

function seenWords(properties: Readonly<Record<string, Compiled>>): string {
  const words = Object.entries(properties).map(([name, matcher]) => {
    if (matcher.is === 'equal' && matcher.value.kind === 'literal' && matcher.value.value === true) return name;
    if (matcher.is === 'equal' && matcher.value.kind === 'literal' && matcher.value.value === false)
      return `not ${name}`;
    return `${name} ${expectedWords(matcher)}`;
  });
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

const plainProperties: readonly ElementProperty[] = [
  'text',
  'number',
  'value',
  'pressed',
  'checked',
  'disabled',
  'focused',
];

function compileProperties(expect: Node | undefined, context: StepContext): Record<string, Compiled> {
  const properties: Record<string, Compiled> = {};
  for (const name of plainProperties) {
    const matcher = optionalMatcher(field(expect, name), context);
    if (matcher !== undefined) properties[name] = matcher;
  }
  const classes = field(expect, 'class');
  if (classes !== undefined) properties['class'] = compileMatcher(classes, { ...context, leaf: hasClasses });
  for (const name of ['attribute', 'style'] as const) {
    const entries = entriesOf(field(expect, name));
    if (entries.length > 0)
      properties[name] = having(
        Object.fromEntries(entries.map(({ key, value }) => [key, compileMatcher(value, context)])),
      );
  }
  return properties;
}

// `class: active` is about one word of a list; `class: a b` about two.
const hasClasses: NonNullable<MatcherContext['leaf']> = (expression) => {
  const words =
    expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value.split(/\s+/u) : undefined;
  return { is: 'contains', items: words?.map(equal) ?? [{ is: 'equal', value: expression }] };
};

const notSee: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  if (actor === undefined || locator === undefined) return undefined;
  return look(
    { verb: 'browser.notSee', actor, locator },
    having({ count: equal(0) }),
    `does not see ${locatorWords(locator)}`,
  );
};

const at: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const path = optionalMatcher(parameter(step, 'path'), context);
  const title = optionalMatcher(parameter(step, 'title'), context);
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
  return look({ verb: 'browser.at', actor }, expectation, `is at${words.join('')}`);
};

const requests: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const method = httpMethods.find((known) => known === textOf(parameter(step, 'method')));
  const path = optionalMatcher(parameter(step, 'path'), context);
  const statusNode = parameter(step, 'status');
  const status = statusNode === undefined ? undefined : compileStatus(statusNode, context);
  const count = optionalMatcher(parameter(step, 'count'), context);
  if (actor === undefined) return undefined;
  const filters = {
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    ...(status === undefined ? {} : { status }),
  };
  const words = `sent requests${requestWords(filters)}: ${count === undefined ? 'at least one' : expectedWords(count)}`;
  return look({ verb: 'browser.requests', actor, ...filters }, having({ count: count ?? atLeast(1) }), words);
};

function requestWords(filters: { method?: HttpMethod; path?: Compiled; status?: Compiled }): string {
  const { method, path, status } = filters;
  return [
    method === undefined ? '' : ` ${method}`,
    path === undefined ? '' : ` ${expectedWords(path)}`,
    status === undefined ? '' : ` answered ${expectedWords(status)}`,
  ].join('');
}

/** A matcher where one is written. */
export function optionalMatcher(node: Node | undefined, context: StepContext): Compiled | undefined {
  return node === undefined ? undefined : compileMatcher(node, { names: context.names, problems: context.problems });
}

/** Looks in the browser. */
export const browserLooks = {
  'browser.see': see,
  'browser.notSee': notSee,
  'browser.at': at,
  'browser.requests': requests,
} as const;
