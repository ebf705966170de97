import type { Expression } from './expression.ts';
import type { Position } from './position.ts';
import type { Claim, PlanStep } from './probe.ts';

// A step has a probe, and the probe of `together` has steps: they stand in one file.
export type { Claim, PlanStep, Save, Section, Step } from './probe.ts';

/** What contracts compile to: plain data, in which every name is resolved and every step written out. */
export interface Plan {
  readonly system: SystemPlan;
  readonly contracts: readonly ContractPlan[];
  /** Everything that is needed of secrets, each name once. */
  readonly secrets: readonly SecretUse[];
}

/** A secret: the name of the environment variable that holds it, and where it is asked for first. */
export interface SecretUse {
  readonly name: string;
  readonly at: Position;
}

export interface ContractPlan {
  readonly name: string;
  readonly version: number;
  readonly title: string;
  readonly file: string;
  /** SHA-256 (hex) of the contract file's text. */
  readonly digest: string;
  /** The other files that it is made of (vocabularies, held-out rows and criteria), with the digests of their texts. */
  readonly parts: readonly { readonly file: string; readonly digest: string }[];
  readonly outOfScope: readonly string[];
  readonly criteria: readonly CriterionPlan[];
}

export interface CriterionPlan {
  readonly id: string;
  readonly title: Expression;
  readonly claim: Claim;
  readonly required: boolean;
  readonly position: Position;
  /** Who must exist and be signed in before `given`, in the order of their making; without `guest`. */
  readonly actors: readonly string[];
  /** The criterion's `let` and what it uses of the contract's, in an order in which each refers to earlier ones only. */
  readonly values: readonly NamedValue[];
  readonly given: readonly PlanStep[];
  readonly when: readonly PlanStep[];
  readonly then: readonly PlanStep[];
  /** What holds in every criterion: judged at its end. */
  readonly always: readonly PlanStep[];
  /** Bounds the whole criterion. */
  readonly deadlineMs: number;
  /** How often it is run; every run is judged. At least 1. */
  readonly repeat: number;
  /** The id of the criterion of the same contract whose demand this one's scene repeats. */
  readonly after?: string;
  /** Which row of its examples this is: its id is `AC-05.2`, and its values are those of the row. */
  readonly example?: { readonly of: string; readonly row: number };
  /** Never told to an agent but by id and title. */
  readonly heldOut: boolean;
  /** The same, so that it must be violated: by somebody who may, with other values, in another scene. */
  readonly contrast?: ContrastPlan;
}

/** What the negative control runs instead of the criterion: it must be violated. */
export interface ContrastPlan extends Pick<CriterionPlan, 'actors' | 'values' | 'given' | 'when' | 'then'> {
  readonly words: string;
}

/** A value made anew on every run. */
export interface NamedValue {
  readonly name: string;
  readonly from: ValueSource;
}

export type ValueSource =
  | { readonly kind: 'expression'; readonly expression: Expression }
  /** A method of @faker-js/faker, such as `internet.email`, and its one options argument. */
  | { readonly kind: 'fake'; readonly method: string; readonly options?: Expression }
  /** A text that matches this regular expression. */
  | { readonly kind: 'pattern'; readonly pattern: string }
  /** The environment variable of that name; shown nowhere. */
  | { readonly kind: 'secret'; readonly secret: string };

export interface SystemPlan {
  readonly name: string;
  readonly file: string;
  /** SHA-256 (hex) of system.yaml's text. */
  readonly digest: string;
  /** Relative to the repository under test; where commands run. */
  readonly root: string;
  readonly env: Readonly<Record<string, Expression>>;
  readonly install?: CommandPlan & { readonly key: readonly string[] };
  readonly build?: CommandPlan;
  readonly checks: readonly CheckPlan[];
  readonly services: readonly ServicePlan[];
  readonly actors: Readonly<Record<string, ActorPlan>>;
  /** Tables (`sessions`) and columns (`users.last_seen`) that no delta speaks of. */
  readonly volatile: readonly string[];
  /** Keep the application's process from one criterion to the next. */
  readonly keepApp: boolean;
  /** Whether the browser finds hosts that are not the system's own. */
  readonly internet: 'allow' | 'none';
  /** What pages get from foreign hosts, from files of the contracts' side. */
  readonly serve: readonly ServedFile[];
  /** Globs, relative to the repository, of what whoever does the work must not change. */
  readonly protected: readonly string[];
  /** Of all browsers, where an actor has no own. */
  readonly place: Place;
}

