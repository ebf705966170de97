import { quote } from '../wording.ts';
import type { Node } from '../yaml/node.ts';
import type { StepContext } from './context.ts';
import { readTemplate } from './template.ts';

/** Says when a text that must be known when the contract is compiled holds references. Whether it has none. */
export function refuseReferences(name: string, node: Node, { problems }: StepContext): boolean {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return true;
  const template = readTemplate(node, problems);
  const reference = template?.find((part) => typeof part !== 'string');
  if (reference === undefined || typeof reference === 'string') return template !== undefined;
  problems.error({
    code: 'reference-not-here',
    message: `${quote(name)} takes no references`,
    span: reference.span,
    hint: 'write it out; a named step can get it as a parameter',
  });
  return false;
}
