import type { Expression } from '../expression.ts';
import { isNumeric } from '../value.ts';
import type { Matcher, TypeName } from '../matcher.ts';
import { listWords, nameHint, quote } from '../wording.ts';
import { booleanOf, nodeKind, textOf, type Entry, type MapNode, type Node } from '../yaml/node.ts';
import { compileExpression, literalOf, type ExpressionContext } from './expression.ts';
import { checkPattern, checkSchema } from './pattern.ts';

/** How a matcher is compiled at one place. */
export interface MatcherContext extends ExpressionContext {
  /** Inside `$exactly`: objects have no other keys. */
  readonly exactly?: boolean;
  /** What a literal means here; equality when left out. */
  readonly leaf?: (expression: Expression, node: Node) => Matcher<Expression>;
  /** Entries of the outermost mappings that mean something of their own. */
  readonly entries?: Readonly<Record<string, (node: Node) => Matcher<Expression>>>;
}

type Compiled = Matcher<Expression>;

const anything: Compiled = { is: 'anything' };
const typeNames: readonly TypeName[] = ['null', 'boolean', 'number', 'integer', 'string', 'array', 'object'];

/** Compiles an expectation: literals mean equality, mappings match as subsets, lists in length and order, `$keys` are matchers. */
export function compileMatcher(node: Node, context: MatcherContext): Compiled {
  switch (node.kind) {
    case 'scalar': {
      const expression = compileExpression(node, context);
      return context.leaf === undefined ? { is: 'equal', value: expression } : context.leaf(expression, node);
    }
    case 'list':
      return { is: 'array', items: node.items.map((item) => compileMatcher(item, context)) };
    case 'map':
      return compileMap(node, context);
  }
}

/** A matcher where one is written, in which literals mean equality. */
export function optionalMatcher(node: Node | undefined, { names, problems }: ExpressionContext): Compiled | undefined {
  return node === undefined ? undefined : compileMatcher(node, { names, problems });
}

function compileMap(node: MapNode, context: MatcherContext): Compiled {
  const operators = node.entries.filter(({ key }) => key.startsWith('$'));
  const [operator] = operators;
  if (operator === undefined) {
    const entries = node.entries.map((entry): [string, Compiled] => [entry.key, compileEntry(entry, context)]);
    return { is: 'object', entries: Object.fromEntries(entries), exactly: context.exactly === true };
  }
  const plain = node.entries.find(({ key }) => !key.startsWith('$'));
  if (plain !== undefined) {
    context.problems.error({
      code: 'mixed-matcher',
      message: `${quote(plain.key)} stands beside the matcher ${quote(operator.key)}`,
      span: plain.keySpan,
      hint: 'a mapping holds either matchers or keys; data whose keys begin with $ goes into { $literal: … }',
    });
    return anything;
  }
  const matchers = operators.map((entry) => compileOperator(entry, context));
  const [only, ...others] = matchers;
  return only !== undefined && others.length === 0 ? only : { is: 'all', matchers };
}

function compileEntry({ key, value }: Entry, { entries, ...context }: MatcherContext): Compiled {
  const own = entries !== undefined && Object.hasOwn(entries, key) ? entries[key] : undefined;
  return own === undefined ? compileMatcher(value, context) : own(value);
}

type Operator = (entry: Entry, context: MatcherContext) => Compiled;

const operators: Readonly<Record<string, Operator>> = {
  $exactly: ({ value }, context) => compileMatcher(value, { ...context, exactly: true }),
  $contains: ({ value }, context) => ({
    is: 'contains',
    items: (value.kind === 'list' ? value.items : [value]).map((item) => compileMatcher(item, context)),
  }),
  $unordered: (entry, context) => ({ is: 'unordered', items: compileItems(entry, context) }),
  $oneOf: (entry, context) => ({ is: 'oneOf', options: compileOptions(entry, context) }),
  $each: ({ value }, context) => ({ is: 'each', item: compileMatcher(value, context) }),
  $not: ({ value }, context) => ({ is: 'not', matcher: compileMatcher(value, context) }),
  $length: ({ value }, context) => ({ is: 'length', length: compileMatcher(value, plainContext(context)) }),
  $literal: ({ value }, context) => ({ is: 'equal', value: compileExpression(value, context) }),
  $matches: compileMatches,
  $type: compileType,
  $gte: (entry, context) => ({ is: 'gte', bound: compileBound(entry, context) }),
  $lte: (entry, context) => ({ is: 'lte', bound: compileBound(entry, context) }),
  $absent: compileAbsent,
  $schema: compileSchema,
};

