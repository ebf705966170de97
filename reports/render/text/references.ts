import type { CriterionReport } from '../../schema/verification.ts';
import { formatValue } from './value-text.ts';

/** Generated and saved values of a criterion, by name. */
export type Values = CriterionReport['values'];

const REFERENCE = /\{\{\s*([^{}\s]+)\s*\}\}/gu;
const MOST_OF_A_VALUE = 80;

/** A part of a text: as it is written, or the value that this run had for a name. */
export interface Part {
  readonly text: string;
  readonly name?: string;
}

/** The value of `title`, or of `author.email`, whichever way it was recorded. */
function valueAt(values: Values, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  return name.split('.').reduce<unknown>((inner, key) => {
    const isObject = typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key);
    return isObject ? (inner as Readonly<Record<string, unknown>>)[key] : undefined;
  }, values);
}

/** A step's words in parts; a name without a value stays as it is written. */
export function referenceParts(words: string, values: Values): Part[] {
  return words.split(REFERENCE).map((part, index): Part => {
    if (index % 2 === 0) return { text: part };
    const value = valueAt(values, part);
    if (value === undefined) return { text: `{{${part}}}` };
    const text = typeof value === 'string' ? value : formatValue(value);
    return { text: text.length > MOST_OF_A_VALUE ? `${text.slice(0, MOST_OF_A_VALUE)}…` : text, name: part };
  });
}

/** A step's words with the values that this run had. */
export function fillReferences(words: string, values: Values): string {
  return referenceParts(words, values)
    .map(({ text }) => text)
    .join('');
}
