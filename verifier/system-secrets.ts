import type { CheckReport } from '../reports/index.ts';
import type { Run } from './run.ts';

/**
 * The secrets that system.yaml itself asks for and that are not set, as a check that could not be made; undefined when there are none.
 * Without them nothing is installed, built or started as it is written.
 */
export function unsetSecrets({ plan, secrets }: Run): CheckReport | undefined {
  const unset = plan.secrets.filter(({ name, at }) => at.file === plan.system.file && !Object.hasOwn(secrets, name));
  if (unset.length === 0) return undefined;
  const why = unset
    .map(({ name, at }) => `the environment variable ${name} is not set (${at.file}:${String(at.line)} asks for it)`)
    .join('; ');
  return {
    name: 'secrets',
    layer: 'service',
    required: true,
    durationMs: 0,
    cached: false,
    diagnostics: [],
    evidence: [],
    judgement: { kind: 'unverified', cause: 'secret', why, evidence: [] },
  };
}