/** The names of all matchers. */
export const matcherNames: readonly string[] = Object.keys(operators);

function plainContext({ names, problems }: MatcherContext): MatcherContext {
  return { names, problems };
}

function compileOperator(entry: Entry, context: MatcherContext): Compiled {
  const operator = Object.hasOwn(operators, entry.key) ? operators[entry.key] : undefined;
  if (operator !== undefined) return operator(entry, context);
  context.problems.error({
    code: 'unknown-matcher',
    message: `there is no matcher ${quote(entry.key)}`,
    span: entry.keySpan,
    hint: nameHint(entry.key, matcherNames),
  });
  return anything;
}

function wrongValue(entry: Entry, expected: string, context: MatcherContext): void {
  context.problems.error({
    code: 'wrong-matcher',
    message: `${quote(entry.key)} takes ${expected}, not ${nodeKind(entry.value)}`,
    span: entry.value.span,
  });
}

function compileOptions(entry: Entry, context: MatcherContext): Compiled[] {
  if (entry.value.kind === 'list' && entry.value.items.length === 0)
    context.problems.error({
      code: 'wrong-matcher',
      message: '“$oneOf” names nothing: no value can be one of none',
      span: entry.value.span,
      hint: 'name the values that are allowed; an empty list itself is [] or { $oneOf: [ [] ] }',
    });
  return compileItems(entry, context);
}

function compileItems(entry: Entry, context: MatcherContext): Compiled[] {
  const { value } = entry;
  if (value.kind === 'list') return value.items.map((item) => compileMatcher(item, context));
  wrongValue(entry, 'a list', context);
  return [];
}

function compileMatches(entry: Entry, context: MatcherContext): Compiled {
  if (textOf(entry.value) === undefined) {
    wrongValue(entry, 'a regular expression', context);
    return anything;
  }
  const pattern = compileExpression(entry.value, context);
  checkPattern(pattern, entry.value, context.problems);
  return { is: 'matches', pattern };
}

function compileType(entry: Entry, context: MatcherContext): Compiled {
  const written = entry.value.kind === 'scalar' && entry.value.value === null ? 'null' : textOf(entry.value);
  const type = typeNames.find((name) => name === written);
  if (type !== undefined) return { is: 'type', type };
  context.problems.error({
    code: 'wrong-matcher',
    message: `“$type” takes ${listWords(typeNames, 'or')}`,
    span: entry.value.span,
    hint: written === undefined ? undefined : nameHint(written, typeNames),
  });
  return anything;
}

function compileBound(entry: Entry, context: MatcherContext): Expression {
  const bound = compileExpression(entry.value, context);
  const literal = literalOf(bound);
  const usable =
    literal === undefined
      ? bound.kind !== 'list' && bound.kind !== 'map'
      : isNumeric(literal) || typeof literal === 'string';
  if (!usable) wrongValue(entry, 'a number or a text', context);
  return bound;
}

function compileAbsent(entry: Entry, context: MatcherContext): Compiled {
  const absent = booleanOf(entry.value);
  if (absent === undefined) wrongValue(entry, 'true or false', context);
  return absent === false ? anything : { is: 'absent' };
}

function compileSchema(entry: Entry, context: MatcherContext): Compiled {
  const schema = compileExpression(entry.value, context);
  checkSchema(schema, entry.value, context.problems);
  return { is: 'schema', schema };
}
