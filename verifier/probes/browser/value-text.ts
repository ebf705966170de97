import { stringifyJson, type Value } from '../../../contracts/language/index.ts';

/** A value as it would be typed or written on a page: text as it is, nothing for `null`, everything else as JSON. */
export function textOf(value: Value): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}
