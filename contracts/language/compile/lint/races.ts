import { placeOf, stepsOf, type Rule } from './subject.ts';

/** What races comes out differently each time: once proves little. */
export const racesRepeat: Rule = ({ plan }, problems) => {
  if (plan.repeat > 1) return;
  const race = stepsOf(plan).find(
    ({ probe }) => probe.verb === 'together' || (probe.verb === 'browser.click' && (probe.times ?? 1) > 1),
  );
  if (race === undefined) return;
  problems.error({
    code: 'repeat-missing',
    message: 'acts that race with each other come out differently each time: once proves little',
    ...placeOf(race),
    hint: 'repeat: 5',
  });
};
