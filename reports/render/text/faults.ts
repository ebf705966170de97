import type { StepReport } from '../../schema/verification.ts';

const FAULTS: readonly string[] = ['browser.fail', 'db.reject', 'system.stop', 'system.pause', 'system.latency'];
const ENDS: readonly string[] = ['system.start', 'system.restart'];

/** Whether the verb makes something fail that would work. */
export function isFault({ verb }: Pick<StepReport, 'verb'>): boolean {
  return FAULTS.includes(verb);
}

/** Of `stop of db` and of the words that begin so. */
function serviceIn({ words }: StepReport): string | undefined {
  return /^[a-z]+ of (\S+?)[,;:]?(?:\s|$)/u.exec(words)?.[1];
}

function untilOf(step: StepReport, steps: readonly StepReport[]): string {
  if (step.verb === 'browser.fail') return 'for that one call';
  const whole = 'until the criterion ends';
  if (step.verb !== 'system.stop' && step.verb !== 'system.pause') return whole;
  const end = steps
    .slice(steps.findIndex(({ id }) => id === step.id) + 1)
    .find((other) => ENDS.includes(other.verb) && serviceIn(other) === serviceIn(step));
  return end === undefined ? whole : `until the ${end.words}`;
}

/** `made to fail on purpose, until the criterion ends`; undefined of steps that are no fault, or were not taken. */
export function faultText(step: StepReport, steps: readonly StepReport[]): string | undefined {
  if (!isFault(step) || step.judgement.kind !== 'satisfied') return undefined;
  return `made to fail on purpose, ${untilOf(step, steps)}`;
}
