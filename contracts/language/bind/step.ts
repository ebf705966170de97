import type { Expression } from '../expression.ts';
import type { Matcher } from '../matcher.ts';
import { withKnownCounts } from '../none.ts';
import type { PlanStep, Step } from '../plan.ts';
import type { Probe } from '../probe.ts';
import type { Value } from '../value.ts';
import { inAddress } from './address.ts';
import type { Evaluation } from './evaluate.ts';
import { bindMatcher, normaliseTexts } from './matcher.ts';
import { bindProbe } from './probe.ts';
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
  const bound = bindInto(step, { scope, missing });
  return missing.size === 0 ? { ok: true, step: bound } : { ok: false, missing: [...missing] };
}

function bindInto(step: PlanStep, evaluation: Evaluation): Step<Value> {
  const { probe, expectation, failIf, ...rest } = step;
  return {
    ...rest,
    probe:
      probe.verb === 'together'
        ? { ...probe, steps: probe.steps.map((inner) => bindInto(inner, evaluation)) }
        : bindProbe(probe, evaluation),
    expectation: bindExpectation(probe, expectation, evaluation),
    ...(failIf === undefined ? {} : { failIf: bindExpectation(probe, failIf, evaluation) }),
  };
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
    if (probe.verb === 'db.delta') return [key, withKnownCounts(bound)];
    return [key, readsPage(probe) ? normaliseReading(key, bound) : bound];
  });
  return { ...expectation, entries: Object.fromEntries(entries) };
}

function readsPage(probe: Probe<Expression>): boolean {
  return probe.verb === 'browser.see' || probe.verb === 'browser.seeAny' || probe.verb === 'browser.notSee';
}

// A page's texts are read with white space normalised; `text: "{{title}}"` must not fail for a title with two spaces.
function normaliseReading(key: string, matcher: Matcher<Value>): Matcher<Value> {
  if (key === 'texts') return normaliseTexts(matcher);
  if (key === 'any' && matcher.is === 'oneOf')
    return { ...matcher, options: matcher.options.map(normaliseAlternative) };
  if (key !== 'elements' || matcher.is !== 'each' || matcher.item.is !== 'object') return matcher;
  const { text } = matcher.item.entries;
  if (text === undefined) return matcher;
  return { ...matcher, item: { ...matcher.item, entries: { ...matcher.item.entries, text: normaliseTexts(text) } } };
}

// One of several, for `any`: a list in which the others may be anything.
function normaliseAlternative(alternative: Matcher<Value>): Matcher<Value> {
  if (alternative.is !== 'array') return alternative;
  const items = alternative.items.map((item) => {
    if (item.is !== 'object') return item;
    const entries = Object.entries(item.entries).map(
      ([key, matcher]) => [key, normaliseReading(key, matcher)] as const,
    );
    return { ...item, entries: Object.fromEntries(entries) };
  });
  return { ...alternative, items };
}
