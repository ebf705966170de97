import { field } from '../../yaml/node.ts';
import type { Problems } from '../../yaml/problems.ts';
import { keySpanOf, stepsOf, type Subject } from './subject.ts';

/** Whether something is done; says so when not. */
export function hasAction(subject: Subject, problems: Problems): boolean {
  if (subject.plan.when.length > 0) return true;
  // A “when” that is missing, or no list, was reported.
  if (field(subject.node, 'when')?.kind !== 'list') return false;
  problems.error({
    code: 'empty-when',
    message: '“when” is empty: nothing is done',
    span: keySpanOf(subject, 'when'),
    hint: 'a read-only feature’s action is the read',
  });
  return false;
}

/** Whether something is expected; says so when not. */
export function hasExpectation(subject: Subject, problems: Problems): boolean {
  if (stepsOf(subject.plan).some(({ section, stated }) => stated && section !== 'given')) return true;
  problems.error({
    code: 'no-expectation',
    message: 'nothing is expected: there is no look in “then” and no expectation in “when”',
    span: keySpanOf(subject, 'then'),
    hint: 'add a look to “then”, or expect: … to a step of “when”',
  });
  return false;
}
