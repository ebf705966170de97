import type { PlanStep } from '../plan.ts';
import type { AlwaysProbe } from '../probe.ts';
import type { alwaysRules } from '../schema/contract.ts';
import { itemsOf, textOf, type Node } from '../yaml/node.ts';
import { equal, having } from './built.ts';

const verbs: Readonly<Record<(typeof alwaysRules)[number], AlwaysProbe['verb']>> = {
  'no server errors': 'always.noServerErrors',
  'no script errors': 'always.noScriptErrors',
};

/** Compiles what holds in every criterion; what system and contract both say is judged once. */
export function compileAlways(lists: readonly (Node | undefined)[]): PlanStep[] {
  const written = new Map<string, Node>();
  for (const item of lists.flatMap(itemsOf)) {
    const rule = textOf(item);
    if (rule !== undefined && Object.hasOwn(verbs, rule) && !written.has(rule)) written.set(rule, item);
  }
  return [...written].map(([rule, node], index) => ({
    id: `always.${String(index + 1)}`,
    section: 'always',
    words: rule,
    origin: { written: node.span.at, via: [] },
    probe: { verb: verbs[rule as keyof typeof verbs] },
    expectation: having({ count: equal(0) }),
    stated: true,
    kind: 'look',
    absence: true,
    save: [],
    withinMs: 0,
  }));
}
