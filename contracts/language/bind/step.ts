import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import type { PlanStep, Step } from '../plan.ts';
import type { Probe } from '../probe.ts';
import type { Value } from '../value.ts';
import type { Evaluation } from './evaluate.ts';
import { bindMatcher, normaliseTexts } from './matcher.ts';
import { bindProbe, inAddress } from './probe.ts';
import type { Scope } from './scope.ts';

/** A step with all references replaced by values, or the names that have none. */
export type BoundStep =
  { readonly ok: true; readonly step: Step<Value> } | { readonly ok: false; readonly missing: readonly string[] };

/**
 * Replaces a step's references by the scope's values. In a path each is percent-encoded, in a `$matches` pattern escaped;
 * a query's values stay as they are (the probe encodes them). Data stays data: nothing that is bound is read as a matcher.
 */
export function bindStep(step: PlanStep, scope: Scope): BoundStep {
  const missing = new Set<string>();
  const evaluation: Evaluation = { scope, missing };
  const probe = bindProbe(step.probe, evaluation);
  const expectation = bindExpectation(step.probe, step.expectation, evaluation);
  return missing.size === 0
    ? { ok: true, step: { ...step, probe, expectation } }
    : { ok: false, missing: [...missing] };
}

function bindExpectation(
  probe: Probe<Expression>,
  expectation: Matcher<Expression>,
  evaluation: Evaluation,
): Matcher<Value> {
  if (expectation.is !== 'object') return bindMatcher(expectation, evaluation);
  const entries = Object.entries(expectation.entries).map(([key, matcher]): [string, Matcher<Value>] => {
    // The browser's own address is encoded, so what is compared with it must be.
    if (probe.verb === 'browser.at' && key === 'path') return [key, bindMatcher(matcher, inAddress(evaluation))];
    const bound = bindMatcher(matcher, evaluation);
    return [key, probe.verb === 'browser.see' ? normaliseReading(key, bound) : bound];
  });
  return { ...expectation, entries: Object.fromEntries(entries) };
}

// A page's texts are read with white space normalised; `text: "{{title}}"` must not fail for a title with two spaces.
function normaliseReading(key: string, matcher: Matcher<Value>): Matcher<Value> {
  if (key === 'texts') return normaliseTexts(matcher);
  if (key !== 'elements' || matcher.is !== 'each' || matcher.item.is !== 'object') return matcher;
  const { text } = matcher.item.entries;
  if (text === undefined) return matcher;
  return { ...matcher, item: { ...matcher.item, entries: { ...matcher.item.entries, text: normaliseTexts(text) } } };
}
