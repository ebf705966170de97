import type { ContractPlan, CriterionPlan } from '../contracts/language/index.ts';
import {
  VERIFICATION_SCHEMA_ID,
  type Cause,
  type CheckReport,
  type ContractReport,
  type VerificationReport,
} from '../reports/index.ts';
import { notRunReport, type PlannedLayer } from './checks/index.ts';
import { decideVerdict, type JudgedCriterion } from './judge/index.ts';
import { judgeDependents, notRunOutcome, type CriterionOutcome } from './run/index.ts';
import type { LayersOutcome } from './run-layers.ts';
import type { SelectedOutcome } from './run-selected.ts';
import { isSelected, type Run } from './run.ts';
import type { Serving } from './start-serving.ts';
import { standardContracts } from './contract-set/index.ts';
import type { VerifyRequest } from './verify-types.ts';

/** What is known of a run when it is over; whatever did not happen is missing, and counts as not run. */
export interface RunFacts {
  readonly run: Run;
  readonly serving: Serving;
  readonly layers: LayersOutcome;
  readonly criteria: SelectedOutcome;
  readonly finishedAt: Date;
}

/** Draws the verdict and puts the report together. Every layer of system.yaml and every criterion of the contracts is in it, whether it was run or not. */
export function composeReport(facts: RunFacts): VerificationReport {
  const { run, criteria } = facts;
  const { plan, request } = run;
  const checks = [...pinnedChecks(facts), ...criteria.checks];
  const contracts = plan.contracts.map((contract) => ({
    contract,
    outcomes: judgeDependents(
      contract.criteria.map((criterion) => ({ criterion, outcome: outcomeOf(facts, contract, criterion) })),
    ),
  }));
  const decided = decideVerdict({
    integrity: [],
    checks,
    criteria: contracts.flatMap(({ contract, outcomes }) =>
      outcomes.map((outcome) => judgedCriterion(contract, outcome, request)),
    ),
    scope: request.selection.length === 0 ? { kind: 'whole' } : { kind: 'partial', selection: request.selection },
    allowPartial: request.allowPartial,
  });
  return {
    schema: VERIFICATION_SCHEMA_ID,
    ...decided,
    subject: run.subject.report,
    system: { name: plan.system.name, file: plan.system.file, digest: plan.system.digest },
    run: describeRun(facts),
    checks,
    contracts: contracts.map(({ contract, outcomes }) => contractReport(contract, outcomes)),
  };
}

function outcomeOf(
  { run, layers, serving, criteria }: RunFacts,
  contract: ContractPlan,
  criterion: CriterionPlan,
): CriterionOutcome {
  const outcome = criteria.outcomes.get(criterion);
  if (outcome !== undefined) return outcome;
  if (!isSelected(run.request, contract.name)) return notRunOutcome(criterion, 'not-run', 'it was not selected');
  return notRunOutcome(criterion, ...whyNotReached([...serving.checks, ...layers.checks, ...criteria.checks]));
}

/** All layers below acceptance: what was run, and what system.yaml plans beside it. */
function pinnedChecks({ run, layers }: RunFacts): readonly CheckReport[] {
  const { install, build, checks } = run.plan.system;
  const planned: readonly PlannedLayer[] = [
    ...(install === undefined
      ? []
      : [{ name: 'install', layer: 'install', text: install.text, required: true } as const]),
    ...(build === undefined ? [] : [{ name: 'build', layer: 'build', text: build.text, required: true } as const]),
    ...checks.map(({ name, text, required }) => ({ name, layer: 'check', text, required }) as const),
  ];
  const missing = planned.filter(
    ({ name, layer }) => !layers.checks.some((check) => check.name === name && check.layer === layer),
  );
  return [...layers.checks, ...missing.map((layer) => notRunReport(layer, ...whyNotReached(layers.checks)))];
}

/** What kept the run from coming as far as something that it had planned. */
function whyNotReached(before: readonly CheckReport[]): [Cause, string] {
  const obstacle = before.find(({ judgement }) => judgement.kind !== 'satisfied');
  if (obstacle === undefined) return ['not-run', 'the run ended before its turn'];
  const { judgement, name } = obstacle;
  return [judgement.kind === 'unverified' ? judgement.cause : 'not-run', `“${name}” failed before its turn`];
}

function describeRun({ run, serving, layers, criteria, finishedAt }: RunFacts): VerificationReport['run'] {
  const { id, seed, startedAt, workers, world } = run;
  return {
    id,
    seed,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    workers,
    ...askedOf(run),
    remarks: [...run.subject.remarks, ...criteria.remarks],
    services: layers.environment?.reports ?? serving.services?.reports ?? [],
    versions: {
      ...world.versions,
      ...(serving.browsers === undefined ? {} : { browser: `Chromium ${serving.browsers.version}` }),
    },
  };
}

function judgedCriterion(
  contract: ContractPlan,
  { judgement, report }: CriterionOutcome,
  request: VerifyRequest,
): JudgedCriterion {
  const { id, title, required, position } = report;
  return {
    contract: contract.name,
    id,
    title,
    required,
    position,
    selected: isSelected(request, contract.name),
    judgement,
  };
}

function contractReport(contract: ContractPlan, outcomes: readonly CriterionOutcome[]): ContractReport {
  const { name, title, version, file, digest, parts, outOfScope } = contract;
  return {
    name,
    title,
    version,
    file,
    digest,
    ...(parts.length === 0 ? {} : { parts }),
    outOfScope,
    approval: 'unprotected',
    criteria: outcomes.map(({ report }) => report),
  };
}

/** What the command that repeats the run must say. */
function askedOf({ request }: Run): Pick<VerificationReport['run'], 'asked'> {
  const { contracts, services } = request;
  const asked = {
    ...(contracts === standardContracts ? {} : { contracts }),
    ...(services === 'auto' ? {} : { services }),
  };
  return Object.keys(asked).length === 0 ? {} : { asked };
}
