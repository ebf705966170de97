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
    const refusal = refusalOf(name, value);
    if (refusal !== undefined) return { kind: 'refused', ...refusal };
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

/** What a number looks like in JSON: taken out, it would leave something that is none. */
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/u;

/** Why a secret can't be kept out of what is written; undefined when it can. */
function refusalOf(name: string, value: string): { readonly why: string; readonly remedy: string } | undefined {
  const end = 'so it can’t be kept out of the report';
  const remedy = (other: string): string => `set ${other}, or write the value into the contract if it is no secret`;
  if (value.length < shortestSecret) {
    return {
      why: `the secret ${name} is shorter than ${String(shortestSecret)} characters, ${end}`,
      remedy: remedy('a longer one'),
    };
  }
  if (NUMBER.test(value)) {
    return {
      why: `the secret ${name} is a number, as any count or duration is, ${end}`,
      remedy: remedy('one with a letter in it'),
    };
  }
  const word = [...reportWords].find((one) => one.includes(value));
  if (word === undefined) return undefined;
  const why = `the secret ${name} stands in “${word}”, a word that every report is written with, ${end}`;
  return { why, remedy: remedy('one that is no common word') };
}
