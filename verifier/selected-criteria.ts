import type { PlannedCriterion } from './run/index.ts';
import { isSelected, type Run } from './run.ts';

/** The criteria that are to be run, in the order of their contracts. */
export function selectedCriteria({ plan, request }: Pick<Run, 'plan' | 'request'>): readonly PlannedCriterion[] {
  return plan.contracts
    .filter(({ name }) => isSelected(request, name))
    .flatMap((contract) => contract.criteria.map((criterion) => ({ contract, criterion })));
}
