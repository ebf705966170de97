import type { Expression } from '../expression.ts';
import { entriesOf, type Node } from '../yaml/node.ts';
import type { ExpressionContext } from './expression.ts';
import { compileWithSecrets } from './secrets.ts';

/** Compiles environment variables; their values may refer to services, the run and secrets. */
export function compileEnv(node: Node | undefined, context: ExpressionContext): Record<string, Expression> {
  const env = Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, compileWithSecrets(value, context)]));
  context.names.reportUnresolved();
  return env;
}
