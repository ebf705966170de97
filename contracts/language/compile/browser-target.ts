import type { Expression } from '../expression.ts';
import type { Locator } from '../locator.ts';
import type { BrowserAct } from '../probe.ts';
import { actorOf, done, type BuiltStep } from './built.ts';
import type { StepContext, WrittenStep } from './context.ts';
import { compileLocator } from './locator.ts';

/** An act in the browser: it must come to `done`. */
export function act(probe: BrowserAct<Expression>, words: string): BuiltStep {
  return { probe, kind: 'act', stated: false, expectation: done, words: `${probe.actor} ${words}` };
}

/** Who acts, and on which element. */
export function targetOf(
  step: WrittenStep,
  context: StepContext,
): { actor: string; locator: Locator<Expression> } | undefined {
  const actor = actorOf(step, context);
  const locator = compileLocator(step.parameters, context, { span: step.verbSpan });
  return actor === undefined || locator === undefined ? undefined : { actor, locator };
}
