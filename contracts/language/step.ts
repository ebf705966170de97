import type { Expression } from './expression.ts';
import type { Matcher } from './matcher.ts';
import type { Origin, Position } from './position.ts';
import type { Probe } from './probe.ts';

/** From the weakest to the strongest. */
export type Claim = 'shown' | 'served' | 'persisted' | 'durable';

export type Section = 'create' | 'signIn' | 'given' | 'when' | 'then' | 'always';

/** One probe, with what is expected of what it observes. `V` as in `Probe`. */
export interface Step<V> {
  /** Unique in its criterion: `given.1`, `then.3`; `reader.create.1` for an actor's steps. */
  readonly id: string;
  readonly section: Section;
  /** The step in words, made from its verb and parameters: `see button “Favorite” (pressed) as reader`. */
  readonly words: string;
  readonly origin: Origin;
  readonly probe: Probe<V>;
  /** Judged against the observation. Every step has one; `stated` says whether the contract's author wrote it or the verb implies it. */
  readonly expectation: Matcher<V>;
  readonly stated: boolean;
  /** Whether it only looks (and may be polled), or acts (exactly once). */
  readonly kind: 'look' | 'act';
  /** Whether what is wanted is that something is not there: then it must hold after settling. */
  readonly absence: boolean;
  /** What its satisfaction can carry: undefined for acts and for steps that prove nothing of the claim. */
  readonly strength?: Claim;
  readonly save: readonly Save[];
  /** How long a look waits; for an act, how long it waits for its target. */
  readonly withinMs: number;
  /** Once it holds, it must hold that long. */
  readonly staysMs?: number;
  /** The page is loaded again between looks. */
  readonly reloads?: boolean;
  /** Over the same observation: once this holds there is nothing to wait for, and the look is violated. */
  readonly failIf?: Matcher<V>;
}

export type PlanStep = Step<Expression>;

/** Keeps the value at `pointer` (JSON Pointer into the response body, or into the rows) under `name`. */
export interface Save {
  readonly name: string;
  readonly pointer: string;
  readonly at: Position;
}
