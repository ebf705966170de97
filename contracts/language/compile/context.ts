import type { NamedUse } from '../position.ts';
import type { Section } from '../plan.ts';
import type { WrittenVerb } from '../schema/verbs.ts';
import type { Node, Span } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { ExpressionContext } from './expression.ts';

/** The names that a system gives to steps. */
export interface SystemNames {
  /** Actors with the values they have; without `guest`. */
  readonly actors: ReadonlyMap<string, readonly string[]>;
  readonly databases: readonly string[];
  readonly apps: readonly string[];
  /** All other services. */
  readonly containers: readonly string[];
  /** Actors whose session leaves a page open: they sign in by browser steps. */
  readonly opening: ReadonlySet<string>;
  /** False when system.yaml could not be read: then every name may be right. */
  readonly known: boolean;
  /** How long a service may take to be ready again, in ms. */
  readonly readyMs: number;
}

/** What compiling a step needs to know of the place where it stands. */
export interface StepContext extends ExpressionContext {
  readonly section: Section;
  /** Who acts when the step does not say. */
  readonly actor: string | undefined;
  readonly system: SystemNames;
  /** Whether it is one of the steps by which an actor signs in in the browser. */
  readonly inSession?: boolean;
  /** Whether it begins at the same moment as others. */
  readonly inTogether?: boolean;
}

/** One step with exactly one verb: named steps are written out, parameters are in place. */
export interface WrittenStep {
  readonly verb: WrittenVerb;
  readonly verbSpan: Span;
  readonly parameters: Node;
  readonly via: readonly NamedUse[];
  /** The steps of a `together`. */
  readonly inner?: readonly WrittenStep[];
  /** Names the uses of named steps that led here. */
  readonly problems: Problems;
}
