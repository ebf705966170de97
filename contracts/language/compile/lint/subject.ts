import type { CriterionPlan, PlanStep } from '../../plan.ts';
import { entry, field, type Node, type Span } from '../../yaml/node.ts';
import type { Problem, Problems } from '../../yaml/problems.ts';
import type { SystemNames } from '../context.ts';

/** A criterion that compiled, for lint. */
export interface Subject {
  readonly plan: CriterionPlan;
  /** As it is written. */
  readonly node: Node;
  readonly system: SystemNames;
}

/** One rule: says what no schema can say of a criterion. */
export type Rule = (subject: Subject, problems: Problems) => void;

/** All steps of a criterion in order. */
export function stepsOf({ given, when, then }: Pick<CriterionPlan, 'given' | 'when' | 'then'>): readonly PlanStep[] {
  return [...given, ...when, ...then];
}

/** Where the value of a key is written; the criterion's id when it is not there. */
export function spanOf({ node }: Subject, key: string): Span {
  return field(node, key)?.span ?? field(node, 'id')?.span ?? node.span;
}

/** Where a key is written; the criterion's id when it is not there. */
export function keySpanOf(subject: Subject, key: string): Span {
  return entry(subject.node, key)?.keySpan ?? spanOf(subject, 'id');
}

/** The place of a step, with the uses of named steps that led there. */
export function placeOf({ origin, probe }: Pick<PlanStep, 'origin' | 'probe'>): Pick<Problem, 'span' | 'related'> {
  const { written } = origin;
  const verb = probe.verb === 'browser.seeAny' ? 'browser.see' : probe.verb;
  return {
    span: { at: written, endColumn: written.column + verb.length },
    related: origin.via.map(({ name, at }) => ({ message: `used here by “${name}”`, at })),
  };
}
