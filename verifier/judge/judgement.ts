import {
  entryOf,
  isMap,
  pointerInto,
  wordsOfError,
  type Matcher,
  type Step,
  type Value,
} from '../../contracts/language/index.ts';
import type { Cause, EvidenceRef, Judgement, Mismatch, NonEmpty } from '../../reports/index.ts';
import type { Observation } from '../probes/observation.ts';
import { cutTogether, failuresTogether, judgeAlternatives, liesInCutTogether, type InnerStep } from './composites.ts';
import { holds, mismatches } from './matchers.ts';
import { judgePartial, type PartialAnswer } from './partial-lists.ts';
import { inWordsOfVerb } from './step-words.ts';
import { cutOfAnswer, judgeCountOfMore, liesInBody, needsTheWhole, type Cut } from './wholeness.ts';
import { describeMatcher, describeValue } from './words.ts';

/** What of a step the judge needs to know. */
export type JudgedStep = Pick<Step<Value>, 'expectation' | 'failIf'> & {
  readonly probe: { readonly verb: string; readonly steps?: readonly InnerStep[] };
};

/**
 * What one observation is worth for the step that made it.
 *
 * Never throws, and never satisfied without evidence: whatever can't be judged is unverified.
 */
export function judgeStep(step: JudgedStep, observation: Observation): Judgement {
  if (observation.kind !== 'observed') {
    return unverified(observation.cause, observation.why, observation.evidence);
  }
  // The type says that there is some; a probe that broke its promise must still not satisfy.
  if (!isNonEmpty<EvidenceRef>(observation.evidence))
    return unverified('not-run', 'there is no evidence of what was observed');
  try {
    return judgeValue(step, observation.value, observation.evidence);
  } catch (error) {
    return unverified('not-run', `it could not be judged: ${wordsOfError(error)}`, observation.evidence);
  }
}

/** Whether what was seen says that waiting is of no use: the step's `failIf` holds, or can't be judged. A judgement then, and `undefined` otherwise. */
export function judgeHopeless(step: JudgedStep, observation: Observation): Judgement | undefined {
  if (step.failIf === undefined || observation.kind !== 'observed') return undefined;
  const { value, evidence } = observation;
  if (!isNonEmpty<EvidenceRef>(evidence)) return undefined;
  try {
    if (!holds(step.failIf, value)) return undefined;
  } catch (error) {
    return unverified('not-run', `its “failIf” could not be judged: ${wordsOfError(error)}`, evidence);
  }
  const message = `no longer waited for, because “failIf” came true: ${describeMatcher(step.failIf)}`;
  return { kind: 'violated', evidence, mismatches: [{ path: '', message, actual: value }] };
}

/** The judgement of a step that did not come to its observation. */
export function unverified(cause: Cause, why: string, evidence: readonly EvidenceRef[] = []): Judgement {
  return { kind: 'unverified', cause, why, evidence };
}

function judgeValue(step: JudgedStep, value: Value, evidence: NonEmpty<EvidenceRef>): Judgement {
  const unknown = unseenAlternative(step, value) ?? unkeptRest(step, value);
  if (unknown !== undefined) return unverified('not-run', unknown, evidence);
  const partial = step.probe.verb === 'browser.see' ? judgePartial(step.expectation, value) : undefined;
  const cut = cutOf(step, value);
  const differences = differencesOf(step, value, partial);
  const certain = cut?.by === 'us' ? differences.filter(({ path }) => !liesInCut(step, path, value)) : differences;
  if (isNonEmpty<Mismatch>(certain)) return { kind: 'violated', evidence, mismatches: certain };
  const why = unseenElements(partial) ?? unseenRest(cut, differences.length > 0 || needsAll(step));
  return why === undefined ? { kind: 'satisfied', evidence } : unverified('not-run', why, evidence);
}

function unseenAlternative({ probe, expectation }: JudgedStep, value: Value): string | undefined {
  if (probe.verb !== 'browser.seeAny' || judgeAlternatives(expectation, value) !== 'open') return undefined;
  return 'more elements were found than were read, and no other alternative holds';
}

/** What counts that which was recorded: lines of a log, calls, errors. */
const counting: readonly string[] = [
  'system.log',
  'browser.requests',
  'always.noServerErrors',
  'always.noScriptErrors',
];

/** Why the number of what was recorded can't be told, where some of it was not kept and what is demanded depends on that. */
function unkeptRest({ probe, expectation }: JudgedStep, value: Value): string | undefined {
  const cut = counting.includes(probe.verb) ? cutOfAnswer(value) : undefined;
  const found = isMap(value) ? entryOf(value, 'count') : undefined;
  if (cut === undefined || judgeCountOfMore(expectation, found ?? null) !== 'open') return undefined;
  return `not all that there was could be kept (${cut.why}), and what is demanded of it needs all of it`;
}

