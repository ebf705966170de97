import { isBrowserProbe, type CriterionPlan, type Probe, type SystemPlan } from '../../contracts/language/index.ts';
import { makingSteps } from './prepare-actors.ts';

/** Whether a criterion, or the making of one of its actors, has a step that takes a browser. */
export function needsBrowser(criterion: CriterionPlan, { actors }: Pick<SystemPlan, 'actors'>): boolean {
  const making = criterion.actors.flatMap((name) => {
    const actor = actors[name];
    return actor === undefined ? [] : makingSteps(actor);
  });
  return [...making, ...criterion.given, ...criterion.when, ...criterion.then].some(({ probe }) => isInBrowser(probe));
}

function isInBrowser(probe: Probe<unknown>): boolean {
  if (probe.verb === 'together') return probe.steps.some((step) => isInBrowser(step.probe));
  if (probe.verb === 'values.agree') return probe.readings.some((reading) => isInBrowser(reading.probe));
  if (probe.verb === 'system.latency') return probe.from === 'browser';
  return isBrowserProbe(probe);
}
