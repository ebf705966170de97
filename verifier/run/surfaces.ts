import type { Step, Value } from '../../contracts/language/index.ts';
import type { EvidenceRef } from '../../reports/index.ts';
import type { Observation } from '../probes/observation.ts';

/** How long a probe may take; monotonic milliseconds. */
export interface Deadline {
  /** When this step's waiting is over. */
  readonly stepMs: number;
  /** When the whole criterion is over; bounds everything. */
  readonly criterionMs: number;
}

/**
 * Everything that one criterion can act on and look at: its actors' browsers and API agents, its databases, its application.
 * The only door from a criterion's run to the world.
 */
export interface Surfaces {
  /** One act, or one reading; never repeated in here. */
  perform(step: Step<Value>, deadline: Deadline): Promise<Observation>;
  /** Waits until every open page and every database is quiet (bounded): no request in flight, no change of a document or of rows. */
  settle(): Promise<void>;
  /** Waits for the requests that pages sent since `when` began and that may change something; tells those that are open at the deadline (monotonic). */
  finishWrites(deadlineMs: number): Promise<readonly string[]>;
  /** Notes where the database stands and from when requests count: just before `when`. */
  markWhen(): Promise<void>;
  /** Gives the actor's browser and API agent the session that its signIn steps brought. */
  startSession(actor: string, session: ActorSession): void;
  /** What the page showed when a step of this actor failed. */
  capture(actor: string, title: string): Promise<readonly EvidenceRef[]>;
  /** Loads the actor's page again, between two looks, and lets it settle. Never rejects for what the page does. */
  reload(actor: string, deadlineMs: number): Promise<string | undefined>;
  /** Lifts all faults that steps set up, so that the environment is whole again; tells those that had no effect, or did not last, by the id of their step. */
  liftFaults(): Promise<ReadonlyMap<string, string>>;
  /** How the application ended, when nobody told it to. */
  appEnd(): AppEnd | undefined;
  /** Asks the browser whether it is still there: what is to be said when it ended under the criterion, and nobody had told it to. */
  browserEnd(): Promise<string | undefined>;
  /** Everything recorded along the way: network, console, the service's log, a last picture of each page. */
  finish(): Promise<readonly EvidenceRef[]>;
}

/** A signed-in actor's means, with all references bound. */
export interface ActorSession {
  readonly apiCookies: boolean;
  readonly apiHeaders: Readonly<Record<string, string>>;
  readonly browserCookies: boolean;
  readonly localStorage: Readonly<Record<string, string>>;
  /** Taken again in each fresh browser. */
  readonly browserSignIn: readonly Step<Value>[];
}

/** An application's end that was not our doing. */
export interface AppEnd {
  readonly name: string;
  /** Its own exit code; null when a signal ended it, or it could not be said. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Why nobody knows how it ended, or whether. */
  readonly error?: string;
  /** The line that it wrote last to stderr, or to stdout, and that is no part of a stack; empty when it wrote nothing. */
  readonly lastWords: string;
}
