import type { Problems } from '../../yaml/problems.ts';
import type { SystemNames } from '../context.ts';
import type { CompiledCriterion } from '../criterion.ts';
import { checkPages } from '../pages.ts';
import { claimIsReached } from './claim.ts';
import { isReadable } from './readable.ts';
import { hasAction, hasExpectation } from './substance.ts';
import { stepsOf, type Rule, type Subject } from './subject.ts';

const pagesAreOpen: Rule = ({ plan, system }, problems) => {
  checkPages(stepsOf(plan), system, problems);
  if (plan.contrast !== undefined) checkPages(stepsOf(plan.contrast), system, problems);
};

const rules: readonly Rule[] = [pagesAreOpen, claimIsReached, isReadable];

/** What no schema can say of a contract. Asked only of criteria whose steps are in order. */
export function lintContract(criteria: readonly CompiledCriterion[], system: SystemNames, problems: Problems): void {
  for (const { plan, node, usable } of criteria) {
    const subject: Subject = { plan, node, system };
    if (usable && hasAction(subject, problems) && hasExpectation(subject, problems))
      for (const rule of rules) rule(subject, problems);
  }
}
