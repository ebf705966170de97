import { VerificationReport as Schema } from '../reports/schema/verification.ts';

/** The words that every report is written with: names of its fields, and its own terms such as `satisfied`, and those of JSON. */
export const reportWords: ReadonlySet<string> = new Set([...wordsOf(Schema), 'true', 'false', 'null']);

function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) => {
    if (key === 'const' && typeof value === 'string') return [value];
    if (key === 'enum' && Array.isArray(value)) return value.filter((word) => typeof word === 'string');
    const fields = key === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : [];
    return [...fields, ...wordsOf(value)];
  });
}
