import type { Position } from './position.ts';

/** Something wrong in a contract, a vocabulary or a system file. Text with code frame comes from `formatDiagnostics`. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Stable and kebab-case: `unknown-key`, `unknown-reference`, `empty-when`, … */
  readonly code: string;
  /** What is wrong and what was expected, in one sentence without a full stop at the end. */
  readonly message: string;
  readonly at: Position;
  /** End of the marked text on the same line, exclusive column. */
  readonly endColumn?: number;
  /** What to do: the nearest name, an example. */
  readonly hint?: string;
  /** Other places that belong to it: where an anchor is used, where the other key is. */
  readonly related?: readonly { readonly message: string; readonly at: Position }[];
}
