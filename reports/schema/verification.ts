import Type from 'typebox';
import { Cause, ContractReport, EvidenceRef, Judgement, Position } from './criterion.ts';
import { closed, literals, optional } from './parts.ts';
import type { Frozen } from './parts.ts';

export * from './criterion.ts';

/** The id that every verification report of this version carries in `schema`. */
export const VERIFICATION_SCHEMA_ID = 'urn:assay:schema:verification-report:1';

export const VerdictName = literals('PASS', 'FAIL', 'BLOCKED', 'REVIEW_REQUIRED');

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
    layer: literals('install', 'build', 'check', 'service', 'migrate', 'seed', 'start'),
    command: optional(Type.String()),
    required: Type.Boolean(),
    judgement: Judgement,
    exitCode: optional(Type.Integer()),
    /** 0 where it was not measured. */
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
    /** Stable and kebab-case: `criterion-violated`, `check-failed`, `criterion-unverified`, `check-unverified`, `no-criteria`, `all-satisfied`, `selection`; with `optional-` before it where it decides nothing. */
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
    kind: literals('postgres', 'container', 'app'),
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
    /** What was asked for, where it is not what is taken anyway: the contracts' place, how services are provided. */
    asked: optional(Type.Object({ contracts: optional(Type.String()), services: optional(Type.String()) }, closed)),
    services: Type.Array(ServiceReport),
    versions: Type.Record(Type.String(), Type.String()),
    /** What a reader could miss: submodules that are not checked out, files that the application wrote beside its code. */
    remarks: Type.Array(Type.String()),
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

export type VerdictName = Frozen<typeof VerdictName>;
export type DiagnosticReport = Frozen<typeof DiagnosticReport>;
export type CheckReport = Frozen<typeof CheckReport>;
export type Reason = Frozen<typeof Reason>;
export type ServiceReport = Frozen<typeof ServiceReport>;
export type SubjectReport = Frozen<typeof SubjectReport>;
export type RunReport = Frozen<typeof RunReport>;
export type Counts = Frozen<typeof Counts>;
export type Scope = Frozen<typeof Scope>;
export type VerificationReport = Frozen<typeof VerificationReport>;
