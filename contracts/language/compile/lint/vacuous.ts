import type { Expression } from '../../expression.ts';
import type { Matcher } from '../../matcher.ts';
import { placeOf, stepsOf, type Rule } from './subject.ts';

type Compiled = Matcher<Expression>;

/** An expectation that any answer meets looks like evidence, and is none. */
export const expectationsDemand: Rule = ({ plan }, problems) => {
  for (const step of stepsOf(plan)) {
    if (!step.stated) continue;
    const part = emptyPart(step.expectation);
    if (part === undefined) continue;
    problems.warning({
      code: 'empty-expectation',
      message: part === '' ? 'any answer meets this expectation' : `anything meets what is expected of “${part}”`,
      ...placeOf(step),
      hint: 'expect a value that only the right answer has',
    });
  }
};

/** The part of an observation of which nothing is demanded: empty for all of it, undefined when there is none. */
function emptyPart(expectation: Compiled): string | undefined {
  if (isEmpty(expectation)) return '';
  if (expectation.is !== 'object') return undefined;
  for (const [part, matcher] of Object.entries(expectation.entries)) {
    if (part === 'elements') {
      const inner = matcher.is === 'each' ? emptyPart(matcher.item) : undefined;
      if (inner !== undefined) return inner;
    } else if (isEmpty(matcher)) return part;
  }
  return undefined;
}

/** Whether anything that is there meets a matcher. */
export function isEmpty(matcher: Compiled): boolean {
  if (matcher.is === 'all') return matcher.matchers.every(isEmpty);
  if (matcher.is === 'oneOf') return matcher.options.some(isEmpty);
  if (matcher.is === 'each') return isEmpty(matcher.item);
  if (matcher.is === 'length') return isEmpty(matcher.length);
  return isEmptyLeaf(matcher);
}

function isEmptyLeaf(matcher: Compiled): boolean {
  if (matcher.is === 'object') return !matcher.exactly && Object.keys(matcher.entries).length === 0;
  if (matcher.is === 'gte') return isLiteral(matcher.bound, 0);
  if (matcher.is === 'matches') return ['', '^', '.*', '^.*$'].some((pattern) => isLiteral(matcher.pattern, pattern));
  if (matcher.is === 'contains') return matcher.items.every((item) => item.is === 'equal' && isLiteral(item.value, ''));
  return matcher.is === 'type' || matcher.is === 'anything';
}

function isLiteral(expression: Expression, value: string | number): boolean {
  return expression.kind === 'literal' && expression.value === value;
}
