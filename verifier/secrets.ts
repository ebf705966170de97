import type { Plan } from '../contracts/language/index.ts';
import { reportWords } from './report-words.ts';
import { redactSecrets, redactTexts, shortestSecret, type Redact } from './evidence/index.ts';
import type { VerifyResult, VerifyWorld } from './verify-types.ts';

/** The secrets of a run: those that its plan names and that are set, and how they are kept out of everything that is written or said. */
export interface RunSecrets {
  readonly values: Readonly<Record<string, string>>;
  readonly redact: Redact;
}

/** Reads what the plan names, and nothing else. A secret that is too short to be kept out of texts is refused. */
export function readSecrets(
  plan: Plan,
  lookup: VerifyWorld['secretOf'],
): RunSecrets | Extract<VerifyResult, { readonly kind: 'refused' }> {
  const values: Record<string, string> = {};
  for (const { name } of plan.secrets) {
    const value = lookup(name);
    if (value === undefined || value === '') continue;
    if (value.length < shortestSecret) {
      return {
        kind: 'refused',
        why: `the secret ${name} is shorter than ${String(shortestSecret)} characters, so it can’t be kept out of the report`,
        remedy: 'set a longer one, or write the value into the contract if it is no secret',
      };
    }
    const word = [...reportWords].find((one) => one.includes(value));
    if (word !== undefined) {
      return {
        kind: 'refused',
        why: `the secret ${name} stands in “${word}”, a word that every report is written with, so it can’t be kept out of the report`,
        remedy: 'set one that is no common word, or write the value into the contract if it is no secret',
      };
    }
    values[name] = value;
  }
  return { values, redact: redactSecrets(values) };
}

/** The same world, which is told of nothing that holds a secret. */
export function withoutSecrets(world: VerifyWorld, { redact }: RunSecrets): VerifyWorld {
  return {
    ...world,
    emit: (event) => {
      world.emit(redactTexts(event, redact) as typeof event);
    },
  };
}
