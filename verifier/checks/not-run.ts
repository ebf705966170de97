import type { Cause, CheckReport } from '../../reports/index.ts';

/** A layer that system.yaml plans, as far as its report is concerned. */
export interface PlannedLayer {
  readonly name: string;
  readonly layer: 'install' | 'build' | 'check';
  /** The command, as it was written. */
  readonly text: string;
  readonly required: boolean;
}

/** The report of a layer that was not run: it is counted, and it is not green. */
export function notRunReport({ name, layer, text, required }: PlannedLayer, cause: Cause, why: string): CheckReport {
  return {
    name,
    layer,
    command: text,
    required,
    judgement: { kind: 'unverified', cause, why, evidence: [] },
    durationMs: 0,
    cached: false,
    diagnostics: [],
    evidence: [],
  };
}
