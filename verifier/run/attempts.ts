import type { CriterionPlan } from '../../contracts/language/index.ts';
import type { CriterionReport } from '../../reports/index.ts';
import { judgeAttempts } from '../judge/index.ts';
import { notRunOutcome, type CriterionOutcome } from './criterion-outcome.ts';

type AttemptReport = NonNullable<CriterionReport['attempts']>[number];

/** The outcomes of one criterion's attempts, as they come, in any order. */
export class Attempts {
  readonly criterion: CriterionPlan;
  #started = false;
  readonly #outcomes = new Map<number, CriterionOutcome>();

  constructor(criterion: CriterionPlan) {
    this.criterion = criterion;
  }

  /** How many there are to be. */
  get wanted(): number {
    return this.criterion.repeat;
  }

  /** Whether this is the first attempt to begin. */
  start(): boolean {
    const isFirst = !this.#started;
    this.#started = true;
    return isFirst;
  }

  /** Counts from 1. The last one brings the outcome of the whole. */
  add(attempt: number, outcome: CriterionOutcome): CriterionOutcome | undefined {
    this.#outcomes.set(attempt, outcome);
    return this.#outcomes.size === this.wanted ? this.outcome() : undefined;
  }

  /** All attempts together; those that did not come are not run. Its report is that of the attempt which decides, with all of them beside it. */
  outcome(): CriterionOutcome {
    const all = Array.from(
      { length: this.wanted },
      (_, index) =>
        this.#outcomes.get(index + 1) ?? notRunOutcome(this.criterion, 'not-run', 'the run ended before this attempt'),
    );
    const { judgement, deciding } = judgeAttempts(all.map((outcome) => outcome.judgement));
    const report = all[deciding]?.report;
    if (report === undefined) return notRunOutcome(this.criterion, 'not-run', 'it was never run');
    if (this.wanted === 1) return { judgement, report };
    const why = judgement.judgement === 'satisfied' ? {} : { why: judgement.why };
    return { judgement, report: { ...report, ...why, attempts: all.map(toldOf) } };
  }
}

function toldOf({ report }: CriterionOutcome, index: number): AttemptReport {
  const { judgement, cause, why, steps, evidence, values, startedAt, durationMs, worker } = report;
  return {
    attempt: index + 1,
    judgement,
    ...(cause === undefined ? {} : { cause }),
    ...(why === undefined ? {} : { why }),
    steps,
    evidence,
    values,
    ...(startedAt === undefined ? {} : { startedAt }),
    durationMs,
    ...(worker === undefined ? {} : { worker }),
  };
}
