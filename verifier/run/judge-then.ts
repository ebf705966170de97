import type { PlanStep, Scope } from '../../contracts/language/index.ts';
import { saveInto, type Take } from './take.ts';
import { lookAgain, type StepContext, type StepResult } from './take-step.ts';
import type { CriterionScope } from './scope.ts';

/**
 * Judges `then`: the delta first, because it speaks of the moment at which `then` begins; then every step in order, also after one failed;
 * and when all has settled, everything that was satisfied since the last act once more, together. Only what still holds is satisfied.
 */
export async function judgeThen(
  steps: readonly PlanStep[],
  scope: CriterionScope,
  context: StepContext & { readonly take: Take },
): Promise<StepResult[]> {
  const deltas = new Map<string, StepResult>();
  for (const step of steps.filter(isDelta)) deltas.set(step.id, await context.take(step, scope));
  const results: StepResult[] = [];
  for (const step of steps) results.push(deltas.get(step.id) ?? (await takeInto(step, scope, context.take)));
  await context.surfaces.settle();
  const lastAct = results.findLastIndex(({ step }) => step.kind === 'act');
  return await Promise.all(
    results.map((result, index) =>
      index > lastAct && isRepeatable(result) ? lookAgain(result, context) : Promise.resolve(result),
    ),
  );
}

async function takeInto(
  step: PlanStep,
  scope: CriterionScope,
  take: (step: PlanStep, scope: Scope) => Promise<StepResult>,
): Promise<StepResult> {
  const result = await take(step, scope);
  saveInto(result, (name, value) => {
    scope.save(name, value);
  });
  return result;
}

/** A delta is fixed at the start of `then`: to read it again would count what later looks caused. */
function isRepeatable({ step, judgement }: StepResult): boolean {
  return step.kind === 'look' && judgement.kind === 'satisfied' && !isDelta(step);
}

function isDelta(step: PlanStep): boolean {
  return step.probe.verb === 'db.delta';
}
