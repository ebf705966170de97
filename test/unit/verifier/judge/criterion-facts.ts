import type { Judgement } from '../../../../reports/index.ts';
import type { CriterionFacts, PlannedStep } from '../../../../verifier/judge/index.ts';
import { EVIDENCE } from './arbitraries.ts';

export const SATISFIED: Judgement = { kind: 'satisfied', evidence: EVIDENCE };
export const VIOLATED: Judgement = {
  kind: 'violated',
  evidence: EVIDENCE,
  mismatches: [{ path: '/status', message: 'expected 200, found 500' }],
};
export const UNVERIFIED: Judgement = {
  kind: 'unverified',
  cause: 'environment',
  why: 'the browser died',
  evidence: [],
};

export function planned(id: string, more: Partial<PlannedStep> = {}): PlannedStep {
  const section = /(create|signIn|given|when|then|always)/u.exec(id)?.[0] as PlannedStep['section'];
  const line = 10 + Number(/\d+$/u.exec(id)?.[0] ?? 0);
  const isLook = section === 'then';
  return {
    id,
    section,
    words: `do ${id}`,
    origin: { written: { file: 'a.contract.yaml', line, column: 5 }, via: [] },
    kind: isLook ? 'look' : 'act',
    stated: isLook,
    ...(isLook ? { strength: 'persisted' } : {}),
    ...more,
  };
}

export const PLAN = ['reader.create.1', 'reader.signIn.1', 'given.1', 'when.1', 'then.1', 'then.2'].map((id) =>
  planned(id),
);

export function facts(
  judgements: Readonly<Record<string, Judgement | undefined>> = {},
  more: Partial<CriterionFacts> = {},
): CriterionFacts {
  const steps = more.planned ?? PLAN;
  const entries = steps.map(({ id }) => [id, Object.hasOwn(judgements, id) ? judgements[id] : SATISFIED] as const);
  return {
    claim: 'persisted',
    planned: steps,
    judgements: new Map(entries.filter((entry): entry is [string, Judgement] => entry[1] !== undefined)),
    finished: true,
    controls: 'up',
    ...more,
  };
}
