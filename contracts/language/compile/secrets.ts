import type { Expression } from '../expression.ts';
import { entriesOf, field, textOf, type Node } from '../yaml/node.ts';
import { compileExpression, type ExpressionContext } from './expression.ts';
import { secretName } from './names.ts';

/** The secret that `{ secret: NAME }` names. */
export function secretOf(node: Node | undefined): { readonly name: string; readonly node: Node } | undefined {
  const named = field(node, secretName);
  const name = textOf(named);
  return named === undefined || name === undefined || entriesOf(node).length !== 1 ? undefined : { name, node: named };
}

/** Compiles a value of system.yaml in which secrets can stand: `{ secret: NAME }`, or text with `{{secret.NAME}}`. */
export function compileWithSecrets(node: Node, context: ExpressionContext): Expression {
  const secret = secretOf(node);
  if (secret === undefined) return compileExpression(node, context);
  const { at } = secret.node.span;
  context.names.noteSecret(secret.name, at);
  return { kind: 'reference', path: [secretName, secret.name], at };
}
