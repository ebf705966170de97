import { evaluate, stringifyJson, type Expression, type Scope } from '../../contracts/language/index.ts';

/** An expression's value as text; what has no value is shown by its name, as it was written. */
export function textOf(expression: Expression, scope: Scope): string {
  const evaluated = evaluate(expression, scope);
  if (!evaluated.ok) return evaluated.missing.map((name) => `{{${name}}}`).join(' ');
  return typeof evaluated.value === 'string' ? evaluated.value : stringifyJson(evaluated.value);
}
