import { entriesOf, entry, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import { actorOf, atLeast, equal, having, look, type Compiled, type VerbCompiler } from './built.ts';
import type { StepContext } from './context.ts';
import { compileMatcher, optionalMatcher } from './matcher.ts';
import { compileFailIf } from './waits.ts';
import { expectedWords } from './words.ts';

/** Of more than that many nobody says how many there were. */
const mostCounted = 100;

/** The dialogs that the page opened since `when` began. */
export const asked: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const such = (node: Node): Such => ({ list: 'dialogs', filters: dialogFilters(node, context), node });
  const own = such(step.parameters);
  const expectation = expectSuch(own, context);
  const failIf = compileFailIf(step, context, (node) => expectSuch(such(node), context));
  if (actor === undefined || expectation === undefined) return undefined;
  return { ...look({ verb: 'browser.asked', actor }, expectation, `was asked${suchWords(own, context)}`), ...failIf };
};

function dialogFilters(node: Node, context: StepContext): Record<string, Compiled> {
  const type = textOf(field(node, 'type'));
  const text = optionalMatcher(field(node, 'text'), context);
  return { ...(type === undefined ? {} : { type: equal(type) }), ...(text === undefined ? {} : { text }) };
}

/** The files that the page handed out since `when` began. */
export const downloaded: VerbCompiler = (step, context) => {
  const actor = actorOf(step, context);
  const such = (node: Node): Such => ({ list: 'downloads', filters: fileFilters(node, context), node });
  const own = such(step.parameters);
  const expectation = expectSuch(own, context);
  const failIf = compileFailIf(step, context, (node) => expectSuch(such(node), context));
  if (actor === undefined || expectation === undefined) return undefined;
  const words = `was handed files${suchWords(own, context)}`;
  return { ...look({ verb: 'browser.downloaded', actor }, expectation, words), ...failIf };
};

function fileFilters(node: Node, context: StepContext): Record<string, Compiled> {
  const name = optionalMatcher(field(node, 'name'), context);
  const text = optionalMatcher(field(node, 'text'), context);
  return { ...(name === undefined ? {} : { name }), ...(text === undefined ? {} : { text }) };
}

/** Which of the things that happened are meant, where they are observed, and where that is written. */
interface Such {
  readonly list: 'dialogs' | 'downloads';
  readonly filters: Readonly<Record<string, Compiled>>;
  readonly node: Node;
}

/**
 * So many of the list must be such. Without filters their number is observed as it is; else “at least n” is that the list
 * contains n such items, and “at most n” that it does not contain one more.
 */
function expectSuch({ list, filters, node }: Such, context: StepContext): Compiled | undefined {
  const count = entry(node, 'count');
  if (Object.keys(filters).length === 0)
    return having({ count: count === undefined ? atLeast(1) : compileMatcher(count.value, context) });
  const range = count === undefined ? { least: 1 } : rangeOf(count, context);
  if (range === undefined) return undefined;
  const { least, most } = range;
  const containing = (times: number): Compiled => ({
    is: 'contains',
    items: Array.from({ length: times }, () => having(filters)),
  });
  const matchers: Compiled[] = [
    ...(least > 0 ? [containing(least)] : []),
    ...(most === undefined ? [] : [{ is: 'not', matcher: containing(most + 1) } as const]),
  ];
  const [only, ...others] = matchers;
  if (only === undefined) return having({ count: atLeast(0) });
  // A page that can't be read has no count: there it can't hold that there is nothing.
  const isRead: Compiled = { is: 'not', matcher: { is: 'absent' } };
  return having({
    ...(least === 0 ? { count: isRead } : {}),
    [list]: others.length === 0 ? only : { is: 'all', matchers },
  });
}

interface Range {
  readonly least: number;
  readonly most?: number;
}

function rangeOf({ value }: Entry, context: StepContext): Range | undefined {
  const exact = countOf(value);
  if (exact !== undefined) return { least: exact, most: exact };
  const bounds = entriesOf(value);
  const least = countOf(field(value, '$gte'));
  const most = countOf(field(value, '$lte'));
  if (bounds.length > 0 && bounds.length === [least, most].filter((bound) => bound !== undefined).length)
    return { least: least ?? 0, ...(most === undefined ? {} : { most }) };
  context.problems.error({
    code: 'wrong-value',
    message: `“count” of what is described must be a whole number up to ${String(mostCounted)}, { $gte: … } or { $lte: … }`,
    span: value.span,
  });
  return undefined;
}

function countOf(node: Node | undefined): number | undefined {
  if (node?.kind !== 'scalar' || typeof node.value !== 'number') return undefined;
  return Number.isInteger(node.value) && node.value >= 0 && node.value <= mostCounted ? node.value : undefined;
}

function suchWords({ filters, node }: Such, context: StepContext): string {
  const described = Object.entries(filters).map(([key, matcher]) => `${key} ${expectedWords(matcher)}`);
  const count = optionalMatcher(field(node, 'count'), context);
  return `${described.length === 0 ? '' : ` (${described.join(', ')})`}: ${count === undefined ? 'at least one' : expectedWords(count)}`;
}
