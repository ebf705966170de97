import { spreadOf, type Spread } from '../statistics.ts';
import { runAssay, type AssaySide } from './assay-side.ts';
import { runByHand, type HandSide } from './hand-side.ts';
import type { SideRun } from './side-run.ts';

/** Ours against the same written by hand, run in turn. Ratios below 1 mean that ours took less time. */
export interface Comparison {
  readonly criteria: number;
  readonly workers: number;
  readonly pairs: readonly { readonly assay: SideRun; readonly byHand: SideRun }[];
  readonly wall: Compared;
  readonly criteriaOnly: Compared;
  /** The second run of an unchanged commit against the first; missing when the cache was not empty. */
  readonly reuse?: {
    readonly firstMs: number;
    readonly secondMs: number;
    readonly ratio: number;
    readonly cached: readonly string[];
  };
}

/** Milliseconds of both sides, and the ratios of the pairs. */
export interface Compared {
  readonly assayMs: Spread;
  readonly byHandMs: Spread;
  readonly ratio: Spread;
}

/** The two sides, and how often each is run. */
export interface ComparisonPlan {
  readonly assay: AssaySide;
  readonly byHand: HandSide;
  readonly pairs: number;
  /** Whether the verifier's cache is empty: then its first run is one. */
  readonly fromNothing: boolean;
  readonly note: (message: string) => void;
}

/** Warms up both sides, then runs them in turn: ours, by hand, ours, by hand. */
export async function compareSpeed(plan: ComparisonPlan): Promise<Comparison> {
  const { note } = plan;
  note('first verify, then the second: install, build and checks are kept');
  const first = await runAssay(plan.assay);
  const second = plan.fromNothing ? await runAssay(plan.assay) : first;
  note('warming up the tests written by hand');
  const { criteria } = await runByHand(plan.byHand);
  if (criteria !== first.criteria)
    throw new Error(`${String(first.criteria)} criteria, but ${String(criteria)} tests written by hand`);
  const pairs: { assay: SideRun; byHand: SideRun }[] = [];
  for (let pair = 1; pair <= plan.pairs; pair += 1) {
    const assay = await runAssay(plan.assay);
    const byHand = await runByHand(plan.byHand);
    pairs.push({ assay, byHand });
    note(
      `pair ${String(pair)} of ${String(plan.pairs)}: assay ${seconds(assay.wallMs)}, by hand ${seconds(byHand.wallMs)}`,
    );
  }
  const reuse = {
    firstMs: first.wallMs,
    secondMs: second.wallMs,
    ratio: second.wallMs / first.wallMs,
    cached: second.cached,
  };
  return {
    criteria,
    workers: plan.assay.workers,
    pairs,
    wall: compare(pairs, 'wallMs'),
    criteriaOnly: compare(pairs, 'criteriaMs'),
    ...(plan.fromNothing ? { reuse } : {}),
  };
}

function compare(pairs: Comparison['pairs'], what: 'wallMs' | 'criteriaMs'): Compared {
  return {
    assayMs: spreadOf(pairs.map(({ assay }) => assay[what])),
    byHandMs: spreadOf(pairs.map(({ byHand }) => byHand[what])),
    ratio: spreadOf(pairs.map(({ assay, byHand }) => assay[what] / byHand[what])),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
