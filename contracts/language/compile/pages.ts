import type { PlanStep } from '../plan.ts';
import type { ProbeVerb } from '../probe.ts';
import type { Problems } from '../yaml/problems.ts';
import type { SystemNames } from './context.ts';

const needNoPage: readonly ProbeVerb[] = [
  'browser.open',
  'browser.fresh',
  'browser.dialog',
  'browser.fail',
  'browser.requests',
  'browser.asked',
  'browser.downloaded',
];

type PlacedProbe = Pick<PlanStep, 'probe' | 'origin'>;

/** Says where an actor looks at, or acts on, a browser that shows no page yet: there an absence would hold for nothing. */
export function checkPages(steps: readonly PlanStep[], system: SystemNames, problems: Problems): void {
  const open = new Set(system.opening);
  for (const { probe, origin } of steps.flatMap(singleProbes)) {
    if (!('actor' in probe) || !probe.verb.startsWith('browser.')) continue;
    if (probe.verb === 'browser.open') open.add(probe.actor);
    if (probe.verb === 'browser.fresh' && (!probe.signedIn || !system.opening.has(probe.actor)))
      open.delete(probe.actor);
    if (open.has(probe.actor) || needNoPage.includes(probe.verb)) continue;
    problems.error({
      code: 'no-page',
      message: `${probe.actor} has opened no page before this ${writtenVerb(probe.verb)}`,
      span: { at: origin.written },
      related: origin.via.map(({ name, at }) => ({ message: `used here by “${name}”`, at })),
      hint: 'browser.open comes first, also after browser.fresh',
    });
    open.add(probe.actor);
  }
}

/** What a step does, one by one. */
function singleProbes({ probe, origin }: PlanStep): readonly PlacedProbe[] {
  if (probe.verb === 'together') return probe.steps;
  if (probe.verb === 'values.agree') return probe.readings.map((reading) => ({ probe: reading.probe, origin }));
  return [{ probe, origin }];
}

function writtenVerb(verb: ProbeVerb): string {
  return verb === 'browser.seeAny' ? 'browser.see' : verb;
}
