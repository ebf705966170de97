import type { Mismatch } from '../../schema/verification.ts';
import { formatValue } from './value-text.ts';
import { countOf } from './words.ts';

/** What was expected and seen of a table's changes. */
export interface ChangesWords {
  readonly expected: string;
  readonly seen: string;
}

const KINDS = ['inserted', 'updated', 'deleted'] as const;
const ROWS = /(inserted|updated|deleted): of length (\d+)/gu;

function rowsText(count: number, kind: string): string {
  return `${countOf(count, 'row', 'rows')} ${kind}`;
}

/** The judge’s words for what a table should have gone through, as people say them: `1 row deleted`. */
function expectedChanges(words: string): string {
  return words
    .replace(/^exactly \{ (.*) \}$/u, '$1')
    .replace(ROWS, (_whole, kind: string, count: string) => rowsText(Number(count), kind))
    .replaceAll('in any order ', '');
}

function changesOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const changes = value as Readonly<Record<string, unknown>>;
  const parts = KINDS.flatMap((kind) => {
    const rows = changes[kind];
    return Array.isArray(rows) ? [`${rowsText(rows.length, kind)} ${formatValue(rows)}`] : [];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

function ofTable({ message, expected, actual }: Mismatch): ChangesWords | undefined {
  const seen = actual === undefined ? 'no change' : changesOf(actual);
  if (seen === undefined) return undefined;
  if (message.startsWith('nothing else was expected')) return { expected: 'no change', seen };
  return typeof expected === 'string' ? { expected: expectedChanges(expected), seen } : undefined;
}

function ofKind(kind: string, { message, expected, actual }: Mismatch): ChangesWords | undefined {
  const rows = Array.isArray(actual) ? actual.length : actual === undefined ? 0 : undefined;
  if (rows === undefined) return undefined;
  const seen = rows === 0 ? 'none' : `${rowsText(rows, kind)} ${formatValue(actual)}`;
  if (message.startsWith('nothing else was expected')) return { expected: `no row ${kind}`, seen };
  const [, count] = /^(?:of length )?(\d+)(?: elements?)?$/u.exec(String(expected)) ?? [];
  return count === undefined ? undefined : { expected: rowsText(Number(count), kind), seen };
}

/** The mismatch of a table (`/favorites`) or of one kind of its changes (`/favorites/inserted`) in words; undefined where it is about something else. */
export function changesWords(keys: readonly string[], mismatch: Mismatch): ChangesWords | undefined {
  const [, kind] = keys;
  if (keys.length === 1) return ofTable(mismatch);
  return keys.length === 2 && kind !== undefined ? ofKind(kind, mismatch) : undefined;
}
