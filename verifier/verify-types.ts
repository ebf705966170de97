import type { Diagnostic } from '../contracts/language/index.ts';
import type { RunEvent, VerificationReport } from '../reports/index.ts';
import type { Clock } from './clock.ts';
import type { ServicesMode } from './environment/index.ts';
import type { ReadEvidence } from './evidence/index.ts';
import type { SubjectRequest } from './subject/index.ts';

/** What is to be verified, and how. */
export interface VerifyRequest {
  /** The repository, or any folder in it. */
  readonly repository: string;
  readonly subject: SubjectRequest;
  /** Where the contracts are, relative to the repository: a folder, or one file. */
  readonly contracts: string;
  /** Names of contracts; empty for all of them. */
  readonly selection: readonly string[];
  readonly services: ServicesMode;
  /** How many criteria run side by side; by default as the machine's processors allow. */
  readonly workers?: number;
  /** Replays a run's generated values. */
  readonly seed?: number;
  readonly allowPartial: boolean;
}

/** Everything of the world that a verification uses; passed in, so that nothing is read behind the caller's back. */
export interface VerifyWorld {
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly emit: (event: RunEvent) => void;
  /** PATH, HOME, LANG and the like: all of the environment that commands and applications may see. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** The environment variable of that name, for secrets that contracts ask for by name; asked for those alone. */
  readonly secretOf: (name: string) => string | undefined;
  /** Absolute; shared by all runs of this user: installs, builds, check results. */
  readonly cache: string;
  /** Absolute; folders of a run are made in it. */
  readonly temporary: string;
  /** `ASSAY_BROWSER`. */
  readonly browser?: string;
  /** Images to take instead of those that system.yaml names; `*` stands for all others. */
  readonly images: Readonly<Record<string, string>>;
  readonly processors: number;
  readonly randomInteger: () => number;
  /** The verifier's own version, Node's, the system's; the browser's is added. */
  readonly versions: Readonly<Record<string, string>>;
  /** Makes the HTML report; `read` gives the text of a piece of evidence. */
  readonly renderHtml: (report: VerificationReport, read: ReadEvidence) => string;
}

/** How a verification ended. Only `judged` has a verdict. */
export type VerifyResult =
  | {
      readonly kind: 'judged';
      readonly report: VerificationReport;
      readonly jsonPath: string;
      readonly htmlPath: string;
      /** The text of a piece of the run's evidence. */
      readonly read: ReadEvidence;
    }
  | {
      readonly kind: 'invalid-contracts';
      readonly diagnostics: readonly Diagnostic[];
      readonly sources: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'refused'; readonly why: string; readonly remedy: string }
  | { readonly kind: 'interrupted' };
