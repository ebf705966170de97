import Type from 'typebox';
import { closed, literals, nonEmpty, optional } from './parts.ts';
import type { Frozen } from './parts.ts';

/** A place in a file of the subject; line and column count from 1. */
export const Position = Type.Object(
  { file: Type.String(), line: Type.Integer({ minimum: 1 }), column: Type.Integer({ minimum: 1 }) },
  closed,
);

/** One piece of evidence: a file of the run's folder, named by the SHA-256 of its content. */
export const EvidenceRef = Type.Object(
  {
    kind: literals('observation', 'screenshot', 'network', 'console', 'log', 'rows', 'delta', 'output', 'page'),
    title: Type.String(),
    /** Relative to the run's folder. */
    path: Type.String(),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    bytes: Type.Integer({ minimum: 0 }),
    mediaType: Type.String(),
    /** Set when the content was cut: why, and how much there was. */
    truncated: optional(Type.String()),
  },
  closed,
);

/** One way in which an observation differs from the expectation. `expected` and `actual` are values, or words about them. */
export const Mismatch = Type.Object(
  {
    /** JSON Pointer into the observation. */
    path: Type.String(),
    message: Type.String(),
    expected: optional(Type.Unknown()),
    actual: optional(Type.Unknown()),
  },
  closed,
);

/** Why there is no valid observation. */
export const Cause = literals(
  'environment',
  'precondition',
  'depends-on',
  'secret',
  'not-run',
  'skipped',
  'time',
  'claim',
);

const satisfied = Type.Object({ kind: Type.Literal('satisfied'), evidence: nonEmpty(EvidenceRef) }, closed);
const violated = Type.Object(
  {
    kind: Type.Literal('violated'),
    evidence: nonEmpty(EvidenceRef),
    mismatches: nonEmpty(Mismatch),
  },
  closed,
);
const unverified = Type.Object(
  { kind: Type.Literal('unverified'), cause: Cause, why: Type.String(), evidence: Type.Array(EvidenceRef) },
  closed,
);
/** What one step or check is worth. No evidence, no satisfaction and no violation. */
export const Judgement = Type.Union([satisfied, violated, unverified]);

export const JudgementKind = literals('satisfied', 'violated', 'unverified');
export const ClaimName = literals('shown', 'served', 'persisted', 'durable');

/** One look while a step waited, with what it saw; only changes are kept. */
export const Look = Type.Object({ afterMs: Type.Number(), saw: Type.String() }, closed);

export const StepReport = Type.Object(
  {
    id: Type.String(),
    section: literals('create', 'signIn', 'given', 'when', 'then', 'always'),
    words: Type.String(),
    verb: Type.String(),
    origin: Type.Object(
      { written: Position, via: Type.Array(Type.Object({ name: Type.String(), at: Position }, closed)) },
      closed,
    ),
    /** Whether the author wrote an expectation, or the verb implies it. */
    stated: Type.Boolean(),
    judgement: Judgement,
    /** The expectation in words. */
    expected: optional(Type.String()),
    /** What was observed, shortened for people; whole in the evidence. */
    observed: optional(Type.Unknown()),
    startedAt: optional(Type.String()),
    durationMs: Type.Number(),
    looks: Type.Array(Look),
    /** Set when it was satisfied at first, and no longer at the last look. */
    takenBack: optional(Type.Boolean()),
  },
  closed,
);

/** One run of a criterion that is run several times: every one counts. */
export const AttemptReport = Type.Object(
  {
    /** Counts from 1. */
    attempt: Type.Integer({ minimum: 1 }),
    judgement: JudgementKind,
    cause: optional(Cause),
    why: optional(Type.String()),
    steps: Type.Array(StepReport),
    evidence: Type.Array(EvidenceRef),
    values: Type.Record(Type.String(), Type.Unknown()),
    startedAt: optional(Type.String()),
    durationMs: Type.Number(),
    worker: optional(Type.Integer()),
  },
  closed,
);

export const CriterionReport = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    claim: ClaimName,
    /** The strongest claim that satisfied steps carry. */
    reached: optional(ClaimName),
    required: Type.Boolean(),
    position: Position,
    judgement: JudgementKind,
    cause: optional(Cause),
    why: optional(Type.String()),
    steps: Type.Array(StepReport),
    evidence: Type.Array(EvidenceRef),
    /** The generated and saved values, by name. */
    values: Type.Record(Type.String(), Type.Unknown()),
    startedAt: optional(Type.String()),
    durationMs: Type.Number(),
    worker: optional(Type.Integer()),
    /** All runs of it, when there was to be more than one; what stands beside them is of the one that decides. */
    attempts: optional(Type.Array(AttemptReport)),
    /** The criterion of the same contract whose demand this one's scene repeats. */
    after: optional(Type.String()),
    /** Which row of a criterion's examples it is. */
    example: optional(Type.Object({ of: Type.String(), row: Type.Integer({ minimum: 1 }) }, closed)),
    /** Never told to an agent but by id and title. */
    heldOut: optional(Type.Boolean()),
  },
  closed,
);

export const ContractReport = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    version: Type.Integer(),
    file: Type.String(),
    digest: Type.String(),
    /** The other files that it is made of, with their digests: vocabularies, held-out rows and criteria. */
    parts: optional(Type.Array(Type.Object({ file: Type.String(), digest: Type.String() }, closed))),
    approval: literals('approved', 'unsigned', 'unprotected'),
    /** What the contract says that it does not speak of. */
    outOfScope: optional(Type.Array(Type.String())),
    criteria: Type.Array(CriterionReport),
  },
  closed,
);

export type Position = Frozen<typeof Position>;
export type EvidenceRef = Frozen<typeof EvidenceRef>;
export type Mismatch = Frozen<typeof Mismatch>;
export type Cause = Frozen<typeof Cause>;
export type JudgementKind = Frozen<typeof JudgementKind>;
export type Look = Frozen<typeof Look>;
export type StepReport = Frozen<typeof StepReport>;
export type AttemptReport = Frozen<typeof AttemptReport>;
export type CriterionReport = Frozen<typeof CriterionReport>;
export type ContractReport = Frozen<typeof ContractReport>;

/** A list that can't be empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/**
 * What one step or check is worth, as the judge builds it. Satisfaction and violation can't be written down without
 * evidence, nor a violation without a mismatch; the schema says the same of the report.
 */
export type Judgement =
  | { readonly kind: 'satisfied'; readonly evidence: NonEmpty<EvidenceRef> }
  | { readonly kind: 'violated'; readonly evidence: NonEmpty<EvidenceRef>; readonly mismatches: NonEmpty<Mismatch> }
  | {
      readonly kind: 'unverified';
      readonly cause: Cause;
      readonly why: string;
      readonly evidence: readonly EvidenceRef[];
    };
