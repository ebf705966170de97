import type { Expression, Reference } from '../expression.ts';
import { stringifyJson } from '../json.ts';
import type { Value } from '../value.ts';
import type { Scope } from './scope.ts';

/** What becomes of a reference's text inside other text: nothing, or an encoding of the place where it stands. */
export type TextEncoding = (text: string) => string;

/** A value, or the names (`reader.email`) that had none. */
export type Evaluated =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly missing: readonly string[] };

/** Evaluates an expression; a scalar that is nothing but a reference keeps its type and structure. */
export function evaluate(expression: Expression, scope: Scope): Evaluated {
  const missing = new Set<string>();
  const value = evaluateInto(expression, { scope, missing });
  return missing.size === 0 ? { ok: true, value } : { ok: false, missing: [...missing] };
}

/** What evaluation needs; collects the names without a value. */
export interface Evaluation {
  readonly scope: Scope;
  readonly missing: Set<string>;
  /** Applied to every reference, which then is text; not to what the contract's author wrote. */
  readonly encode?: TextEncoding;
}

/** The expression's value; what is missing is noted and stands as `null`. */
export function evaluateInto(expression: Expression, evaluation: Evaluation): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'reference': {
      const value = lookup(expression, evaluation);
      return evaluation.encode === undefined ? value : evaluation.encode(textOfValue(value));
    }
    case 'text':
      return expression.parts.map((part) => (typeof part === 'string' ? part : textOfPart(part, evaluation))).join('');
    case 'list':
      return expression.items.map((item) => evaluateInto(item, evaluation));
    case 'map':
      // fromEntries makes own entries of all names, `__proto__` too.
      return Object.fromEntries(
        Object.entries(expression.entries).map(([key, inner]) => [key, evaluateInto(inner, evaluation)]),
      );
  }
}

function lookup(reference: Reference, evaluation: Evaluation): Value {
  const value = evaluation.scope.lookup(reference.path);
  if (value === undefined) evaluation.missing.add(reference.path.join('.'));
  return value ?? null;
}

function textOfPart(reference: Reference, evaluation: Evaluation): string {
  const text = textOfValue(lookup(reference, evaluation));
  return evaluation.encode === undefined ? text : evaluation.encode(text);
}

/** A value inside text: texts as they are, everything else as JSON. */
export function textOfValue(value: Value): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
