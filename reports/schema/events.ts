import type { Cause, CheckReport, CriterionReport, JudgementKind } from './verification.ts';

/** What a run spends its time on, in the order of the story. */
export type RunPhase = 'subject' | 'services' | 'layers' | 'criteria' | 'report';

/** Names one criterion among all contracts of a run. */
export interface CriterionName {
  readonly contract: string;
  readonly id: string;
  readonly title: string;
}

/** What is told while a run goes on. Events carry no times: whoever shows them has a clock of their own. */
export type RunEvent =
  | { readonly kind: 'phase-started'; readonly phase: RunPhase; readonly detail?: string }
  | {
      readonly kind: 'phase-finished';
      readonly phase: RunPhase;
      readonly ok: boolean;
      readonly durationMs: number;
      readonly detail?: string;
    }
  | { readonly kind: 'check-started'; readonly name: string }
  | { readonly kind: 'check-finished'; readonly check: CheckReport }
  /** How many criteria will be run; comes before the first of them. */
  | { readonly kind: 'criteria-planned'; readonly count: number }
  | { readonly kind: 'criterion-started'; readonly criterion: CriterionName }
  | {
      readonly kind: 'criterion-finished';
      readonly criterion: CriterionName;
      readonly judgement: JudgementKind;
      readonly cause?: Cause;
      /** One sentence, when it is not satisfied. */
      readonly why?: string;
      /** What the sentence is told with: the steps that it speaks of, and this run's values. */
      readonly told?: Pick<CriterionReport, 'steps' | 'values'>;
      readonly durationMs: number;
    }
  | { readonly kind: 'note'; readonly message: string };
