import { distance } from 'fastest-levenshtein';

/** “Quoted” for a message. */
export function quote(text: string): string {
  return `“${text}”`;
}

/** `a, b and c`, each quoted unless told otherwise. */
export function listWords(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${joint} ${words.at(-1) ?? ''}`;
}

/** The nearest of the names, when it is near enough to be what was meant. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = (name.length < 3 ? 1 : Math.max(2, Math.floor(name.length / 3))) + 1;
  for (const candidate of names) {
    const far = distance(name.toLowerCase(), candidate.toLowerCase());
    if (far < least && far < Math.max(name.length, candidate.length)) {
      least = far;
      best = candidate;
    }
  }
  return best;
}

/** A hint for a name that is not known: the nearest one, else all of them when they are few. */
export function nameHint(name: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `did you mean ${quote(nearest)}?`;
  if (known.length === 0) return undefined;
  return known.length <= 20 ? `known here: ${known.join(', ')}` : undefined;
}

/** How texts of a page are compared: white-space runs are one space, none at the ends, signs of private use (icon fonts) are dropped. */
export function normaliseText(text: string): string {
  return text
    .replace(/\p{Co}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** At most `length` code units, cut with an ellipsis. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** The words of an exception, for people: never its stack. Connection errors of several addresses become one line. */
export function wordsOfError(error: unknown): string {
  const both = bothErrors(error);
  if (both !== undefined) return both.map(wordsOfError).join('; ');
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(wordsOfError).join('; ');
  if (error instanceof Error) return error.message === '' ? error.name : error.message;
  return String(error);
}

/** What came first and what came while that was cleaned up, of an error that stands for both. */
function bothErrors(error: unknown): readonly unknown[] | undefined {
  return error instanceof Error && 'suppressed' in error && 'error' in error
    ? [error.suppressed, error.error]
    : undefined;
}
