import type { Diagnostic } from '../diagnostic.ts';
import type { Position } from '../position.ts';
import type { Span } from './node.ts';

/** A diagnostic before it has its severity; the place is a node's span. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly span: Pick<Span, 'at' | 'endColumn'> & Partial<Pick<Span, 'aliases'>>;
  readonly hint?: string | undefined;
  readonly related?: readonly { readonly message: string; readonly at: Position }[];
}

type Related = NonNullable<Diagnostic['related']>;

/** Collects what is wrong. The same problem at the same place is kept once (a named step is compiled at each use). */
export class Problems {
  readonly #state: { readonly found: Map<string, Diagnostic>; errors: number };
  readonly #related: Related;

  constructor(state = { found: new Map<string, Diagnostic>(), errors: 0 }, related: Related = []) {
    this.#state = state;
    this.#related = related;
  }

  /** The same collection; what is added by it also names these places. */
  relatedTo(related: Related): Problems {
    return new Problems(this.#state, [...this.#related, ...related]);
  }

  error(problem: Problem): void {
    this.#add('error', problem);
  }

  warning(problem: Problem): void {
    this.#add('warning', problem);
  }

  #add(severity: Diagnostic['severity'], problem: Problem): void {
    const { code, message, span, hint } = problem;
    const aliases = (span.aliases ?? []).map((alias) => ({ message: `used here as *${alias.name}`, at: alias.at }));
    const related = [...(problem.related ?? []), ...aliases, ...this.#related];
    const key = `${span.at.file}:${String(span.at.line)}:${String(span.at.column)}:${code}:${message}`;
    const known = this.#state.found.get(key);
    if (known !== undefined) {
      // What stands behind an anchor is found where it is written first, and then where an alias repeats it.
      if (known.related === undefined && related.length > 0) this.#state.found.set(key, { ...known, related });
      return;
    }
    if (severity === 'error') this.#state.errors += 1;
    this.#state.found.set(key, {
      severity,
      code,
      message,
      at: span.at,
      ...(span.endColumn === undefined ? {} : { endColumn: span.endColumn }),
      ...(hint === undefined ? {} : { hint }),
      ...(related.length === 0 ? {} : { related }),
    });
  }

  /** Whether what is added is inside a named step, or another place that is named along. */
  get isNested(): boolean {
    return this.#related.length > 0;
  }

  /** How many errors there are: two counts tell whether a part of the work had one. */
  get errorCount(): number {
    return this.#state.errors;
  }

  /** Whether there is an error in one of these files. */
  hasErrorIn(files: readonly string[]): boolean {
    return [...this.#state.found.values()].some(({ severity, at }) => severity === 'error' && files.includes(at.file));
  }

  /** Everything found, by file, line and column. */
  all(): Diagnostic[] {
    return sortDiagnostics([...this.#state.found.values()]);
  }
}

/** By file, line and column. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(byPlace);
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  if (left.at.file !== right.at.file) return left.at.file < right.at.file ? -1 : 1;
  return left.at.line - right.at.line || left.at.column - right.at.column || (left.message < right.message ? -1 : 1);
}
