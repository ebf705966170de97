import { carriesClaim, strongestClaim, type Claim, type Section, type Step } from '../../contracts/language/index.ts';
import type { Cause, EvidenceRef, Judgement, NonEmpty, Position } from '../../reports/index.ts';
import { unverified } from './judgement.ts';

/** What of a planned step the judge needs to know. */
export type PlannedStep = Pick<Step<unknown>, 'id' | 'section' | 'words' | 'origin' | 'kind' | 'stated' | 'strength'>;

/** All that is known of a criterion when its run is over. */
export interface CriterionFacts {
  readonly claim: Claim;
  /** Every step of the plan in its order, whether it was run or not: its actors' create and signIn, given, when, then. */
  readonly planned: readonly PlannedStep[];
  /** The last judgement of each step, by id. A planned step without one was not run. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  /** Whether the run came to its end, with the last look. */
  readonly finished: boolean;
  /** Why it did not come to its end: the stack that could not be made, the deadline. */
  readonly stopped?: { readonly cause: Cause; readonly why: string };
  /** Set when the application ended in the middle of it, and nobody had told it to. */
  readonly ended?: AppEnding;
  /** Faults that were set up and had no effect, or not until the end, by the id of their step: then nothing was seen under them. */
  readonly idleFaults?: ReadonlyMap<string, string>;
  /** What the control probes said after a failure; `up` when there was none. */
  readonly controls: 'up' | 'down';
}

/** How an application ended without being told to. */
export interface AppEnding {
  /** With an exit code of its own; else a signal ended it, and who sent it is not known. */
  readonly byItself: boolean;
  readonly why: string;
  readonly at: Position;
}

/** What a criterion is worth. Satisfaction can't be written down without the evidence of its steps. */
export type CriterionJudgement =
  | { readonly judgement: 'satisfied'; readonly reached: Claim; readonly evidence: NonEmpty<EvidenceRef> }
  | { readonly judgement: 'violated'; readonly why: string; readonly at: Position; readonly reached?: Claim }
  | {
      readonly judgement: 'unverified';
      readonly cause: Cause;
      readonly why: string;
      readonly at?: Position;
      readonly reached?: Claim;
      /** Where its scene broke by a step that was violated in a healthy environment. */
      readonly brokenAt?: Position;
    };

/** The judgement of a criterion that nobody ran. */
export function notRun(why: string): CriterionJudgement {
  return { judgement: 'unverified', cause: 'not-run', why };
}

/**
 * What the judgements of a criterion's steps amount to.
 *
 * Satisfied only when every planned step is, the run came to its end, and a stated look carries the claim. A failed create,
 * signIn or given leaves the scene unset, so what follows it proves nothing. Otherwise one violated when or then decides,
 * whatever else is unverified; after it, an application that ended by itself.
 */
export function judgeCriterion(facts: CriterionFacts): CriterionJudgement {
  const reached = reachedClaim(facts);
  const failure =
    brokenScene(facts) ??
    violation(facts) ??
    ending(facts) ??
    idleFault(facts) ??
    gap(facts) ??
    weakness(facts, reached);
  if (failure !== undefined) return reached === undefined ? failure : { ...failure, reached };
  const evidence = facts.planned.flatMap((step) => judgementOf(facts, step).evidence);
  const [first, ...others] = evidence;
  // Both hold by now; the types want to see it, and a mistake above must not end satisfied.
  if (first === undefined || reached === undefined) return notRun('nothing was judged');
  return { judgement: 'satisfied', reached, evidence: [first, ...others] };
}

type Failure = Exclude<CriterionJudgement, { judgement: 'satisfied' }>;

const SCENE: readonly Section[] = ['create', 'signIn', 'given'];

function isScene(step: PlannedStep): boolean {
  return SCENE.includes(step.section);
}

function judgementOf({ judgements }: CriterionFacts, step: PlannedStep): Judgement {
  return judgements.get(step.id) ?? unverified('not-run', 'it was not run');
}

function brokenScene(facts: CriterionFacts): Failure | undefined {
  const scene = facts.planned.filter(isScene);
  const broken = scene.find((step) => judgementOf(facts, step).kind === 'violated');
  if (broken === undefined) return firstGap(facts, scene);
  const why = `what it builds on failed: ${tellStep(facts, broken)}`;
  const at = placeOf(broken);
  if (facts.controls === 'down') return { judgement: 'unverified', cause: 'environment', why, at };
  return { judgement: 'unverified', cause: 'precondition', why, at, brokenAt: at };
}

