import type { Problems } from '../../yaml/problems.ts';
import type { SystemNames } from '../context.ts';
import type { CompiledCriterion } from '../criterion.ts';
import { checkPages } from '../pages.ts';
import { budgetsFit, pausesAreShort } from './budgets.ts';
import { claimIsReached } from './claim.ts';
import { dataIsFresh, execComesFirst, rowsAreOrdered } from './data.ts';
import { reportOpposites } from './opposites.ts';
import { racesRepeat } from './races.ts';
import { isReadable } from './readable.ts';
import { refusalHasContrast } from './refusal.ts';
import { hasAction, hasExpectation } from './substance.ts';
import { stepsOf, type Rule, type Subject } from './subject.ts';
import { titleIsClaimed } from './title.ts';
import { expectationsDemand } from './vacuous.ts';

const pagesAreOpen: Rule = ({ plan, system }, problems) => {
  checkPages(stepsOf(plan), system, problems);
  if (plan.contrast !== undefined) checkPages(stepsOf(plan.contrast), system, problems);
};

const rules: readonly Rule[] = [
  // Errors
  pagesAreOpen,
  claimIsReached,
  refusalHasContrast,
  racesRepeat,
  budgetsFit,
  // Warnings
  isReadable,
  titleIsClaimed,
  expectationsDemand,
  dataIsFresh,
  rowsAreOrdered,
  execComesFirst,
  pausesAreShort,
];

/** What no schema can say of a contract. Asked only of criteria whose steps are in order. */
export function lintContract(criteria: readonly CompiledCriterion[], system: SystemNames, problems: Problems): void {
  const subjects = criteria
    .filter(({ usable }) => usable)
    .map(({ plan, node }): Subject => ({ plan, node, system }))
    .filter((subject) => hasAction(subject, problems) && hasExpectation(subject, problems));
  for (const subject of subjects) for (const rule of rules) rule(subject, problems);
  reportOpposites(subjects, problems);
}
