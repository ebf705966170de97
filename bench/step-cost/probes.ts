import { bindStep, scopeOf, type Step, type Value } from '../../contracts/language/index.ts';
import type { Stack } from '../../verifier/environment/index.ts';
import { createApiAgent } from '../../verifier/probes/api/index.ts';
import { performDatabaseProbe } from '../../verifier/probes/database/index.ts';
import type { Observation } from '../../verifier/probes/observation.ts';
import { systemClock } from '../system-clock.ts';
import type { MeasuredVerb } from './contract.ts';
import { never, type StepGround } from './ground.ts';

/** The verifier's probes, called one after the other without the engine around them. */
export interface BareProbes extends AsyncDisposable {
  readonly perform: (step: Step<Value>) => Promise<Observation>;
}

const withinMs = 5_000;

export function openProbes({ engine, sink }: StepGround, stack: Stack): BareProbes {
  const browser = engine.openCriterion({
    appUrl: stack.app.url,
    clock: systemClock,
    signal: never,
    sink,
    sessionOf: () => undefined,
    placeOf: () => ({}),
    files: new Map(),
    matches: () => true,
  });
  const agent = createApiAgent({ baseUrl: stack.app.url, sink, clock: systemClock, signal: never });
  const database = { databases: stack.databases, sink, clock: systemClock, volatile: [], spans: new Map() };
  return {
    perform: async ({ probe, words }) => {
      const { verb } = probe;
      if (verb === 'api.request') return await agent.perform(probe, withinMs);
      if (verb === 'db.query') return await performDatabaseProbe(probe, database, withinMs);
      if (verb !== 'browser.see' && verb !== 'browser.at' && verb !== 'browser.open')
        throw new Error(`${verb} is not measured`);
      const deadlineMs = systemClock.monotonicMs() + 60_000;
      return await browser.perform(probe, { id: 'given.1', title: words, withinMs, deadlineMs });
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  };
}

/** The criterion's steps of `given` for this kind of look, with all references replaced: the page that is opened, then the looks. */
export function boundSteps({ plan }: StepGround, verb: MeasuredVerb): readonly Step<Value>[] {
  const criterion = plan.contracts[0]?.criteria.find(({ given }) => given[1]?.probe.verb === verb);
  return (criterion?.given ?? []).map((step) => {
    const bound = bindStep(step, scopeOf({ word: 'a word' }));
    if (!bound.ok) throw new Error(`no value for ${bound.missing.join(', ')}`);
    return bound.step;
  });
}
