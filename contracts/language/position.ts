/** A place in a file; `line` and `column` count from 1. `file` is relative to the repository under test. */
export interface Position {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The use of a named step, on the way from a criterion to the step that is written out. */
export interface NamedUse {
  readonly name: string;
  readonly at: Position;
}

/** Where a step is written, and the uses of named steps that led there, outermost first (empty when it is written in the criterion itself). */
export interface Origin {
  readonly written: Position;
  readonly via: readonly NamedUse[];
}
