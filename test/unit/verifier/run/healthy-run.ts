import type { Step, Value } from '../../../../contracts/language/index.ts';
import type { Observation } from '../../../../verifier/probes/observation.ts';
import { saw, type Script } from './scripted-run.ts';

/** Acts on a page, and looks at it and into the database. */
export const criterion = `
  claim: persisted
  given: [ { browser.open: { as: reader, path: / } } ]
  when:  [ { browser.click: { as: reader, role: button, name: Save } } ]
  then:
    - browser.see: { as: reader, text: Saved }
    - db.query: { sql: "select 1 as n", expect: { rows: [ { n: 1 } ] } }
    - db.delta: { notes: { inserted: 1 } }
`;

/** What a healthy application and its database let each step of the criterion observe. */
export const healthyObservations: Readonly<Record<string, Value>> = {
  'api.request': { status: 201, headers: {}, text: '' },
  'browser.see': { count: 1, elements: [{}], texts: ['Saved'] },
  'db.query': { rows: [{ n: 1 }] },
  'db.delta': { notes: { inserted: [{ id: 1 }] } },
};

/** All is well. */
export const healthy: Script = ({ probe }) => saw(healthyObservations[probe.verb] ?? { outcome: 'done' });

/** Not to be seen. */
export const missing = saw({ count: 0, elements: [], texts: [] });
/** The healthy script, but for one step. */
export function but(id: string, observe: (times: number, step: Step<Value>) => Observation): Script {
  let times = 0;
  return (step, clock) => (step.id === id ? observe((times += 1), step) : healthy(step, clock));
}
