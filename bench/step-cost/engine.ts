import { UsedValues } from '../../contracts/language/index.ts';
import { BrowserSupply, runCriteria } from '../../verifier/run/index.ts';
import { systemClock } from '../system-clock.ts';
import type { MeasuredVerb } from './contract.ts';
import { never, run, type StepGround } from './ground.ts';

/** Runs the criterion of this kind of look as `assay verify` does; milliseconds per step, from the first look's start to the last one's. */
export async function engineMs({ plan, environment, engine, sink }: StepGround, verb: MeasuredVerb): Promise<number> {
  const [contract] = plan.contracts;
  const criterion = contract?.criteria.find(({ given }) => given[1]?.probe.verb === verb);
  if (contract === undefined || criterion === undefined) throw new Error(`no criterion for ${verb}`);
  const { outcomes } = await runCriteria([{ contract, criterion }], {
    plan,
    environment,
    browsers: new BrowserSupply(engine, () => Promise.resolve({ ok: false, failure: 'a measurement takes one' })),
    sink,
    clock: systemClock,
    signal: never,
    workers: 1,
    run,
    emit: () => undefined,
    values: { seed: 1, now: systemClock.now(), used: new UsedValues(), secrets: {} },
    files: new Map(),
  });
  const report = outcomes.get(criterion)?.report;
  if (report?.judgement !== 'satisfied') throw new Error(`${verb}: ${JSON.stringify(report).slice(0, 2_000)}`);
  const starts = report.steps
    .filter((step) => step.section === 'given' && step.verb === verb)
    .map(({ startedAt }) => new Date(startedAt ?? '').getTime());
  return ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / (starts.length - 1);
}
