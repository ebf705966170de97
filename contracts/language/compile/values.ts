import type { Expression } from '../expression.ts';
import { fakeMethodHint, isFakeMethod } from '../generate/methods.ts';
import type { NamedValue, ValueSource } from '../plan.ts';
import type { Position } from '../position.ts';
import { quote } from '../wording.ts';
import type { Problem } from '../yaml/problems.ts';
import { entriesOf, field, textOf, type Entry, type Node } from '../yaml/node.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import { variablePattern, type NameKind } from './names.ts';
import { checkPattern } from './pattern.ts';
import { secretOf } from './secrets.ts';

/** Values that stand in the place of others of their name. */
export interface Override {
  readonly entry: Entry;
  /** Where the name is said to be made; of all rows of one file the first row's. */
  readonly at: Position;
}

/**
 * Compiles a `let`: its names become known, and its values are put into an order in which each refers to earlier ones only.
 * What an override names is left out.
 */
export function compileLet(
  node: Node | undefined,
  context: ExpressionContext,
  overrides: readonly Override[] = [],
): NamedValue[] {
  const hidden = new Set(overrides.map(({ entry: { key } }) => key));
  const entries = entriesOf(node).filter(({ key }) => !hidden.has(key));
  const free = entries.filter((entry) => defineValue(entry, context));
  return compileEntries(free, context);
}

/** Compiles values that win over those of a `let`. */
export function compileOverrides(overrides: readonly Override[], context: ExpressionContext): NamedValue[] {
  const free = overrides.filter((override) => defineOverride(override, context));
  return compileEntries(
    free.map(({ entry }) => entry),
    context,
  );
}

function compileEntries(entries: readonly Entry[], context: ExpressionContext): NamedValue[] {
  const values = inOrder(sourcesOf(entries, context), entries, context);
  const written = new Map(entries.map((entry) => [entry.key, entry]));
  for (const { name, from } of values) refuseActors(written.get(name), from, context);
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
  const free = entriesOf(node).filter((entry) => defineValue(entry, context));
  return inOrder(sourcesOf(free, context), free, context);
}

function sourcesOf(entries: readonly Entry[], context: ExpressionContext): Map<string, NamedValue> {
  return new Map(entries.map(({ key, value }) => [key, { name: key, from: compileSource(value, context) }]));
}

const ownerWords: Readonly<Record<NameKind, string>> = {
  value: 'a value',
  save: 'a saved value',
  actor: 'an actor',
  service: 'a service',
  run: 'the run',
  secret: 'secrets',
};

function defineOverride({ entry, at }: Override, context: ExpressionContext): boolean {
  const { names } = context;
  const known = names.find(entry.key);
  if (known !== undefined && known.kind !== 'value') return defineValue(entry, context);
  if (!hasGoodName(entry, context)) return false;
  names.define(entry.key, { kind: 'value', at });
  return true;
}

function hasGoodName({ key, keySpan }: Entry, { problems }: ExpressionContext): boolean {
  if (/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key)) return true;
  problems.error({
    code: 'bad-name',
    message: `${quote(key)} can't be the name of a value`,
    span: keySpan,
    hint: 'letters, digits, _ and -',
  });
  return false;
}

function defineValue(written: Entry, context: ExpressionContext): boolean {
  const { key, keySpan } = written;
  const { names, problems } = context;
  const known = names.find(key);
  if (!hasGoodName(written, context)) return false;
  if (known !== undefined) {
    const shadows = known.kind === 'value';
    problems.error({
      code: shadows ? 'shadowed-name' : 'name-taken',
      message: shadows
        ? `${quote(key)} hides a value of the contract`
        : `the name ${quote(key)} is taken by ${ownerWords[known.kind]}`,
      span: keySpan,
      related: known.at === undefined ? [] : [{ message: 'it is this', at: known.at }],
      hint: 'give it another name',
    });
    return false;
  }
  names.define(key, { kind: 'value', at: keySpan.at });
  return true;
}

function compileSource(node: Node, context: ExpressionContext): ValueSource {
  const keys = entriesOf(node).map(({ key }) => key);
  if (keys.includes('fake') && keys.every((key) => key === 'fake' || key === 'with')) return compileFake(node, context);
  const secret = secretOf(node);
  if (secret !== undefined) return compileSecret(secret, context);
  if (keys.length !== 1) return { kind: 'expression', expression: compileExpression(node, context) };
  const pattern = field(node, 'pattern');
  const text = textOf(pattern);
  if (pattern !== undefined && text !== undefined) {
    checkPattern({ kind: 'literal', value: text }, pattern, context.problems);
    return { kind: 'pattern', pattern: text };
  }
  return { kind: 'expression', expression: compileExpression(field(node, '$literal') ?? node, context) };
}

function compileSecret(
  { name, node }: { readonly name: string; readonly node: Node },
  { names, problems }: ExpressionContext,
): ValueSource {
  if (variablePattern.test(name)) names.noteSecret(name, node.span.at);
  else {
    problems.error({
      code: 'bad-name',
      message: `${quote(name)} can't be the name of an environment variable`,
      span: node.span,
    });
  }
  return { kind: 'secret', secret: name };
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

/** Puts values of several sources into an order in which each refers to earlier ones only. */
export function mergeValues(
  groups: readonly (readonly NamedValue[])[],
  written: readonly Entry[],
  context: ExpressionContext,
): NamedValue[] {
  return inOrder(new Map(groups.flat().map((value) => [value.name, value])), written, context);
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
        span: placeOfCycle(cycle, entries, context),
        hint: 'one of them needs a value of its own',
      });
      return;
    }
    for (const needed of namesIn(value.from)) visit(needed, [...path, name]);
    ordered.set(name, value);
  };
  for (const name of values.keys()) visit(name, []);
  return [...ordered.values()];
}

/** Where one of these names is written: a row's may close a circle among those of the contract. */
function placeOfCycle(
  names: readonly string[],
  entries: readonly Entry[],
  context: ExpressionContext,
): Problem['span'] {
  const written = entries.find(({ key }) => names.includes(key));
  if (written !== undefined) return written.keySpan;
  const at = names.map((name) => context.names.find(name)?.at).find((place) => place !== undefined);
  // Every value has a place; where one row is read, there is at least this one.
  return { at: at ?? entries[0]?.keySpan.at ?? { file: '', line: 1, column: 1 } };
}

/** The first names that a value refers to. */
export function namesIn(source: ValueSource): Set<string> {
  if (source.kind === 'pattern' || source.kind === 'secret') return new Set();
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