/** `cdn.example/app.css`, and the file (relative to the repository) that it is answered with. */
export interface ServedFile {
  readonly url: string;
  readonly file: string;
  readonly at: Position;
}

/** Where somebody is, as a browser tells pages: an IANA time zone and a BCP 47 language tag. */
export interface Place {
  readonly timezone?: string;
  readonly locale?: string;
}

/** A command line, split into words as a shell would, and run without one. */
export interface CommandPlan {
  readonly run: readonly string[];
  /** The command as written. */
  readonly text: string;
  readonly withinMs: number;
  /** Services that must be up, and whose addresses the environment may refer to. */
  readonly needs: readonly string[];
  readonly at: Position;
}

export type CheckParser = 'tsc' | 'eslint' | 'mocha' | 'lines';

export interface CheckPlan extends CommandPlan {
  readonly name: string;
  readonly parser: CheckParser;
  readonly required: boolean;
}

export type ServicePlan = PostgresPlan | ContainerPlan | AppPlan;

export interface PostgresPlan {
  readonly kind: 'postgres';
  readonly name: string;
  /** The image for containers mode. */
  readonly image: string;
  readonly migrate?: CommandPlan;
  /** `file` is relative to the repository under test. */
  /** `at`: where the file is named. */
  readonly seed?: { readonly file: string; readonly after: 'migrate' | 'app'; readonly at: Position };
  /** Where it is, when somebody else runs it: then it is neither made nor reset. */
  readonly url?: Expression;
  readonly at: Position;
}

/** Any other service, in a container of its own for each criterion. */
export interface ContainerPlan {
  readonly kind: 'container';
  readonly name: string;
  readonly image: string;
  /** Inside the container. */
  readonly port: number;
  readonly env: Readonly<Record<string, Expression>>;
  /** Instead of the image's own. */
  readonly command?: readonly string[];
  readonly ready: ContainerReady & { readonly withinMs: number };
  readonly at: Position;
}

/** A line that it writes (a part of it), a path that answers 2xx, or that its port accepts connections. */
export type ContainerReady =
  | { readonly by: 'log'; readonly log: string }
  | { readonly by: 'path'; readonly path: string }
  | { readonly by: 'port' };

export interface AppPlan {
  readonly kind: 'app';
  readonly name: string;
  readonly start: AppStart;
  /** May refer to `db.url`, `app.port`, `run.commit`. */
  readonly env: Readonly<Record<string, Expression>>;
  readonly ready: { readonly path: string; readonly withinMs: number };
  /** Where the application says which commit it was built from: must equal the subject's. */
  readonly identity?: { readonly path: string; readonly at: string };
  /** Log files beside stdout and stderr, relative to the folder that it is started in. */
  readonly logs: readonly string[];
  readonly at: Position;
}

/** How an application is started, or where somebody else started it. `text` says it in words, as written. */
export type AppStart =
  | (CommandPlan & { readonly by: 'command'; readonly in: string })
  | {
      readonly by: 'dockerfile';
      readonly text: string;
      /** The Dockerfile and the folder that it is built in, relative to `root`. */
      readonly file: string;
      readonly context: string;
      /** Where the application listens inside the container; `app.port` when left out. */
      readonly port?: number;
      readonly withinMs: number;
      readonly at: Position;
    }
  | {
      readonly by: 'url';
      readonly text: string;
      readonly url: Expression;
      readonly withinMs: number;
      readonly at: Position;
    };

export interface ActorPlan {
  readonly name: string;
  readonly values: readonly NamedValue[];
  readonly create: readonly PlanStep[];
  readonly signIn: readonly PlanStep[];
  readonly session: SessionPlan;
  /** Other actors that its steps name. */
  readonly dependsOn: readonly string[];
  readonly place: Place;
}

/** How the actor's browser and API agent carry the session that signIn gave. */
export interface SessionPlan {
  readonly api: { readonly cookies: boolean; readonly headers: Readonly<Record<string, Expression>> };
  readonly browser: {
    readonly cookies: boolean;
    readonly localStorage: Readonly<Record<string, Expression>>;
    readonly signIn: readonly PlanStep[];
  };
}
