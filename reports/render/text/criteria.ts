import type { ContractReport, CriterionReport, JudgementKind, VerificationReport } from '../../schema/verification.ts';

/** A criterion with the contract that it belongs to. */
export interface PlacedCriterion {
  readonly contract: ContractReport;
  readonly criterion: CriterionReport;
}

/** Its title, with a mark where nobody who does the work was told more than that. */
export function titleOf({ title, heldOut }: Pick<CriterionReport, 'title' | 'heldOut'>): string {
  return heldOut === true ? `(held out) ${title}` : title;
}

/** Whether the run was asked for this contract; in a whole run, for all. */
export function isSelected({ scope }: VerificationReport, { name }: ContractReport): boolean {
  return scope.kind === 'whole' || scope.selection.includes(name);
}

/** How many criteria nobody asked for: not those of them that were judged all the same. */
export function countNotSelected(report: VerificationReport): number {
  const others = report.contracts.filter((contract) => !isSelected(report, contract));
  return others.flatMap(({ criteria }) => criteria).filter(({ judgement }) => judgement === 'unverified').length;
}

/** All criteria of a report with this judgement, those that are required first. Those that nobody asked for are not unverified: they were not looked at. */
export function criteriaThatAre(report: VerificationReport, kind: JudgementKind): PlacedCriterion[] {
  const contracts =
    kind === 'unverified' ? report.contracts.filter((one) => isSelected(report, one)) : report.contracts;
  const placed = contracts.flatMap((contract) => contract.criteria.map((criterion) => ({ contract, criterion })));
  return placed
    .filter(({ criterion }) => criterion.judgement === kind)
    .sort((a, b) => Number(b.criterion.required) - Number(a.criterion.required));
}
