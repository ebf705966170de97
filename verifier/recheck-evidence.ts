import type { CheckReport, CriterionReport, EvidenceRef, Judgement } from '../reports/index.ts';
import { findSpoiled, type EvidenceSink } from './evidence/index.ts';
import type { CriterionOutcome } from './run/index.ts';
import type { LayersOutcome } from './run-layers.ts';
import type { SelectedOutcome } from './run-selected.ts';

/** What a verdict is drawn from. */
export interface Judged {
  readonly layers: LayersOutcome;
  readonly criteria: SelectedOutcome;
}

type Spoiled = ReadonlyMap<string, string>;

/**
 * Looks at all evidence again before the verdict is drawn. Nothing that leans on a piece which is gone or changed is satisfied any
 * more, and a check beside it says which pieces those are: such a run can't pass.
 */
export async function recheckEvidence(
  judged: Judged,
  place: { readonly folderPath: string; readonly sink: EvidenceSink },
): Promise<Judged> {
  const { layers, criteria } = judged;
  const spoiled = await findSpoiled(place.folderPath, allRefs(judged));
  if (spoiled.size === 0) return judged;
  const outcomes = new Map([...criteria.outcomes].map(([key, outcome]) => [key, distrustCriterion(outcome, spoiled)]));
  const checks = [...criteria.checks.map((check) => distrustCheck(check, spoiled)), await spoiledCheck(spoiled, place)];
  return {
    layers: { ...layers, checks: layers.checks.map((check) => distrustCheck(check, spoiled)) },
    criteria: { ...criteria, outcomes, checks },
  };
}

function allRefs({ layers, criteria }: Judged): EvidenceRef[] {
  return [
    ...[...layers.checks, ...criteria.checks].flatMap(refsOfCheck),
    ...[...criteria.outcomes.values()].flatMap(refsOfCriterion),
  ];
}

function refsOfCheck({ evidence, judgement }: CheckReport): readonly EvidenceRef[] {
  return [...evidence, ...judgement.evidence];
}

function refsOfCriterion({ report, judgement }: CriterionOutcome): readonly EvidenceRef[] {
  return [
    ...report.evidence,
    ...report.steps.flatMap((step) => step.judgement.evidence),
    ...('evidence' in judgement ? judgement.evidence : []),
  ];
}

/** What was satisfied is so no longer; a violation stays one. */
function distrust(judgement: Judgement, refs: readonly EvidenceRef[], spoiled: Spoiled): Judgement {
  const why = whyOf(refs, spoiled);
  if (why === undefined || judgement.kind !== 'satisfied') return judgement;
  return { kind: 'unverified', cause: 'environment', why, evidence: judgement.evidence };
}

function distrustCheck(check: CheckReport, spoiled: Spoiled): CheckReport {
  return { ...check, judgement: distrust(check.judgement, refsOfCheck(check), spoiled) };
}

function distrustCriterion(outcome: CriterionOutcome, spoiled: Spoiled): CriterionOutcome {
  const why = whyOf(refsOfCriterion(outcome), spoiled);
  if (why === undefined) return outcome;
  const steps = outcome.report.steps.map((step) => ({
    ...step,
    judgement: distrust(step.judgement, step.judgement.evidence, spoiled),
  }));
  const report: CriterionReport = { ...outcome.report, steps };
  if (outcome.judgement.judgement !== 'satisfied') return { ...outcome, report };
  const cause = 'environment';
  return {
    judgement: { judgement: 'unverified', cause, why },
    report: { ...report, judgement: 'unverified', cause, why },
  };
}

function whyOf(refs: readonly EvidenceRef[], spoiled: Spoiled): string | undefined {
  const [first, ...more] = new Set(refs.flatMap(({ path }) => spoiled.get(path) ?? []));
  if (first === undefined) return undefined;
  return `its evidence is not what was kept: ${first}${more.length > 0 ? ` (and ${String(more.length)} more)` : ''}`;
}

async function spoiledCheck(spoiled: Spoiled, { sink }: { readonly sink: EvidenceSink }): Promise<CheckReport> {
  const all = [...spoiled.values()];
  const evidence = await sink.keep({
    kind: 'output',
    title: 'Evidence that is not what was kept',
    mediaType: 'text/plain',
    content: `${all.join('\n')}\n`,
  });
  const more = all.length > 1 ? ` (and ${String(all.length - 1)} more)` : '';
  const why = `evidence of this run is not what was kept: ${all[0] ?? ''}${more}; what was verified may have reached it`;
  return {
    name: 'evidence',
    layer: 'service',
    required: true,
    judgement: { kind: 'unverified', cause: 'environment', why, evidence: [evidence] },
    durationMs: 0,
    cached: false,
    diagnostics: [],
    evidence: [evidence],
  };
}
