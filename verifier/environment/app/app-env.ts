import { evaluate, stringifyJson, type Expression, type Scope, type Value } from '../../../contracts/language/index.ts';
import type { DatabaseAddress, Result } from '../environment.ts';
import { done } from '../outcome.ts';

/** What references in an environment may mean: `db.url` and its siblings, `app.port`, and the run's own values. */
export interface EnvNames {
  readonly databases: ReadonlyMap<string, DatabaseAddress>;
  /** By service: `url`, `host`, `port`. */
  readonly apps: ReadonlyMap<string, { readonly url: string; readonly host: string; readonly port: number }>;
  /** `run.commit` and the like, by the name after the point. */
  readonly run: Readonly<Record<string, string | number>>;
  /** `secret.NAME`: the values of the secrets that are set. */
  readonly secrets?: Readonly<Record<string, string>>;
}

/** In words, from what `evaluateEnv` says is missing: `secret.NAME` is a variable that is not set. */
export function wordsOfMissing(missing: readonly string[]): string {
  return [...new Set(missing)]
    .map((name) => (name.startsWith('secret.') ? `the secret ${name.slice(7)}, which is not set` : name))
    .join(', ');
}

/** Texts as they are, everything else as JSON. */
export function textOf(value: Value): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** Evaluates environment variables; the names that mean nothing, when there are some. */
export function evaluateEnv(
  variables: Readonly<Record<string, Expression>>,
  names: EnvNames,
): Result<Record<string, string>, readonly string[]> {
  const scope = scopeOfNames(names);
  const env: Record<string, string> = {};
  const missing: string[] = [];
  for (const [name, expression] of Object.entries(variables)) {
    const evaluated = evaluate(expression, scope);
    if (evaluated.ok) env[name] = textOf(evaluated.value);
    else missing.push(...evaluated.missing);
  }
  return missing.length === 0 ? done(env) : { ok: false, failure: missing };
}

function scopeOfNames({ databases, apps, run, secrets = {} }: EnvNames): Scope {
  const reserved: Readonly<Record<string, Readonly<Record<string, string | number>>>> = { run, secret: secrets };
  return {
    lookup: ([first = '', second = '', ...rest]) => {
      if (rest.length > 0) return undefined;
      const fields =
        (Object.hasOwn(reserved, first) ? reserved[first] : undefined) ?? databases.get(first) ?? apps.get(first) ?? {};
      return Object.entries(fields).find(([name]) => name === second)?.[1];
    },
  };
}
