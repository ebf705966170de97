import type { SystemPlan } from '../contracts/language/index.ts';
import { evaluateEnv, type DatabaseAddress } from './environment/index.ts';

/** What a command of system.yaml may refer to. */
export interface CommandNames {
  /** The databases that it needs, by service. */
  readonly databases: ReadonlyMap<string, DatabaseAddress>;
  readonly run: Readonly<Record<string, string>>;
  /** Those that are set, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * The variables of `env` in system.yaml as one command sees them. A variable that speaks of a service which the command does
 * not need is left out: a build has no database.
 */
export function commandEnv(system: SystemPlan, names: CommandNames): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, expression] of Object.entries(system.env)) {
    const evaluated = evaluateEnv({ [name]: expression }, { ...names, apps: new Map() });
    if (evaluated.ok) Object.assign(env, evaluated.value);
  }
  return env;
}
