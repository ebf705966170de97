import { nameHint, quote } from '../wording.ts';
import { field, textOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

/** Says which criteria come after one that is not there, or after themselves. */
export function checkAfter(nodes: readonly Node[], problems: Problems): void {
  const after = new Map<string, Node>();
  const ids = new Set<string>();
  for (const node of nodes) {
    const id = textOf(field(node, 'id'));
    const before = field(node, 'after');
    if (id === undefined) continue;
    ids.add(id);
    if (before !== undefined && textOf(before) !== undefined) after.set(id, before);
  }
  for (const node of after.values()) {
    const name = textOf(node) ?? '';
    if (ids.has(name)) continue;
    const message = `there is no criterion ${quote(name)} in this contract`;
    problems.error({ code: 'unknown-criterion', message, span: node.span, hint: nameHint(name, ids) });
  }
  reportCycles(after, problems);
}

function reportCycles(after: ReadonlyMap<string, Node>, problems: Problems): void {
  const done = new Set<string>();
  for (const start of after.keys()) {
    const path: string[] = [];
    for (let id: string | undefined = start; id !== undefined && !done.has(id); id = textOf(after.get(id))) {
      const first = path.indexOf(id);
      const node = after.get(id);
      if (first >= 0 && node !== undefined) {
        const cycle = [...path.slice(first), id].map(quote).join(' → ');
        problems.error({
          code: 'circular-after',
          message: `a criterion comes after itself: ${cycle}`,
          span: node.span,
          hint: 'one of them does without “after”',
        });
        break;
      }
      path.push(id);
    }
    for (const id of path) done.add(id);
  }
}
