import { describeWith, showValue } from '../describe.ts';
import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import type { Locator, TextMatch } from '../locator.ts';
import { quote, shorten } from '../wording.ts';

const longestWords = 80;

/** An expression inside a sentence: texts bare, references as they are written. */
export function plainWords(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'string' ? expression.value : showValue(expression.value);
    case 'reference':
      return `{{${expression.path.join('.')}}}`;
    case 'text':
      return expression.parts.map((part) => (typeof part === 'string' ? part : plainWords(part))).join('');
    case 'list':
      return `[ ${expression.items.map(valueWords).join(', ')} ]`;
    case 'map':
      return `{ ${Object.entries(expression.entries)
        .map(([key, inner]) => `${key}: ${valueWords(inner)}`)
        .join(', ')} }`;
  }
}

/** An expression as a value: texts in quotes. */
export function valueWords(expression: Expression): string {
  if (expression.kind === 'literal') return showValue(expression.value);
  if (expression.kind === 'text') return JSON.stringify(plainWords(expression));
  return plainWords(expression);
}

/** What is expected, in short words. */
export function expectedWords(matcher: Matcher<Expression>): string {
  return shorten(describeWith(matcher, valueWords), longestWords);
}

/** The elements that are meant: `button “Favorite” inside article “Tea”`. */
export function locatorWords(locator: Locator<Expression>): string {
  const has = locator.has === undefined ? '' : ` with ${locatorWords(locator.has)}`;
  const inside = locator.inside === undefined ? '' : ` inside ${locatorWords(locator.inside)}`;
  const nth =
    locator.nth === undefined ? '' : `${typeof locator.nth === 'number' ? `no. ${String(locator.nth)}` : locator.nth} `;
  const frame = locator.frame === undefined ? '' : ` in the frame ${locatorWords(locator.frame)}`;
  return `${nth}${byWords(locator.by)}${has}${inside}${frame}`;
}

function byWords(by: Locator<Expression>['by']): string {
  switch (by.kind) {
    case 'role':
      return by.name === undefined ? by.role : `${by.role} ${textWords(by.name)}`;
    case 'testId':
      return `test id ${quote(plainWords(by.id))}`;
    case 'css':
      return `css ${quote(plainWords(by.selector))}`;
    case 'label':
      return `field ${textWords(by.text)}`;
    case 'alt':
      return `image ${textWords(by.text)}`;
    case 'text':
    case 'placeholder':
    case 'title':
      return `${by.kind} ${textWords(by.text)}`;
  }
}

function textWords(match: TextMatch<Expression>): string {
  if (match.how === 'matches') return `like /${plainWords(match.pattern)}/`;
  const text = quote(plainWords(match.text));
  return match.how === 'whole' ? text : `with ${text} in it`;
}
