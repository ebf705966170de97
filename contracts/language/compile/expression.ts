import type { Expression, Reference } from '../expression.ts';
import type { Value } from '../value.ts';
import type { Node, ScalarNode } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Names } from './names.ts';
import { readTemplate } from './template.ts';

/** What compiling a value needs. */
export interface ExpressionContext {
  readonly names: Names;
  readonly problems: Problems;
}

/** Compiles data: references are resolved, everything else stands for itself, also keys that begin with `$`. */
export function compileExpression(node: Node, context: ExpressionContext): Expression {
  switch (node.kind) {
    case 'scalar':
      return compileScalar(node, context);
    case 'list': {
      const items = node.items.map((item) => compileExpression(item, context));
      const values = items.map(literalOf);
      return values.every(isPresent) ? { kind: 'literal', value: values } : { kind: 'list', items };
    }
    case 'map': {
      const entries = node.entries.map(({ key, value }): [string, Expression] => [
        key,
        compileExpression(value, context),
      ]);
      const values = entries.map(([, expression]) => literalOf(expression));
      if (!values.every(isPresent)) return { kind: 'map', entries: Object.fromEntries(entries) };
      return {
        kind: 'literal',
        value: Object.fromEntries(entries.map(([key], index) => [key, values[index] ?? null])),
      };
    }
  }
}

/** The value of an expression without references. */
export function literalOf(expression: Expression): Value | undefined {
  return expression.kind === 'literal' ? expression.value : undefined;
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

function compileScalar(node: ScalarNode, context: ExpressionContext): Expression {
  if (typeof node.value !== 'string') return { kind: 'literal', value: node.value };
  const template = readTemplate(node, context.problems);
  if (template === undefined) return { kind: 'literal', value: node.value };
  const parts = template.map((part): string | Reference => {
    if (typeof part === 'string') return part;
    context.names.use(part, context.problems);
    return { kind: 'reference', path: part.path, at: part.span.at };
  });
  const [first = '', ...rest] = parts;
  if (rest.length > 0) return { kind: 'text', parts };
  return typeof first === 'string' ? { kind: 'literal', value: first } : first;
}
