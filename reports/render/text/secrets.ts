import type { CriterionReport, VerificationReport } from '../../schema/verification.ts';

const VARIABLE_NOT_SET = /the environment variable (\w+) is not set/gu;
/** An application whose environment needs it. */
const SECRET_NOT_SET = /the secret (\w+), which is not set/gu;

function namesIn(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, name = '']) => name);
}

/** The environment variables that were not set and that this has to have. */
export function missingSecrets({ cause, why = '' }: Pick<CriterionReport, 'cause' | 'why'>): string[] {
  // Of other causes the sentence may be the application's own.
  const variables = cause === 'secret' ? namesIn(why, VARIABLE_NOT_SET) : [];
  return [...new Set([...variables, ...namesIn(why, SECRET_NOT_SET)])];
}

/** The same of a whole report: criteria, and the layers below them. */
export function missingSecretsOf({ contracts, checks }: VerificationReport): string[] {
  const unverified = [
    ...contracts.flatMap(({ criteria }) => criteria),
    ...checks.flatMap(({ judgement }) => (judgement.kind === 'unverified' ? [judgement] : [])),
  ];
  return [...new Set(unverified.flatMap(missingSecrets))];
}

/** `set API_TOKEN and verify again` */
export function settingText(names: readonly string[]): string {
  return names.length === 0 ? 'set what is missing and verify again' : `set ${names.join(', ')} and verify again`;
}
