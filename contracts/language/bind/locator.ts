import type { Expression } from '../expression.ts';
import type { Locator, TextMatch } from '../locator.ts';
import type { Value } from '../value.ts';
import { evaluateInto, type Evaluation } from './evaluate.ts';
import { escapePattern } from './matcher.ts';

/** Binds what a locator looks for; references inside patterns match just themselves. */
export function bindLocator(locator: Locator<Expression>, evaluation: Evaluation): Locator<Value> {
  const { by, inside, has, nth, frame } = locator;
  return {
    by: bindBy(by, evaluation),
    ...(inside === undefined ? {} : { inside: bindLocator(inside, evaluation) }),
    ...(has === undefined ? {} : { has: bindLocator(has, evaluation) }),
    ...(nth === undefined ? {} : { nth }),
    ...(frame === undefined ? {} : { frame: bindLocator(frame, evaluation) }),
  };
}

function bindBy(by: Locator<Expression>['by'], evaluation: Evaluation): Locator<Value>['by'] {
  switch (by.kind) {
    case 'role':
      return {
        kind: by.kind,
        role: by.role,
        ...(by.name === undefined ? {} : { name: bindText(by.name, evaluation) }),
      };
    case 'testId':
      return { kind: by.kind, id: evaluateInto(by.id, evaluation) };
    case 'css':
      return { kind: by.kind, selector: evaluateInto(by.selector, evaluation) };
    case 'label':
    case 'text':
    case 'placeholder':
    case 'alt':
    case 'title':
      return { kind: by.kind, text: bindText(by.text, evaluation) };
  }
}

function bindText(match: TextMatch<Expression>, evaluation: Evaluation): TextMatch<Value> {
  if (match.how !== 'matches') return { how: match.how, text: evaluateInto(match.text, evaluation) };
  return { how: match.how, pattern: evaluateInto(match.pattern, { ...evaluation, encode: escapePattern }) };
}
