import type { ContractReport, CriterionReport, JudgementKind, VerificationReport } from '../../schema/verification.ts';

/** A criterion with the contract that it belongs to. */
export interface PlacedCriterion {
  readonly contract: ContractReport;
  readonly criterion: CriterionReport;
}

/** All criteria of a report with this judgement, those that are required first. */
export function criteriaThatAre(report: VerificationReport, kind: JudgementKind): PlacedCriterion[] {
  const placed = report.contracts.flatMap((contract) =>
    contract.criteria.map((criterion) => ({ contract, criterion })),
  );
  return placed
    .filter(({ criterion }) => criterion.judgement === kind)
    .sort((a, b) => Number(b.criterion.required) - Number(a.criterion.required));
}
