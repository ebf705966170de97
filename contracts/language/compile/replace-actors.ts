import type { Expression } from '../expression.ts';
import type { PlanStep } from '../plan.ts';
import type { AgreeReading, Probe } from '../probe.ts';

/** The step as it is when others take it. Its words begin with whoever takes it. */
export function replaceActors(step: PlanStep, actors: ReadonlyMap<string, string>): PlanStep {
  if (actors.size === 0) return step;
  return { ...step, words: wordsWith(step.words, actors), probe: probeWith(step.probe, actors) };
}

function wordsWith(words: string, actors: ReadonlyMap<string, string>): string {
  const [first = ''] = words.split(' ', 1);
  const other = actors.get(first);
  return other === undefined ? words : `${other}${words.slice(first.length)}`;
}

function probeWith(probe: Probe<Expression>, actors: ReadonlyMap<string, string>): Probe<Expression> {
  if (probe.verb === 'together') return { ...probe, steps: probe.steps.map((step) => replaceActors(step, actors)) };
  if (probe.verb === 'values.agree') {
    return { ...probe, readings: probe.readings.map((reading) => readingWith(reading, actors)) };
  }
  return 'actor' in probe ? { ...probe, actor: actors.get(probe.actor) ?? probe.actor } : probe;
}

function readingWith(reading: AgreeReading<Expression>, actors: ReadonlyMap<string, string>): AgreeReading<Expression> {
  const { probe } = reading;
  return 'actor' in probe
    ? { ...reading, probe: { ...probe, actor: actors.get(probe.actor) ?? probe.actor } }
    : reading;
}
