import type { Expression } from '../expression.ts';
import { fakeMethodHint, isFakeMethod } from '../generate/methods.ts';
import type { NamedValue, ValueSource } from '../plan.ts';
import { quote } from '../wording.ts';
import { entriesOf, entry, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import type { NameKind } from './names.ts';
import { checkPattern } from './pattern.ts';

/**
 * Compiles a `let`: its names become known, and its values are put into an order in which each refers to earlier ones only.
 */
export function compileLet(node: Node | undefined, context: ExpressionContext): NamedValue[] {
  const values = compileActorLet(node, context);
  for (const { name, from } of values) refuseActors(entry(node, name), from, context);
  return values;
}

// A criterion's values are made before its actors are.
function refuseActors(written: Entry | undefined, source: ValueSource, { names, problems }: ExpressionContext): void {
  for (const name of namesIn(source)) {
    if (written === undefined || names.find(name)?.kind !== 'actor') continue;
    problems.error({
      code: 'actor-in-let',
      message: `${quote(written.key)} refers to the actor ${quote(name)}, who is made after it`,
      span: written.value.span,
      hint: 'refer to actors in steps',
    });
  }
}

/** The same for an actor, whose values may refer to other actors: those are made before. */
export function compileActorLet(node: Node | undefined, context: ExpressionContext): NamedValue[] {
  const entries = entriesOf(node);
  const free = entries.filter((entry) => defineValue(entry, context));
  const values = new Map(
    free.map((entry) => [entry.key, { name: entry.key, from: compileSource(entry.value, context) }]),
  );
  return inOrder(values, free, context);
}

const ownerWords: Readonly<Record<NameKind, string>> = {
  value: 'a value',
  save: 'a saved value',
  actor: 'an actor',
  service: 'a service',
  run: 'the run',
};

function defineValue({ key, keySpan }: Entry, { names, problems }: ExpressionContext): boolean {
  const known = names.find(key);
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key)) {
    problems.error({
      code: 'bad-name',
      message: `${quote(key)} can't be the name of a value`,
      span: keySpan,
      hint: 'letters, digits, _ and -',
    });
    return false;
  }
  if (known !== undefined) {
    const shadows = known.kind === 'value';
    problems.error({
      code: shadows ? 'shadowed-name' : 'name-taken',
      message: shadows
        ? `${quote(key)} hides a value of the contract`
        : `the name ${quote(key)} is taken by ${ownerWords[known.kind]}`,
      span: keySpan,
      related: known.at === undefined ? [] : [{ message: 'it is this', at: known.at }],
    });
    return false;
  }
  names.define(key, { kind: 'value', at: keySpan.at });
  return true;
}

function compileSource(node: Node, context: ExpressionContext): ValueSource {
  const keys = entriesOf(node).map(({ key }) => key);
  if (keys.includes('fake') && keys.every((key) => key === 'fake' || key === 'with')) return compileFake(node, context);
  const pattern = field(node, 'pattern');
  if (pattern !== undefined && keys.length === 1 && textOf(pattern) !== undefined) {
    checkPattern({ kind: 'literal', value: textOf(pattern) ?? '' }, pattern, context.problems);
    return { kind: 'pattern', pattern: textOf(pattern) ?? '' };
  }
  const literal = field(node, '$literal');
  return {
    kind: 'expression',
    expression: compileExpression(literal !== undefined && keys.length === 1 ? literal : node, context),
  };
}

function compileFake(node: Node, context: ExpressionContext): ValueSource {
  const methodNode = field(node, 'fake') ?? node;
  const method = textOf(methodNode) ?? '';
  if (!isFakeMethod(method)) {
    context.problems.error({
      code: 'unknown-fake',
      message: `there is no generator ${quote(method)}`,
      span: methodNode.span,
      hint: fakeMethodHint(method),
    });
  }
  const options = field(node, 'with');
  return { kind: 'fake', method, ...(options === undefined ? {} : { options: compileExpression(options, context) }) };
}

function inOrder(
  values: ReadonlyMap<string, NamedValue>,
  entries: readonly Entry[],
  context: ExpressionContext,
): NamedValue[] {
  const ordered = new Map<string, NamedValue>();
  const visit = (name: string, path: readonly string[]): void => {
    const value = values.get(name);
    if (value === undefined || ordered.has(name)) return;
    if (path.includes(name)) {
      const cycle = [...path.slice(path.indexOf(name)), name];
      context.problems.error({
        code: 'circular-value',
        message: `a value refers to itself: ${cycle.map(quote).join(' → ')}`,
        span: entries.find(({ key }) => key === name)?.keySpan ?? { at: { file: '', line: 1, column: 1 } },
      });
      return;
    }
    for (const needed of namesIn(value.from)) visit(needed, [...path, name]);
    ordered.set(name, value);
  };
  for (const name of values.keys()) visit(name, []);
  return [...ordered.values()];
}

/** The first names that a value refers to. */
export function namesIn(source: ValueSource): Set<string> {
  if (source.kind === 'pattern') return new Set();
  const expression = source.kind === 'fake' ? source.options : source.expression;
  return expression === undefined ? new Set() : new Set(referencedNames(expression));
}

function referencedNames(expression: Expression): string[] {
  switch (expression.kind) {
    case 'literal':
      return [];
    case 'reference':
      return expression.path.slice(0, 1);
    case 'text':
      return expression.parts.flatMap((part) => (typeof part === 'string' ? [] : part.path.slice(0, 1)));
    case 'list':
      return expression.items.flatMap(referencedNames);
    case 'map':
      return Object.values(expression.entries).flatMap(referencedNames);
  }
}
