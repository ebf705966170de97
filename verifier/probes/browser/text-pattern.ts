import { normaliseText, type TextMatch, type Value } from '../../../contracts/language/index.ts';
import { textOf } from './value-text.ts';

/** What people don't see and authors don't write: private-use signs (icon fonts); and, as in Playwright's accessible names, zero-width spaces and soft hyphens. */
const unseen = '\\p{Co}\\u200b\\u00ad';
const unseenRun = `[${unseen}]*`;
const gapRun = `[\\s${unseen}]*`;
const gap = `(?:${unseenRun}\\s${gapRun})`;

/** Thrown for a locator that nothing could ever find: a pattern or selector that does not parse. The contract is wrong, not the page. */
export class UnusableLocator extends Error {
  override readonly name = 'UnusableLocator';
}

/**
 * The expression that raw text (as it stands in the document) must match. Equivalent to comparing `normaliseText` of it, but
 * usable where the text can't be changed first: inside Playwright's selectors.
 */
export function patternOf(match: TextMatch<Value>): RegExp {
  if (match.how === 'matches') return authorsPattern(textOf(match.pattern));
  const body = literal(normaliseText(textOf(match.text)));
  return match.how === 'whole' ? new RegExp(`^${gapRun}${body}${gapRun}$`, 'u') : new RegExp(body, 'u');
}

function literal(text: string): string {
  const parts = Array.from(text, (sign) => (sign === ' ' ? gap : escapeSign(sign)));
  return parts.join(unseenRun);
}

/** A code point escape: Playwright does not quote a `u` pattern in its selectors, so no quote, slash or ">>" may stand in it. */
function escapeSign(sign: string): string {
  return /[A-Za-z0-9]/u.test(sign) ? sign : `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`;
}

/** The author's pattern speaks of normal text: its anchors and spaces are made to bear what normal text leaves out. */
function authorsPattern(source: string): RegExp {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    throw new UnusableLocator(error instanceof Error ? error.message : `/${source}/u is no regular expression`);
  }
  return new RegExp(tolerant(source), 'su');
}

const tokens = /\\u\{[^}]*\}|\\[\s\S]|[\s\S]/gu;

function tolerant(source: string): string {
  let inClass = false;
  let before = '';
  let out = '';
  for (const [token] of source.matchAll(tokens)) {
    if (token === '[') inClass = true;
    else if (token === ']') inClass = false;
    out += inClass || token === ']' ? quoteless(token, before) : tolerantToken(token, before);
    before = token;
  }
  return out;
}

function tolerantToken(token: string, before: string): string {
  switch (token) {
    case '^':
      return `^${gapRun}`;
    case '$':
      return `${gapRun}$`;
    case ' ':
    case '\\s':
      return gap;
    default:
      return quoteless(token, before);
  }
}

function quoteless(token: string, before: string): string {
  return /^["'`]$/u.test(token) || (token === '>' && before === '>') ? escapeSign(token) : token;
}
