import { textOfValue } from '../bind/evaluate.ts';
import type { Expression } from '../expression.ts';
import type { Locator, TextMatch } from '../locator.ts';
import { locatorKinds } from '../schema/verb-parts.ts';
import { listWords, nameHint, quote } from '../wording.ts';
import { entriesOf, entry, field, nodeKind, textOf, type Entry, type Node, type Span } from '../yaml/node.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import { checkPattern } from './pattern.ts';

/**
 * Compiles the locator whose keys stand among a step's parameters. Undefined when it has none or is not usable, which is said
 * unless `optional`.
 */
export function compileLocator(
  node: Node,
  context: ExpressionContext,
  where: { span: Span; optional?: boolean },
): Locator<Expression> | undefined {
  const kinds = entriesOf(node).filter(({ key }) => locatorKinds.some((kind) => kind === key));
  const [kind, second] = kinds;
  if (kind === undefined) {
    if (where.optional !== true || hasRest(node)) reportNone(where.span, context);
    return undefined;
  }
  if (second !== undefined) reportSeveral(kinds, second, context);
  const by = compileBy(kind, node, context);
  if (by === undefined) return undefined;
  return { by, ...narrowing(node, context), ...nthOf(field(node, 'nth')) };
}

// `name`, `nth` and the like alone say that a locator was meant.
function hasRest(node: Node): boolean {
  return ['name', 'nth', 'inside', 'has', 'frame'].some((key) => field(node, key) !== undefined);
}

function reportNone(span: Span, context: ExpressionContext): void {
  context.problems.error({
    code: 'no-locator',
    message: `which element? one of ${listWords(locatorKinds, 'or')} is missing`,
    span,
  });
}

function reportSeveral(kinds: readonly Entry[], second: Entry, context: ExpressionContext): void {
  context.problems.error({
    code: 'several-locators',
    message: `an element is found by one of ${listWords(
      kinds.map(({ key }) => quote(key)),
      'and',
    )}, not by several`,
    span: second.keySpan,
    hint: 'narrow with inside: { … } or has: { … }',
  });
}

function narrowing(node: Node, context: ExpressionContext): Pick<Locator<Expression>, 'inside' | 'has' | 'frame'> {
  const inner = (key: 'inside' | 'has' | 'frame'): Locator<Expression> | undefined => {
    const found = entry(node, key);
    return found === undefined ? undefined : compileLocator(found.value, context, { span: found.keySpan });
  };
  const inside = inner('inside');
  const has = inner('has');
  const frame = inner('frame');
  return {
    ...(inside === undefined ? {} : { inside }),
    ...(has === undefined ? {} : { has }),
    ...(frame === undefined ? {} : { frame }),
  };
}

function nthOf(node: Node | undefined): Pick<Locator<Expression>, 'nth'> {
  if (node?.kind !== 'scalar') return {};
  if (node.value === 'first' || node.value === 'last' || typeof node.value === 'number') return { nth: node.value };
  return {};
}

function compileBy(
  { key, value }: Entry,
  node: Node,
  context: ExpressionContext,
): Locator<Expression>['by'] | undefined {
  const name = entry(node, 'name');
  if (key === 'role') return compileRole(value, name, context);
  if (name !== undefined) {
    context.problems.error({ code: 'name-without-role', message: '“name” goes with “role” only', span: name.keySpan });
  }
  if (key === 'testId') return { kind: key, id: compileExpression(value, context) };
  if (key === 'css') {
    context.problems.warning({
      code: 'css-locator',
      message: 'a CSS selector says how the page is made, not what people see',
      span: value.span,
      hint: 'find it by role and name, label or text if you can',
    });
    return { kind: key, selector: compileExpression(value, context) };
  }
  const text = compileText(value, context);
  const kind = locatorKinds.find((each) => each === key);
  if (text === undefined || kind === undefined || kind === 'role' || kind === 'testId' || kind === 'css')
    return undefined;
  return { kind, text };
}

function compileRole(
  value: Node,
  name: Entry | undefined,
  context: ExpressionContext,
): Locator<Expression>['by'] | undefined {
  const role = textOf(value);
  if (role === undefined) return undefined;
  if (!ariaRoles.includes(role)) {
    context.problems.error({
      code: 'unknown-role',
      message: `there is no role ${quote(role)}`,
      span: value.span,
      hint: nameHint(role, ariaRoles),
    });
  }
  const text = name === undefined ? undefined : compileText(name.value, context);
  return { kind: 'role', role, ...(text === undefined ? {} : { name: text }) };
}

function compileText(node: Node, context: ExpressionContext): TextMatch<Expression> | undefined {
  if (node.kind === 'scalar' && node.value !== null)
    return { how: 'whole', text: asText(compileExpression(node, context)) };
  const [only, ...others] = entriesOf(node);
  const match = only !== undefined && others.length === 0 ? compilePartialText(only, context) : undefined;
  if (match !== undefined) return match;
  const found = only === undefined ? nodeKind(node) : quote(only.key);
  context.problems.error({
    code: 'bad-text-match',
    message: `a text is compared whole, or by { $contains: … } or { $matches: … }; this is ${found}`,
    span: only?.keySpan ?? node.span,
  });
  return undefined;
}

function compilePartialText({ key, value }: Entry, context: ExpressionContext): TextMatch<Expression> | undefined {
  if (value.kind !== 'scalar' || value.value === null) return undefined;
  if (key === '$contains') return { how: 'contains', text: asText(compileExpression(value, context)) };
  if (key !== '$matches') return undefined;
  const pattern = asText(compileExpression(value, context));
  checkPattern(pattern, value, context.problems);
  return { how: 'matches', pattern };
}

// `name: 2` means the text "2": what a page shows is always text.
function asText(expression: Expression): Expression {
  if (expression.kind !== 'literal' || typeof expression.value === 'string') return expression;
  return { kind: 'literal', value: textOfValue(expression.value) };
}

const ariaRoles: readonly string[] = (
  'alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox complementary ' +
  'contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading img ' +
  'insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation ' +
  'none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox ' +
  'separator slider spinbutton status strong subscript superscript switch tab table tablist tabpanel term textbox time timer toolbar ' +
  'tooltip tree treegrid treeitem'
).split(' ');
