const OPENING = '“({[';
const CLOSING = '”)}]';

/** Cuts at separators that stand outside of quotes and brackets. */
function cutOutside(words: string, separators: readonly string[]): string[] {
  const parts: string[] = [];
  let [depth, from, quoted] = [0, 0, false];
  for (let at = 0; at < words.length; at += 1) {
    const sign = words.charAt(at);
    if (sign === '"') quoted = !quoted;
    if (quoted) continue;
    if (OPENING.includes(sign)) depth += 1;
    if (CLOSING.includes(sign)) depth -= 1;
    const separator = depth === 0 ? separators.find((one) => words.startsWith(one, at)) : undefined;
    if (separator === undefined) continue;
    parts.push(words.slice(from, at));
    from = at + separator.length;
    at = from - 1;
  }
  return [...parts, words.slice(from)];
}

/** The parts of a list as words have it (`A, B or C`); undefined unless there are `count`: then one of them holds a separator itself. */
export function partsOfList(words: string, separators: readonly string[], count: number): string[] | undefined {
  const parts = cutOutside(words, separators).map((part) => part.trim());
  return parts.length === count ? parts : undefined;
}

const HOW_IT_WAITS =
  /(?:, reloading between looks)?(?:, for \d[\d.]*\s?(?:ms|s|m|min|h))?(?:; fails at once when [^]*)?$/u;

/** A look's words without how long it waits, and for what. */
export function withoutWaits(words: string): string {
  return words.replace(HOW_IT_WAITS, '');
}
