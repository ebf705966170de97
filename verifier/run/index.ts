export { runCriteria, type CriteriaOutcome, type CriteriaWorld, type PlannedCriterion } from './run-criteria.ts';
export { notRunOutcome, type CriterionOutcome } from './criterion-outcome.ts';
export { needsBrowser } from './browser-need.ts';
export { BrowserSupply } from './browser-supply.ts';
export { judgeDependents, type RunCriterion } from './dependents.ts';
