import type { Cause, ContractReport, StepReport, VerificationReport } from '../../schema/verification.ts';
import { isFault } from './faults.ts';
import { missingSecretsOf, settingText } from './secrets.ts';
import { kindsTogether } from './together-text.ts';
import { capitalized, causeText, countOf } from './words.ts';

const isOf =
  (...beginnings: readonly string[]) =>
  ({ verb }: StepReport): boolean =>
    !isFault({ verb }) && beginnings.some((beginning) => verb.startsWith(beginning));

/** What was done with the application, by the steps that did it. */
const USES: readonly (readonly [string, (step: StepReport) => boolean])[] = [
  ['used in a browser', isOf('browser.')],
  ['asked over its API', (step) => isOf('api.')(step) || kindsTogether(step).includes('request')],
  ['looked at in its database', isOf('db.')],
  ['restarted', isOf('system.restart')],
  ['put through failures made on purpose', isFault],
];

function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}

function observedSteps({ contracts }: VerificationReport): StepReport[] {
  const steps = contracts.flatMap(({ criteria }) => criteria.flatMap((criterion) => criterion.steps));
  return steps.filter(({ judgement }) => judgement.kind !== 'unverified');
}

/** `The application was built, started, used in a browser and asked over its API`, as far as it was. */
function whatWasDone(report: VerificationReport): string | undefined {
  const steps = observedSteps(report);
  const uses = USES.flatMap(([words, isUse]) => (steps.some(isUse) ? [words] : []));
  if (uses.length === 0) return undefined;
  const built = report.checks.some(({ layer, judgement }) => layer === 'build' && judgement.kind === 'satisfied');
  return `The application was ${listText([...(built ? ['built'] : []), 'started', ...uses])}`;
}

function failed(report: VerificationReport): string {
  const { violated, satisfied } = report.counts;
  const names = report.checks.filter(({ judgement }) => judgement.kind === 'violated').map(({ name }) => `“${name}”`);
  const done = whatWasDone(report);
  if (violated > 0) return `${done ?? 'The application was looked at'}, and did not do what its contracts demand.`;
  if (names.length === 0) return 'The reasons are below.';
  const checks = `${listText(names)} failed`;
  if (done === undefined) return `${checks}. No criterion was judged: the application was not used.`;
  const rest =
    satisfied === report.counts.criteria ? 'did all that its contracts demand' : 'broke no criterion that was judged';
  return `${checks}. ${done}, and ${rest}.`;
}

function passed(report: VerificationReport): string {
  if (report.scope.kind === 'partial')
    return 'Only a selection of the contracts was verified, and the selection holds. This says nothing about the rest.';
  return `${whatWasDone(report) ?? 'The application was looked at'}, and did what its contracts demand.`;
}

/** Causes of everything that has no judgement, criteria and layers alike. */
function causesOf(report: VerificationReport): Cause[] {
  const criteria = report.contracts.flatMap((contract) => contract.criteria);
  const ofChecks = report.checks.map(({ judgement }) =>
    judgement.kind === 'unverified' ? judgement.cause : undefined,
  );
  const all = [
    ...ofChecks,
    ...criteria.map(({ judgement, cause }) => (judgement === 'unverified' ? cause : undefined)),
  ];
  const causes = new Set(all.filter((cause) => cause !== undefined));
  // What was not run for the sake of something else is no cause of its own.
  if (causes.size > 1) causes.delete('not-run');
  return [...causes];
}

function blocked(report: VerificationReport): string {
  const causes = causesOf(report);
  const why = causes.length === 0 ? '' : ` Why: ${causes.map(causeText).join('; ')}.`;
  const isOurs = causes.length > 0 && causes.every((cause) => cause === 'environment' || cause === 'secret');
  const isSecret = causes.length === 1 && causes[0] === 'secret';
  const secrets = missingSecretsOf(report);
  const set = secrets.length > 0 || isSecret ? ` ${capitalized(settingText(secrets))}.` : '';
  const next = isOurs && !isSecret ? ' Restore what is missing and verify again.' : '';
  return `What could not be verified is neither good nor bad.${why}${set}${next}`;
}

/** What the verdict means in this case, in sentences that follow from the report. */
export function meaningOf(report: VerificationReport): string {
  switch (report.verdict) {
    case 'PASS':
      return passed(report);
    case 'FAIL':
      return failed(report);
    case 'BLOCKED':
      return blocked(report);
    case 'REVIEW_REQUIRED':
      return 'There is a question that no machine may answer; it is told below.';
  }
}

const APPROVALS: Readonly<Record<ContractReport['approval'], string>> = {
  approved: 'is the one that was approved',
  unsigned: 'is not signed: who agreed to it is not known',
  unprotected:
    'is not protected: it comes with what is verified, so whoever changed the application could have changed it too, and nobody’s agreement to it was checked',
};

const MANY: Readonly<Record<ContractReport['approval'], string>> = {
  approved: 'are the ones that were approved',
  unsigned: 'are not signed: who agreed to them is not known',
  unprotected:
    'are not protected: they come with what is verified, so whoever changed the application could have changed them too, and nobody’s agreement to them was checked',
};

/** Who stands behind the contracts, in a sentence for each kind of approval. */
export function approvalText(contracts: readonly ContractReport[]): string {
  const kinds = [...new Set(contracts.map(({ approval }) => approval))];
  const sentences = kinds.map((kind) => {
    const count = contracts.filter(({ approval }) => approval === kind).length;
    const all = count === contracts.length;
    if (count === 1) return `${all ? 'The contract' : '1 contract'} ${APPROVALS[kind]}.`;
    return `${all ? 'The contracts' : countOf(count, 'contract', 'contracts')} ${MANY[kind]}.`;
  });
  return sentences.join(' ');
}
