import type {
  Cause,
  CheckReport,
  CriterionReport,
  Position,
  StepReport,
  VerificationReport,
} from '../../schema/verification.ts';

/** `1 criterion`, `2 criteria`. */
export function countOf(count: number, one: string, many: string): string {
  return `${String(count)} ${count === 1 ? one : many}`;
}

/** The text with a capital, as a sentence begins. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Milliseconds as people say them: `8 ms`, `1.2 s`, `2 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1000) return `${String(Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60))} min ${String(seconds % 60)} s`;
}

/** How long a layer, a step or a criterion took; nothing where that was not measured. */
export function tookText({
  durationMs,
  cached = false,
}: {
  readonly durationMs: number;
  readonly cached?: boolean;
}): string {
  if (cached) return 'as before';
  return durationMs === 0 ? '' : durationText(durationMs);
}

/** Bytes as people say them. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return countOf(bytes, 'byte', 'bytes');
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Where a person would look for what a verb speaks of. */
export type Surface = 'page' | 'API' | 'table' | 'service';

/** Where people would look; `at once` where several were taken together. */
const OWN_SURFACES: Readonly<Record<string, string>> = {
  together: 'at once',
  'always.noServerErrors': 'server',
  'always.noScriptErrors': 'page',
};

/** The surface of a step's verb; verbs of a later version are told of by their first part. */
export function surfaceOf(verb: string): Surface | (string & {}) {
  if (Object.hasOwn(OWN_SURFACES, verb)) return OWN_SURFACES[verb] ?? verb;
  const first = verb.split('.')[0] ?? verb;
  switch (first) {
    case 'browser':
      return 'page';
    case 'api':
      return 'API';
    case 'db':
      return 'table';
    case 'system':
      return 'service';
    default:
      return first;
  }
}

const CAUSES: Readonly<Record<Cause, string>> = {
  environment: 'the environment failed, not the application',
  precondition: 'its starting point could not be reached',
  'depends-on': 'a criterion that it builds on is itself not satisfied',
  secret: 'a secret that it needs is not set',
  'not-run': 'it was not run',
  skipped: 'it was skipped',
  time: 'its time was over before it could be judged',
  claim: 'what was seen does not carry its claim',
};

/** Why there is no judgement, for people. */
export function causeText(cause: Cause): string {
  return CAUSES[cause];
}

const CLAIMS: Readonly<Record<CriterionReport['claim'], string>> = {
  shown: 'it is seen on the page',
  served: 'the server gives it out, not only the page that was open',
  persisted: 'it is stored: a database read, or a session that took no part, finds it',
  durable: 'it is stored and still there after a restart and in an empty browser',
};

/** What a claim promises, in words. */
export function claimText(claim: CriterionReport['claim']): string {
  return CLAIMS[claim];
}

/** `file:line`. */
export function positionText(position: Position): string {
  return `${position.file}:${String(position.line)}`;
}

/** Where a step is written and, through named steps, where it is used; the innermost use last. */
export function originText(origin: StepReport['origin']): string {
  const { written } = origin;
  const uses = origin.via.map(({ name, at }) => {
    const place = at.file === written.file ? `:${String(at.line)}` : positionText(at);
    return `used at ${place} as “${name}”`;
  });
  return [positionText(written), ...uses].join(', ');
}

/** The commit's first twelve digits; texts that are no digest stay as they are. */
export function shortHash(hash: string): string {
  return /^[0-9a-f]{13,}$/u.test(hash) ? hash.slice(0, 12) : hash;
}

/** The commit; of a working tree that differs from it, that it does. No mark may claim a commit that was not verified. */
export function subjectText({ commit, dirty }: VerificationReport['subject']): string {
  return dirty ? `${shortHash(commit)} + changes` : shortHash(commit);
}

/** What a check brought, in a few words: its tests, its diagnostics, or its exit code. */
export function checkOutcome(check: CheckReport): string {
  const { judgement, tests, diagnostics, exitCode } = check;
  if (judgement.kind === 'unverified') return `${judgement.cause}: ${judgement.why}`;
  if (tests !== undefined) {
    const pending = tests.pending > 0 ? `, ${String(tests.pending)} pending` : '';
    return `${String(tests.passed)} passed, ${String(tests.failed)} failed${pending}`;
  }
  if (judgement.kind === 'satisfied') return '';
  const errors = diagnostics.filter(({ severity }) => severity === 'error').reduce((sum, { count }) => sum + count, 0);
  if (errors > 0) return countOf(errors, 'error', 'errors');
  return exitCode === undefined ? judgement.mismatches[0].message : `exit code ${String(exitCode)}`;
}