function unseenElements(partial: PartialAnswer | undefined): string | undefined {
  if (partial?.isProven !== false) return undefined;
  const { found, read } = partial;
  return `found ${String(found)} elements, read ${String(read)}: what is demanded of all of them was not seen of the others`;
}

function unseenRest(cut: Cut | undefined, needsRest: boolean): string | undefined {
  if (cut === undefined || !needsRest) return undefined;
  return `the answer was cut (${cut.why}), and what is demanded of it needs all of it`;
}

/** Every way in which what was seen is not what is demanded, in words of the verb. */
function differencesOf(step: JudgedStep, value: Value, partial: PartialAnswer | undefined): readonly Mismatch[] {
  const { missing, rest } = withoutMissing(step, value);
  const differing = mismatches(step.expectation, rest).filter(
    ({ path }) => isCertain(path, partial) && !missing.some(({ place }) => isIn(path, place)),
  );
  const told = inWordsOfVerb(differing, { verb: step.probe.verb, expectation: step.expectation, value: rest });
  const unknown = missing.map(({ message }) => ({ path: '', message }));
  const together = failuresTogether(step.probe.steps ?? [], value, failureOf);
  return [...failureOf(step, value), ...together, ...unknown, ...told];
}

function cutOf({ probe }: JudgedStep, value: Value): Cut | undefined {
  if (probe.verb === 'together') return cutTogether(value);
  return probe.verb === 'api.request' ? cutOfAnswer(value) : undefined;
}

function liesInCut({ probe }: JudgedStep, path: string, value: Value): boolean {
  return probe.verb === 'together' ? liesInCutTogether(path, value) : liesInBody(path);
}

function needsAll({ probe, expectation }: JudgedStep): boolean {
  return probe.verb === 'together' || needsTheWhole(expectation);
}

interface Missing {
  readonly place: string;
  readonly message: string;
}

/** Tables that a delta's expectation names and that the database does not have: nothing can be said of them, not even that they did not change. */
function withoutMissing(
  step: JudgedStep,
  value: Value,
): { readonly missing: readonly Missing[]; readonly rest: Value } {
  const tables = step.probe.verb === 'db.delta' && isMap(value) ? entryOf(value, '$missing') : undefined;
  if (tables === undefined || !isMap(tables) || !isMap(value)) return { missing: [], rest: value };
  const rest = Object.fromEntries(Object.entries(value).filter(([table]) => table !== '$missing'));
  const missing = Object.entries(tables).map(([table, message]) => ({
    place: pointerInto('', table),
    message: typeof message === 'string' ? message : `there is no table “${table}”`,
  }));
  return { missing, rest };
}

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** Whether what differs in the elements that were read would differ with the others too. */
function isCertain(path: string, partial: PartialAnswer | undefined): boolean {
  const part = /^\/(elements|texts)(?:\/|$)/u.exec(path)?.[1];
  return partial === undefined || part === undefined || partial.failing.includes(part);
}

/** What is said to have failed, by verb. */
const FALLIBLE: Readonly<Record<string, string>> = {
  'api.request': 'the request',
  'db.query': 'the statement',
  'db.exec': 'the statement',
  'browser.see': 'the look',
  'browser.seeAny': 'the look',
  'browser.notSee': 'the look',
  'browser.at': 'the look',
};

/**
 * A request or a statement that failed has neither status nor rows, and a page that does not answer has no elements. An expectation
 * that only says what must not be there would hold on that; so the failure is a mismatch of its own, unless the contract speaks of it.
 */
function failureOf(step: JudgedStep, value: Value): Mismatch[] {
  const what = FALLIBLE[step.probe.verb];
  if (what === undefined || !isMap(value)) return [];
  const notJson = entryOf(value, 'notJson');
  if (typeof notJson === 'string' && mentions(step.expectation, 'json'))
    return [{ path: '/json', message: `the body can't be read as JSON: ${notJson}` }];
  const failed = entryOf(value, 'failed');
  if (failed === undefined || mentions(step.expectation, 'failed')) return [];
  const detail = entryOf(value, 'detail');
  const message = `${what} failed: ${typeof failed === 'string' ? failed : describeValue(failed)}${typeof detail === 'string' ? `, ${detail}` : ''}`;
  return [{ path: '/failed', message, actual: failed }];
}

function mentions(expectation: Matcher<Value>, key: string): boolean {
  if (expectation.is === 'object') return Object.hasOwn(expectation.entries, key);
  return expectation.is === 'all' && expectation.matchers.some((matcher) => mentions(matcher, key));
}

function isNonEmpty<T>(items: readonly T[]): items is NonEmpty<T> {
  return items.length > 0;
}
