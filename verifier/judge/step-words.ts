import { entryOf, isList, isMap, type Matcher, type Value, type ValueMap } from '../../contracts/language/index.ts';
import type { Mismatch } from '../../reports/index.ts';
import { deltaInRows } from './delta-words.ts';
import { describeValue } from './words.ts';

/** What a step's verb, its expectation and its observation are. */
interface Told {
  readonly verb: string;
  readonly expectation: Matcher<Value>;
  readonly value: Value;
}

/** The same mismatches, in words of the verb where it has its own: acts, elements, rows. Never fewer than one for one or more. */
export function inWordsOfVerb(found: readonly Mismatch[], told: Told): readonly Mismatch[] {
  if (found.length === 0 || !isMap(told.value)) return found;
  const { verb, expectation, value } = told;
  if (verb === 'db.delta') return deltaInRows(found, expectation, value);
  if (verb === 'values.agree') return found.map((one) => readingOf(one, value));
  if (verb === 'browser.see') return found.map((one) => elementOf(one, value));
  return found.map((one) => (one.path === '/outcome' ? actOf(one, verb, value) : one));
}

const acts: Readonly<Record<string, string>> = {
  'browser.open': 'opening the page',
  'browser.reload': 'loading the page again',
  'browser.back': 'going back',
  'browser.press': 'the press of the key',
  'browser.fail': 'setting up the failure',
  'db.reject': 'refusing the statements',
  'system.restart': 'the restart',
  'system.latency': 'slowing the way',
};

/** `the click met 2 elements: …` instead of `expected "done", found "ambiguous"`. */
function actOf(mismatch: Mismatch, verb: string, value: ValueMap): Mismatch {
  const [outcome, detail] = [entryOf(value, 'outcome'), entryOf(value, 'detail')];
  if (typeof outcome !== 'string' || typeof detail !== 'string') return mismatch;
  const act = acts[verb] ?? `the ${verb.replace(/^.*\./u, '')}`;
  if (outcome === 'ambiguous') return { path: '', message: `${act} met ${detail}` };
  return { path: '', message: `${act} ${outcome === 'not-found' ? 'found no target' : 'failed'}: ${detail}` };
}

/** `api: it was answered 404` instead of `nothing was read there`. */
function readingOf(mismatch: Mismatch, value: ValueMap): Mismatch {
  const name = mismatch.path.slice(1);
  const problems = entryOf(value, 'problems');
  const problem = problems !== undefined && isMap(problems) ? entryOf(problems, name) : undefined;
  return typeof problem === 'string' ? { path: '', message: `${name}: ${problem}` } : mismatch;
}

/** `element 2 of 3, “Favorite”: pressed: expected true, found false` instead of `/elements/1/pressed …`. */
function elementOf(mismatch: Mismatch, value: ValueMap): Mismatch {
  const [, place, property] = /^\/elements\/(\d+)\/(.+)$/u.exec(mismatch.path) ?? [];
  const texts = entryOf(value, 'texts');
  if (place === undefined || property === undefined || texts === undefined || !isList(texts)) return mismatch;
  const text = texts[Number(place)];
  const name = typeof text === 'string' && text !== '' ? `, ${describeValue(text, 60)}` : '';
  const which = `element ${String(Number(place) + 1)} of ${describeValue(entryOf(value, 'count'))}${name}`;
  return { ...mismatch, message: `${which}: ${property.replaceAll('/', ' ')}: ${mismatch.message}` };
}
