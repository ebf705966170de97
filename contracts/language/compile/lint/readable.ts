import { spanOf, stepsOf, type Rule } from './subject.ts';

const manySteps = 12;

/** What people agree on, they have read to the end. */
export const isReadable: Rule = (subject, problems) => {
  const { length } = stepsOf(subject.plan);
  if (length <= manySteps) return;
  problems.warning({
    code: 'many-steps',
    message: `${String(length)} steps: more than ${String(manySteps)} are hard to read`,
    span: spanOf(subject, 'id'),
  });
};
