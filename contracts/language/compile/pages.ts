import type { PlanStep } from '../plan.ts';
import type { ProbeVerb } from '../probe.ts';
import type { Problems } from '../yaml/problems.ts';
import type { SystemNames } from './context.ts';
import { placeOf } from './lint/subject.ts';

const needNoPage: readonly ProbeVerb[] = [
  'browser.open',
  'browser.fresh',
  'browser.dialog',
  'browser.fail',
  'browser.requests',
  'browser.asked',
  'browser.downloaded',
];

/** What is done at once, and the step that says so. */
interface Single {
  readonly probe: PlanStep['probe'];
  readonly step: Pick<PlanStep, 'probe' | 'origin'>;
}

/** Says where an actor looks at, or acts on, a browser that shows no page yet: there an absence would hold for nothing. */
export function checkPages(steps: readonly PlanStep[], system: SystemNames, problems: Problems): void {
  const open = new Set(system.opening);
  for (const { probe, step } of steps.flatMap(singleProbes)) {
    if (!('actor' in probe) || !probe.verb.startsWith('browser.')) continue;
    if (probe.verb === 'browser.open') open.add(probe.actor);
    if (probe.verb === 'browser.fresh' && (!probe.signedIn || !system.opening.has(probe.actor)))
      open.delete(probe.actor);
    if (open.has(probe.actor) || needNoPage.includes(probe.verb)) continue;
    problems.error({
      code: 'no-page',
      message: `${probe.actor} has opened no page before this ${writtenVerb(probe.verb)}`,
      ...placeOf(step),
      hint: 'browser.open comes first, also after browser.fresh',
    });
    open.add(probe.actor);
  }
}

/** What a step does, one by one. */
function singleProbes(step: PlanStep): readonly Single[] {
  const { probe } = step;
  if (probe.verb === 'together') return probe.steps.map((inner) => ({ probe: inner.probe, step: inner }));
  if (probe.verb === 'values.agree') return probe.readings.map((reading) => ({ probe: reading.probe, step }));
  return [{ probe, step }];
}

function writtenVerb(verb: ProbeVerb): string {
  return verb === 'browser.seeAny' ? 'browser.see' : verb;
}
