import type { Expression } from '../expression.ts';
import type { ElementProperty, ElementReading, Locator } from '../locator.ts';
import { entriesOf, entry, field, itemsOf, type Entry, type Node } from '../yaml/node.ts';
import { locatorKinds } from '../schema/verb-parts.ts';
import { listWords, quote } from '../wording.ts';
import { actorOf, atLeast, equal, having, look, parameter, type Compiled, type VerbCompiler } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileLocator } from './locator.ts';
import { compileMatcher, optionalMatcher, type MatcherContext } from './matcher.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords, locatorWords } from './words.ts';

/** What `browser.see` expects of the elements that it finds, and what it must read for that. */
interface Seen {
  readonly expectation: Compiled;
  readonly read: ElementReading;
  readonly words: string;
}

/** Looks at elements that must be there. */
export const see: VerbCompiler = (step, context) => {
  const any = entry(step.parameters, 'any');
  if (any !== undefined) return seeAny(step, any, context);
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  const expect = parameter(step, 'expect');
  refuseCountZero(entry(expect, 'count'), context);
  const seen = compileSeen(expect, context);
  const failing = parameter(step, 'failIf');
  const ended = failing === undefined ? undefined : compileSeen(failing, context);
  const failIf = compileFailIf(step, context, () => ended?.expectation);
  if (actor === undefined || locator === undefined) return undefined;
  const read = ended === undefined ? seen.read : bothReadings(seen.read, ended.read);
  const built = look(
    { verb: 'browser.see', actor, locator, read },
    seen.expectation,
    `sees ${locatorWords(locator)}${seen.words}`,
  );
  return { ...built, ...failIf, ...(ended === undefined ? {} : { failIfWords: `seen${ended.words}` }) };
};

const seeAny = (step: WrittenStep, any: Entry, context: StepContext): ReturnType<VerbCompiler> => {
  const actor = actorOf(step, context);
  refuseBesideAny(step, context);
  const alternatives = itemsOf(any.value).map((item) => compileAlternative(item, context));
  const complete = alternatives.flatMap((alternative) => alternative ?? []);
  if (actor === undefined || complete.length < alternatives.length) return undefined;
  const options = complete.map(({ expectation }, index): Compiled => {
    return { is: 'array', items: complete.map((_, other) => (other === index ? expectation : { is: 'anything' })) };
  });
  const words = listWords(
    complete.map(({ locator, words: said }) => `${locatorWords(locator)}${said}`),
    'or',
  );
  return look(
    { verb: 'browser.seeAny', actor, any: complete.map(({ locator, read }) => ({ locator, read })) },
    having({ any: { is: 'oneOf', options } }),
    `sees ${words}`,
  );
};

function compileAlternative(item: Node, context: StepContext): (Seen & { locator: Locator<Expression> }) | undefined {
  const locator = compileLocator(item, context, { span: { at: item.span.at, aliases: item.span.aliases } });
  const expect = field(item, 'expect');
  refuseCountZero(entry(expect, 'count'), context);
  const seen = compileSeen(expect, context);
  return locator === undefined ? undefined : { ...seen, locator };
}

function refuseBesideAny(step: WrittenStep, context: StepContext): void {
  const own = [...locatorKinds, 'name', 'nth', 'inside', 'has', 'frame', 'expect', 'failIf'];
  for (const { key, keySpan } of entriesOf(step.parameters)) {
    if (!own.includes(key)) continue;
    context.problems.error({
      code: 'beside-any',
      message: `${quote(key)} stands beside “any”`,
      span: keySpan,
      hint:
        key === 'failIf'
          ? 'it speaks of one element: look at that in a step of its own'
          : 'each element of “any” has its own locator and “expect”',
    });
  }
}

function bothReadings(one: ElementReading, other: ElementReading): ElementReading {
  const union = <T>(key: (reading: ElementReading) => readonly T[]): T[] => [...new Set([...key(one), ...key(other)])];
  return {
    properties: union(({ properties }) => properties),
    attributes: union(({ attributes }) => attributes),
    styles: union(({ styles }) => styles),
  };
}

/** What is expected of elements; at least one must be there when their count is not said. */
function compileSeen(expect: Node | undefined, context: StepContext): Seen {
  const properties = compileProperties(expect, context);
  const count = optionalMatcher(field(expect, 'count'), context);
  const texts = optionalMatcher(field(expect, 'texts'), context);
  return {
    expectation: having({
      count: count ?? atLeast(1),
      ...(Object.keys(properties).length === 0 ? {} : { elements: { is: 'each', item: having(ofThose(properties)) } }),
      ...(texts === undefined ? {} : { texts }),
    }),
    read: {
      properties: Object.keys(properties) as ElementProperty[],
      attributes: entriesOf(field(expect, 'attribute')).map(({ key }) => key),
      styles: entriesOf(field(expect, 'style')).map(({ key }) => key),
    },
    words: seenWords({
      ...properties,
      ...(texts === undefined ? {} : { texts }),
      ...(count === undefined ? {} : { count }),
    }),
  };
}

/** What an element does not have is read as null: whoever says that it is not so speaks of something that is there. Elements without a class or an attribute are meant. */
function ofThose(properties: Readonly<Record<string, Compiled>>): Record<string, Compiled> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, matcher]) => [
      name,
      acceptsAll(matcher) && name !== 'class' ? { is: 'all', matchers: [isNot(null), matcher] } : matcher,
    ]),
  );
}

/** Whether it only says what must not be. */
function acceptsAll(matcher: Compiled): boolean {
  if (matcher.is === 'all') return matcher.matchers.every(acceptsAll);
  return matcher.is === 'oneOf' ? matcher.options.some(acceptsAll) : matcher.is === 'not';
}

function isNot(value: null | ''): Compiled {
  return { is: 'not', matcher: equal(value) };
}

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
    if (entries.length === 0) continue;
    const compiled = entries.map(({ key, value }): [string, Compiled] => {
      const matcher = compileMatcher(value, context);
      // A property that the browser does not know has no value.
      const isOfNone = name === 'style' && acceptsAll(matcher);
      return [key, isOfNone ? { is: 'all', matchers: [isNot(''), matcher] } : matcher];
    });
    properties[name] = having(Object.fromEntries(compiled));
  }
  return properties;
}

// `class: active` is about one word of a list; `class: a b` about two.
const hasClasses: NonNullable<MatcherContext['leaf']> = (expression) => {
  const words =
    expression.kind === 'literal' && typeof expression.value === 'string' ? expression.value.split(/\s+/u) : undefined;
  return { is: 'contains', items: words?.map(equal) ?? [{ is: 'equal', value: expression }] };
};