function violation(facts: CriterionFacts): Failure | undefined {
  const violated = facts.planned.filter((step) => judgementOf(facts, step).kind === 'violated');
  const [first] = violated;
  if (first === undefined) return undefined;
  const more = violated.length > 1 ? ` (and ${String(violated.length - 1)} more)` : '';
  const why = tellStep(facts, first) + more;
  if (facts.controls === 'up') return { judgement: 'violated', why, at: placeOf(first) };
  return {
    judgement: 'unverified',
    cause: 'environment',
    why: `the environment was not healthy; ${why}`,
    at: placeOf(first),
  };
}

/** An application that is gone has not done what was demanded of it, whatever was seen of it before. */
function ending({ ended, controls }: CriterionFacts): Failure | undefined {
  if (ended === undefined) return undefined;
  const { byItself, why, at } = ended;
  if (byItself && controls === 'up') return { judgement: 'violated', why, at };
  return { judgement: 'unverified', cause: 'environment', why, at };
}

/** A fault that did not happen proves nothing of how it is borne. */
function idleFault({ planned, idleFaults }: CriterionFacts): Failure | undefined {
  const step = planned.find(({ id }) => idleFaults?.has(id) === true);
  if (step === undefined) return undefined;
  const why = `“${step.words}”: ${idleFaults?.get(step.id) ?? ''}`;
  return { judgement: 'unverified', cause: 'precondition', why, at: placeOf(step) };
}

function gap(facts: CriterionFacts): Failure | undefined {
  if (facts.planned.length === 0) return { judgement: 'unverified', cause: 'not-run', why: 'it has no steps' };
  const open = firstGap(facts, facts.planned);
  if (open !== undefined) return open;
  const ids = new Set(facts.planned.map(({ id }) => id));
  const stray = [...facts.judgements.keys()].find((id) => !ids.has(id));
  if (stray !== undefined || ids.size !== facts.planned.length) {
    return { judgement: 'unverified', cause: 'not-run', why: 'what was judged is not what was planned' };
  }
  if (facts.finished) return undefined;
  return {
    judgement: 'unverified',
    ...(facts.stopped ?? { cause: 'not-run', why: 'its run did not come to its end' }),
  };
}

/** The first step without a valid observation; one that was merely not reached only when there is no other. */
function firstGap(facts: CriterionFacts, steps: readonly PlannedStep[]): Failure | undefined {
  const gaps = steps.flatMap((step) => {
    const judgement = judgementOf(facts, step);
    // Neither of the two proper kinds: also whatever a later version may bring.
    return judgement.kind === 'satisfied' || judgement.kind === 'violated' ? [] : [{ step, judgement }];
  });
  const open = gaps.find(({ judgement }) => judgement.cause !== 'not-run') ?? gaps[0];
  if (open === undefined) return undefined;
  const { step, judgement } = open;
  if (judgement.cause === 'not-run' && facts.stopped !== undefined)
    return { judgement: 'unverified', ...facts.stopped };
  return {
    judgement: 'unverified',
    cause: judgement.cause,
    why: `“${step.words}”: ${judgement.why}`,
    at: placeOf(step),
  };
}

function weakness({ claim }: CriterionFacts, reached: Claim | undefined): Failure | undefined {
  if (carriesClaim(reached, claim)) return undefined;
  const why = `it claims “${claim}”, but its satisfied looks show ${reached === undefined ? 'nothing' : `“${reached}”`}`;
  return { judgement: 'unverified', cause: 'claim', why };
}

function reachedClaim(facts: CriterionFacts): Claim | undefined {
  const carried = facts.planned
    .filter((step) => !isScene(step) && step.kind === 'look' && step.stated)
    .filter((step) => judgementOf(facts, step).kind === 'satisfied')
    .flatMap(({ strength }) => strength ?? []);
  return strongestClaim(carried);
}

function tellStep(facts: CriterionFacts, step: PlannedStep): string {
  const judgement = judgementOf(facts, step);
  if (judgement.kind !== 'violated') return `“${step.words}”`;
  const [{ path, message }] = judgement.mismatches;
  // What is said of one element names it already.
  const place = path === '' || path.startsWith('/elements/') ? '' : `${path} `;
  return `“${step.words}”: ${place}${message}`;
}

/** The line in the criterion itself, when the step is written elsewhere. */
function placeOf({ origin }: PlannedStep): Position {
  return origin.via[0]?.at ?? origin.written;
}
