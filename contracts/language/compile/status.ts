import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import type { Node } from '../yaml/node.ts';
import type { ExpressionContext } from './expression.ts';
import { compileMatcher } from './matcher.ts';

/** Compiles what is expected of a status: 201, 2xx, or a matcher of those. */
export function compileStatus(node: Node, context: ExpressionContext): Matcher<Expression> {
  return compileMatcher(node, { ...context, leaf: (expression, written) => statusLeaf(expression, written, context) });
}

function statusLeaf(expression: Expression, node: Node, context: ExpressionContext): Matcher<Expression> {
  if (expression.kind === 'reference') return { is: 'equal', value: expression };
  const status = expression.kind === 'literal' ? expression.value : undefined;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 100 && status <= 599) {
    return { is: 'equal', value: { kind: 'literal', value: status } };
  }
  if (typeof status === 'string' && /^[1-5]xx$/u.test(status)) return statusClass(Number(status[0]));
  context.problems.error({
    code: 'bad-status',
    message: 'a status is a number such as 201, or a class such as 2xx',
    span: node.span,
  });
  return { is: 'anything' };
}

/** Any status of the class: 2 is 200 to 299. */
export function statusClass(hundreds: number): Matcher<Expression> {
  return {
    is: 'all',
    matchers: [
      { is: 'gte', bound: { kind: 'literal', value: hundreds * 100 } },
      { is: 'lte', bound: { kind: 'literal', value: hundreds * 100 + 99 } },
    ],
  };
}
