import type { CriterionName, RunEvent, RunPhase } from '../../schema/events.ts';
import type { JudgementKind } from '../../schema/verification.ts';

/** What goes on at a moment of a run. */
export interface ProgressState {
  readonly phase: { readonly name: RunPhase; readonly detail?: string } | undefined;
  readonly checks: readonly string[];
  readonly criteria: readonly CriterionName[];
  /** How many criteria will be run, once it is known. */
  readonly planned: number | undefined;
  readonly counts: Readonly<Record<JudgementKind, number>>;
}

/** Before anything happened. */
export const NO_PROGRESS: ProgressState = {
  phase: undefined,
  checks: [],
  criteria: [],
  planned: undefined,
  counts: { satisfied: 0, violated: 0, unverified: 0 },
};

function isSame(a: CriterionName, b: CriterionName): boolean {
  return a.contract === b.contract && a.id === b.id;
}

function startPhase(state: ProgressState, event: Extract<RunEvent, { readonly kind: 'phase-started' }>): ProgressState {
  const { phase: name, detail } = event;
  return { ...state, phase: detail === undefined ? { name } : { name, detail } };
}

function finishPhase(
  state: ProgressState,
  event: Extract<RunEvent, { readonly kind: 'phase-finished' }>,
): ProgressState {
  return state.phase?.name === event.phase ? { ...state, phase: undefined } : state;
}

function finishCriterion(
  state: ProgressState,
  event: Extract<RunEvent, { readonly kind: 'criterion-finished' }>,
): ProgressState {
  return {
    ...state,
    criteria: state.criteria.filter((running) => !isSame(running, event.criterion)),
    counts: { ...state.counts, [event.judgement]: state.counts[event.judgement] + 1 },
  };
}

/** The state after an event. */
export function advanceProgress(state: ProgressState, event: RunEvent): ProgressState {
  switch (event.kind) {
    case 'phase-started':
      return startPhase(state, event);
    case 'phase-finished':
      return finishPhase(state, event);
    case 'check-started':
      return { ...state, checks: [...state.checks, event.name] };
    case 'check-finished':
      return { ...state, checks: state.checks.filter((name) => name !== event.check.name) };
    case 'criteria-planned':
      return { ...state, planned: event.count };
    case 'criterion-started':
      return { ...state, criteria: [...state.criteria, event.criterion] };
    case 'criterion-finished':
      return finishCriterion(state, event);
    case 'note':
      return state;
  }
}
