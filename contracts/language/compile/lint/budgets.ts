import type { PlanStep } from '../../plan.ts';
import { placeOf, spanOf, stepsOf, type Rule } from './subject.ts';

const standardWithinMs = 5_000;
const longPauseMs = 5_000;

/** What must wait for longer than the criterion may take can't be satisfied. */
export const budgetsFit: Rule = (subject, problems) => {
  const { plan, system } = subject;
  const { deadlineMs } = plan;
  const standard = [standardWithinMs, system.readyMs];
  for (const step of stepsOf(plan)) {
    const needed = step.withinMs + (step.staysMs ?? 0);
    const isWritten = step.staysMs !== undefined || !standard.includes(step.withinMs);
    if (needed <= deadlineMs || !isWritten) continue;
    problems.error({
      code: 'budget',
      message: `this step may take ${seconds(needed)}, and the criterion ${seconds(deadlineMs)}`,
      ...placeOf(step),
      hint: `deadline: ${seconds(Math.ceil(needed / 10_000) * 10_000)}, or a shorter within`,
    });
    return;
  }
  const atLeast = stepsOf(plan).reduce((sum, step) => sum + leastMs(step), 0);
  if (atLeast < deadlineMs) return;
  problems.error({
    code: 'budget',
    message: `its steps take ${seconds(atLeast)} at least, and the criterion ${seconds(deadlineMs)} at most`,
    span: spanOf(subject, 'deadline'),
  });
};

/** Waiting is no evidence, and makes every run longer. */
export const pausesAreShort: Rule = ({ plan }, problems) => {
  for (const step of stepsOf(plan)) {
    if (step.probe.verb !== 'system.wait' || step.probe.forMs <= longPauseMs) continue;
    problems.warning({
      code: 'long-pause',
      message: `waiting for ${seconds(step.probe.forMs)}, whatever happens`,
      ...placeOf(step),
      hint: 'a look waits by itself until it holds',
    });
  }
};

function leastMs({ probe, staysMs = 0 }: PlanStep): number {
  if (probe.verb === 'system.wait') return probe.forMs;
  if (probe.verb === 'together') return Math.max(0, ...probe.steps.map(leastMs));
  if (probe.verb === 'browser.click') return ((probe.times ?? 1) - 1) * (probe.everyMs ?? 0);
  return staysMs;
}

function seconds(milliseconds: number): string {
  return `${String(milliseconds / 1_000)}s`;
}
