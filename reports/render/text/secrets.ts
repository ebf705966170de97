import type { CriterionReport, VerificationReport } from '../../schema/verification.ts';

const NOT_SET = /the (?:environment variable|secret) (\w+)(?: is|, which is) not set/gu;

function namesIn(text: string): string[] {
  return Array.from(text.matchAll(NOT_SET), ([, name = '']) => name);
}

/** The environment variables that were not set and that this has to have. */
export function missingSecrets({ cause, why }: Pick<CriterionReport, 'cause' | 'why'>): string[] {
  return cause === 'secret' ? [...new Set(namesIn(why ?? ''))] : [];
}

/** The same of a whole report: criteria, and the layers below them. */
export function missingSecretsOf({ contracts, checks }: VerificationReport): string[] {
  const unverified = [
    ...contracts.flatMap(({ criteria }) => criteria),
    ...checks.flatMap(({ judgement }) => (judgement.kind === 'unverified' ? [judgement] : [])),
  ];
  return [...new Set(unverified.flatMap(missingSecrets))];
}

/** `Set API_TOKEN and verify again` */
export function settingText(names: readonly string[]): string {
  return names.length === 0 ? 'Set what is missing and verify again' : `Set ${names.join(', ')} and verify again`;
}
