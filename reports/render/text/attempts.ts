import type { AttemptReport, CriterionReport, JudgementKind } from '../../schema/verification.ts';
import { ordinal } from './ordinal.ts';
import { countOf } from './words.ts';

/** The runs of a criterion that was run several times, and the one that decides. */
export interface Attempts {
  readonly all: readonly AttemptReport[];
  readonly deciding: AttemptReport;
  readonly others: readonly AttemptReport[];
}

/** The attempts of a criterion; undefined where it was run once. */
export function attemptsOf({ attempts = [], judgement }: CriterionReport): Attempts | undefined {
  const deciding =
    attempts.find((one) => one.judgement === judgement) ??
    attempts.find((one) => one.judgement !== 'satisfied') ??
    attempts[0];
  if (deciding === undefined || attempts.length < 2) return undefined;
  return { all: attempts, deciding, others: attempts.filter((one) => one !== deciding) };
}

/** `3 of 5 satisfied` */
export function satisfiedText({ all }: Attempts): string {
  return `${String(countThat(all, 'satisfied'))} of ${String(all.length)} satisfied`;
}

function countThat(all: readonly AttemptReport[], kind: JudgementKind): number {
  return all.filter(({ judgement }) => judgement === kind).length;
}

/** `run 5 times: 3 satisfied, 2 violated; this is the 2nd, which decides` */
export function attemptsText(attempts: Attempts): string {
  const { all, deciding } = attempts;
  const counts = (['satisfied', 'violated', 'unverified'] as const)
    .map((kind) => [countThat(all, kind), kind] as const)
    .filter(([count]) => count > 0);
  const times = `run ${countOf(all.length, 'time', 'times')}`;
  if (counts.length === 1) return `${times}: ${counts[0]?.[1] ?? 'satisfied'} each time`;
  const told = counts.map(([count, kind]) => `${String(count)} ${kind}`).join(', ');
  return `${times}: ${told}; this is the ${ordinal(deciding.attempt)}, which decides`;
}
