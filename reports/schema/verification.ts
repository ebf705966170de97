import Type, { type Static, type TSchema } from 'typebox';

/** The id that every verification report of this version carries in `schema`. */
export const VERIFICATION_SCHEMA_ID = 'https://assay.dev/schemas/verification-report-1.json';

const closed = { additionalProperties: false } as const;
const optional = <T extends TSchema>(type: T) => Type.Optional(type);
const literals = <const T extends string[]>(...values: [...T]) => Type.Enum(values);

/** A place in a file of the subject; line and column count from 1. */
export const Position = Type.Object({ file: Type.String(), line: Type.Integer({ minimum: 1 }), column: Type.Integer({ minimum: 1 }) }, closed);

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
export const Cause = literals('environment', 'precondition', 'depends-on', 'secret', 'not-run', 'skipped', 'time', 'claim');

const satisfied = Type.Object({ kind: Type.Literal('satisfied'), evidence: Type.Array(EvidenceRef, { minItems: 1 }) }, closed);
const violated = Type.Object(
  { kind: Type.Literal('violated'), evidence: Type.Array(EvidenceRef, { minItems: 1 }), mismatches: Type.Array(Mismatch, { minItems: 1 }) },
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
export const VerdictName = literals('PASS', 'FAIL', 'BLOCKED', 'REVIEW_REQUIRED');

/** One look while a step waited, with what it saw; only changes are kept. */
export const Look = Type.Object({ afterMs: Type.Number(), saw: Type.String() }, closed);

export const StepReport = Type.Object(
  {
    id: Type.String(),
    section: literals('create', 'signIn', 'given', 'when', 'then'),
    words: Type.String(),
    verb: Type.String(),
    origin: Type.Object({ written: Position, via: Type.Array(Type.Object({ name: Type.String(), at: Position }, closed)) }, closed),
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
    approval: literals('approved', 'unsigned', 'unprotected'),
    criteria: Type.Array(CriterionReport),
  },
  closed,
);

export const DiagnosticReport = Type.Object(
  {
    file: optional(Type.String()),
    line: optional(Type.Integer()),
    column: optional(Type.Integer()),
    severity: literals('error', 'warning'),
    code: optional(Type.String()),
    message: Type.String(),
    count: Type.Integer({ minimum: 1 }),
  },
  closed,
);

/** A layer below acceptance: install, build, a check of system.yaml, migrate, seed, start. */
export const CheckReport = Type.Object(
  {
    name: Type.String(),
    layer: literals('install', 'build', 'check', 'migrate', 'seed', 'start'),
    command: optional(Type.String()),
    required: Type.Boolean(),
    judgement: Judgement,
    exitCode: optional(Type.Integer()),
    durationMs: Type.Number(),
    /** Taken from an earlier run of the same tree, command and environment. */
    cached: Type.Boolean(),
    diagnostics: Type.Array(DiagnosticReport),
    /** Test counts where the parser finds them. */
    tests: optional(Type.Object({ passed: Type.Integer(), failed: Type.Integer(), pending: Type.Integer() }, closed)),
    evidence: Type.Array(EvidenceRef),
  },
  closed,
);

export const Reason = Type.Object(
  {
    /** Stable and kebab-case: `criterion-violated`, `check-failed`, `criterion-unverified`, `check-unverified`, `no-criteria`, `all-satisfied`, `selection`. */
    code: Type.String(),
    message: Type.String(),
    contract: optional(Type.String()),
    criterion: optional(Type.String()),
    check: optional(Type.String()),
    cause: optional(Cause),
    at: optional(Position),
  },
  closed,
);

export const ServiceReport = Type.Object(
  {
    name: Type.String(),
    kind: literals('postgres', 'app'),
    /** containers, embedded, external; `process` for an application started by command. */
    mode: literals('containers', 'embedded', 'external', 'process'),
    /** Why this mode was taken. */
    why: Type.String(),
    version: optional(Type.String()),
    image: optional(Type.String()),
    digest: optional(Type.String()),
  },
  closed,
);

export const SubjectReport = Type.Object(
  {
    repository: Type.String(),
    commit: Type.String(),
    /** Tree of what was verified: the commit's, or the working tree's when it was dirty. */
    tree: Type.String(),
    /** What was asked for: `HEAD`, a revision, `worktree`. */
    ref: Type.String(),
    /** Whether what was verified differs from the commit. */
    dirty: Type.Boolean(),
    /** Whether the working tree had changes that were not verified. */
    uncommitted: Type.Boolean(),
    subjectLine: optional(Type.String()),
    /** Files that differ from the commit, when dirty (at most 100). */
    changed: Type.Array(Type.String()),
  },
  closed,
);

export const RunReport = Type.Object(
  {
    id: Type.String(),
    seed: Type.Integer(),
    startedAt: Type.String(),
    finishedAt: Type.String(),
    workers: Type.Integer(),
    services: Type.Array(ServiceReport),
    versions: Type.Record(Type.String(), Type.String()),
  },
  closed,
);

export const Counts = Type.Object(
  {
    criteria: Type.Integer(),
    satisfied: Type.Integer(),
    violated: Type.Integer(),
    unverified: Type.Integer(),
    /** Of the unverified, by cause. */
    byCause: Type.Record(Type.String(), Type.Integer()),
  },
  closed,
);

export const Scope = Type.Object(
  {
    kind: literals('whole', 'partial'),
    /** What was asked for, when partial. */
    selection: Type.Array(Type.String()),
    /** How many criteria were left out. */
    leftOut: Type.Integer(),
  },
  closed,
);

/** The verification report: everything that a renderer, a gate or a reader needs. */
export const VerificationReport = Type.Object(
  {
    schema: Type.Literal(VERIFICATION_SCHEMA_ID),
    verdict: VerdictName,
    scope: Scope,
    exitCode: Type.Integer(),
    reasons: Type.Array(Reason, { minItems: 1 }),
    subject: SubjectReport,
    system: Type.Object({ name: Type.String(), file: Type.String(), digest: Type.String() }, closed),
    run: RunReport,
    checks: Type.Array(CheckReport),
    contracts: Type.Array(ContractReport),
    counts: Counts,
  },
  { $id: VERIFICATION_SCHEMA_ID, ...closed },
);

type ReadonlyDeep<T> = T extends readonly (infer E)[] ? readonly ReadonlyDeep<E>[] : T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
type Frozen<T extends TSchema> = ReadonlyDeep<Static<T>>;

export type Position = Frozen<typeof Position>;
export type EvidenceRef = Frozen<typeof EvidenceRef>;
export type Mismatch = Frozen<typeof Mismatch>;
export type Cause = Frozen<typeof Cause>;
export type JudgementKind = Frozen<typeof JudgementKind>;
export type VerdictName = Frozen<typeof VerdictName>;
export type Look = Frozen<typeof Look>;
export type StepReport = Frozen<typeof StepReport>;
export type CriterionReport = Frozen<typeof CriterionReport>;
export type ContractReport = Frozen<typeof ContractReport>;
export type DiagnosticReport = Frozen<typeof DiagnosticReport>;
export type CheckReport = Frozen<typeof CheckReport>;
export type Reason = Frozen<typeof Reason>;
export type ServiceReport = Frozen<typeof ServiceReport>;
export type SubjectReport = Frozen<typeof SubjectReport>;
export type RunReport = Frozen<typeof RunReport>;
export type Counts = Frozen<typeof Counts>;
export type Scope = Frozen<typeof Scope>;
export type VerificationReport = Frozen<typeof VerificationReport>;

/** A list that can't be empty. */
export type NonEmpty<T> = readonly [T, ...T[]];

/**
 * What one step or check is worth, as the judge builds it. Satisfaction and violation can't be written down without
 * evidence, nor a violation without a mismatch; the schema says the same of the report.
 */
export type Judgement =
  | { readonly kind: 'satisfied'; readonly evidence: NonEmpty<EvidenceRef> }
  | { readonly kind: 'violated'; readonly evidence: NonEmpty<EvidenceRef>; readonly mismatches: NonEmpty<Mismatch> }
  | { readonly kind: 'unverified'; readonly cause: Cause; readonly why: string; readonly evidence: readonly EvidenceRef[] };
